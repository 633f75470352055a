import Batch
import Testing

@Suite struct JournalTests {}
