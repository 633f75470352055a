import Glibc
import OneRepMax
import Scraping

// The plugin as a program of its own, for any host that speaks the protocol.
exit(plugin.serve())
