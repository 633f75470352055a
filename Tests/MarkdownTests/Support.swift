import Markdown
import Records
import Scraping
