import Basics
import Testing

@Suite struct TemporaryFolderTests {
    @Test func itIsRemovedWithItsFiles() throws {
        var path = ""
        do {
            let folder = try TemporaryFolder(for: "test")
            path = folder.path
            #expect(path.contains("/scrape-test-"))
            try File.write([1, 2], toNewFile: "\(path)/file", isProgram: false)
            withExtendedLifetime(folder) { #expect(File.kind(of: "\(path)/file") == .file) }
        }
        #expect(File.kind(of: path) == .nothing)
    }
}
