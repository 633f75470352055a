print("scrape")
