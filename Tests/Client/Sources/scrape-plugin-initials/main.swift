import Extensions
import Foundation
import Scraping

// The transform as a separate program: `scrape --plugin .build/debug/scrape-plugin-initials …`.
let initials = Plugin(name: "initials", about: "initials of names", transforms: [.initials])
exit(initials.serve())
