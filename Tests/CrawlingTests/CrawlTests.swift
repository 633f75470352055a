import Testing

struct CrawlTests {}
