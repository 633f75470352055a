import Basics
import Foundation
import Platform
import Testing

/// Folders that are watched for changed files. The changes have been made before they are asked for, so that no test waits.
@Suite struct FolderWatchTests {
    /// Calls `body` with a new folder and a watch for it.
    private static func withWatch(_ body: (String, FolderWatch) throws -> Void) throws {
        let folder = try TemporaryFolder(for: "watch")
        try withExtendedLifetime(folder) {
            let watch = try FolderWatch()
            try watch.add(folder.path)
            try body(folder.path, watch)
        }
    }

    /// What has changed, below the folder.
    private static func changes(_ watch: FolderWatch, in folder: String) -> Set<String> {
        Set(watch.changes(quiet: 1, limit: 1000).paths.map { String($0.dropFirst(folder.count + 1)) })
    }

    @Test func aFileIsReportedWhenItIsWhole() throws {
        try Self.withWatch { folder, watch in
            try File.write([1], toNewFile: "\(folder)/whole", isProgram: false)
            try File.write([], toNewFile: "\(folder)/later", isProgram: false)
            #expect(Self.changes(watch, in: folder) == ["whole", "later"])
            let open = try #require(FileHandle(forWritingAtPath: "\(folder)/later"))
            let new = Platform.open("\(folder)/begun", O_WRONLY | O_CREAT, 0o644)
            try open.write(contentsOf: [2])
            try File.write([1], toNewFile: "\(folder)/other", isProgram: false)
            #expect(Self.changes(watch, in: folder) == ["other"])
            try open.close()
            #expect(close(new) == 0)
            #expect(Self.changes(watch, in: folder) == ["begun", "later"])
        }
    }

    /// Links and folders are whole as soon as they are there.
    @Test func linksAndFolders() throws {
        try Self.withWatch { folder, watch in
            try File.write([1], toNewFile: "\(folder)/file", isProgram: false)
            #expect(symlink("file", "\(folder)/symbolic") == 0)
            #expect(link("\(folder)/file", "\(folder)/hard") == 0)
            #expect(mkdir("\(folder)/folder", 0o755) == 0)
            #expect(Self.changes(watch, in: folder) == ["file", "symbolic", "hard", "folder"])
            #expect(unlink("\(folder)/hard") == 0)
            #expect(rename("\(folder)/file", "\(folder)/renamed") == 0)
            #expect(Self.changes(watch, in: folder).isSuperset(of: ["hard", "renamed"]))
        }
    }

    /// What is not a folder is left out; any other failure is reported.
    @Test func missingFolders() throws {
        try Self.withWatch { folder, watch in
            try File.write([1], toNewFile: "\(folder)/file", isProgram: false)
            try watch.add("\(folder)/none")
            try watch.add("\(folder)/file/none")
            #expect(Self.changes(watch, in: folder) == ["file"])
            #expect(throws: FolderWatchFailure.self) {
                try watch.add("\(folder)/" + String(repeating: "x", count: 300))
            }
            // A folder that was missing can be added once it is there.
            #expect(mkdir("\(folder)/none", 0o755) == 0)
            try watch.add("\(folder)/none")
            try File.write([1], toNewFile: "\(folder)/none/a", isProgram: false)
            #expect(Self.changes(watch, in: folder) == ["none", "none/a"])
        }
    }
}
