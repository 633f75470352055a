import Foundation
import Testing

@testable import Basics

/// Files that are read line by line, found in folders, and replaced.
@Suite struct FileTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "files-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private func put(_ text: String, _ path: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
    }

    @Test(
        arguments: [
            ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb", ["a", "", "b"]),
            ("a\r\nb\n\n", ["a\r", "b", ""]),
        ] as [(String, [String])]
    )
    func linesAreRead(_ text: String, _ lines: [String]) throws {
        try withFolder { folder in
            try put(text, folder + "/f")
            var reader = try LineReader(folder + "/f")
            var found: [String] = []
            var ended: [Bool] = []
            while let line = reader.next() {
                found.append(String(decoding: line, as: UTF8.self))
                ended.append(reader.isLineEnded)
            }
            #expect(found == lines)
            #expect(ended.dropLast().allSatisfy { $0 })
            #expect(ended.last == (lines.isEmpty ? nil : text.hasSuffix("\n")))
            #expect(reader.next() == nil && !reader.isLineEnded)
        }
    }

    /// A NUL character does not end a name: such a file does not exist, and cannot be made.
    @Test(arguments: ["f\u{0}", "f\u{0}zzz", "\u{0}f", "f\\x41\u{0}"]) func noNameHasANULCharacter(
        _ name: String
    ) throws {
        try withFolder { folder in
            try put("a", folder + "/f")
            try put("a", folder + "/fA")
            let path = "\(folder)/\(name)"
            let failure = File.Failure(path: path, description: "no file's name has a NUL character")
            #expect(throws: failure) { try File.read(path) }
            #expect(throws: failure) { try LineReader(path) }
            #expect(throws: File.Failure.self) { try File.names(in: folder + "\u{0}") }
            #expect(throws: failure) { try File.write([], toNewFile: path, isProgram: false) }
            #expect(throws: failure) { try ReplacementFile(path) }
            #expect(throws: File.Failure.self) { try File.makeFolders(for: path + "/g") }
            #expect(File.kind(of: path) == .nothing && !File.isSame(path, folder + "/f"))
            #expect(try File.names(in: folder) == ["f", "fA"])
        }
    }

    /// Lines that end at, before and after the end of a chunk that is read.
    @Test(arguments: [65_534, 65_535, 65_536, 65_537, 200_000]) func longLinesAreRead(_ length: Int) throws {
        try withFolder { folder in
            let line = String(repeating: "x", count: length)
            try put("a\n" + line + "\n" + line + "y\nz", folder + "/f")
            var reader = try LineReader(folder + "/f")
            #expect(reader.next() == [0x61])
            #expect(reader.next()?.count == length)
            #expect(reader.next()?.last == UInt8(ascii: "y"))
            #expect(reader.next() == [0x7A])
            #expect(reader.next() == nil)
        }
        #expect(throws: File.Failure.self) { try LineReader("/nothing/here") }
    }

    @Test func foldersAreWalkedInOrder() throws {
        try withFolder { folder in
            for name in ["b/2", "b/1", "b/c/x", "a", ".hidden/x", "b/.y", "d"] {
                try put("", "\(folder)/\(name)")
            }
            let manager = FileManager.default
            try manager.createSymbolicLink(atPath: folder + "/b/c/up", withDestinationPath: "../../b")
            try manager.createSymbolicLink(atPath: folder + "/e", withDestinationPath: "b")
            try manager.createSymbolicLink(atPath: folder + "/f", withDestinationPath: "nothing")
            try manager.createSymbolicLink(atPath: folder + "/g", withDestinationPath: "/dev/null")
            for name in [folder, folder + "/"] {
                var walk = FolderWalk(name)
                var found: [String] = []
                while let next = walk.next() {
                    switch next {
                    case .file(let path): found.append(path)
                    case .special(let path): found.append("special \(path)")
                    case .unreadable(let path, let reason): found.append("unreadable \(path) \(reason)")
                    }
                }
                #expect(found == ["a", "b/1", "b/2", "b/c/x", "d", "e/1", "e/2", "e/c/x", "f", "special g"])
                #expect(walk.path(of: "a") == folder + "/a")
                #expect(walk.next() == nil)
            }
            var walk = FolderWalk(folder + "/nothing")
            guard case .unreadable("", "no such file or directory")? = walk.next() else {
                Issue.record("a folder that does not exist was read")
                return
            }
            #expect(walk.next() == nil)
        }
    }

    @Test func filesAreReplacedWhole() throws {
        try withFolder { folder in
            let manager = FileManager.default
            func text(_ name: String) -> String {
                (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? "none"
            }
            try put("old", folder + "/f")
            try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder + "/f")
            try manager.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "f")
            do {
                let file = try ReplacementFile(folder + "/f")
                try file.write("new".utf8)
                #expect(text("f") == "old")
            }
            // Without a commit nothing changes, and nothing is left.
            #expect(text("f") == "old")
            #expect(try File.names(in: folder) == ["f", "link"])
            let file = try ReplacementFile(folder + "/link")
            try file.write("ne".utf8)
            try file.write("w".utf8)
            try file.commit()
            #expect(text("f") == "new" && text("link") == "new")
            #expect(try manager.destinationOfSymbolicLink(atPath: folder + "/link") == "f")
            #expect(try manager.attributesOfItem(atPath: folder + "/f")[.posixPermissions] as? Int == 0o640)
            #expect(try File.names(in: folder) == ["f", "link"])
            let new = try ReplacementFile(folder + "/g")
            try new.commit()
            #expect(text("g") == "")
            let device = try ReplacementFile("/dev/null")
            try device.write("x".utf8)
            try device.commit()
            #expect(File.isSpecial("/dev/null"))
            let error = #expect(throws: File.Failure.self) { try ReplacementFile(folder) }
            #expect(error?.description == "is a folder")
            #expect(throws: File.Failure.self) { try ReplacementFile(folder + "/none/f") }
        }
    }

    @Test func pathsAreInFolders() throws {
        try withFolder { folder in
            for name in ["a/x", "ab/x"] { try put("", "\(folder)/\(name)") }
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/a/out",
                withDestinationPath: "../ab/x"
            )
            func isInside(_ path: String, _ other: String) -> Bool {
                File.isInside("\(folder)/\(path)", "\(folder)/\(other)")
            }
            #expect(
                isInside("a/x", "a") && isInside("a/x", "a/") && isInside("a", "a")
                    && isInside("a/../a/x", "a")
            )
            #expect(
                !isInside("ab/x", "a") && !isInside("a/out", "a") && !isInside("a", "a/x")
                    && !isInside("a/x", "none")
            )
            #expect(isInside("a/nothing", "ab"))
            #expect(File.isInside("/dev/null", "/") && !File.isInside("/dev/null", ""))
        }
    }
}
