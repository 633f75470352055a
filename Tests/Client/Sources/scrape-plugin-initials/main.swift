import Extensions
import Foundation
import Scraping

// The transform as a program of its own: `scrape --plugin .build/debug/scrape-plugin-initials …`.
let initials = Plugin(name: "initials", about: "initials of names", transforms: [.initials])
exit(initials.serve())
