import Glibc
import OneRepMax
import Scraping

// The plugin as a separate program, for any host that implements the protocol.
exit(plugin.serve())
