import Chart
import Markdown
import OneRepMax
import SQLite
import Scraping

/// The plugins that are compiled in.
let compiledInPlugins: [Plugin] = [.chart, .markdown, .oneRepMax, .sqlite]
