import Engine
import Platform
package import Records
import Synchronization

/// The pages of a run that have been begun and are not in its output yet, in a file next to it.
///
/// A page can end the process, such as by taking more memory than there is. The file remains then, so that a continued
/// run knows which pages it has to suspect. It reads each of them again while no other is read (``SuspectInput``), and
/// passes over a page that has ended the process ``attempts`` times. A run that ends in good order removes the file.
///
/// Each line is a page and the number of times that it has been begun: `["crawl.warc.gz",12,1]`.
package final class BegunPages: Sendable {
    /// The number of times that a page is begun. One would lose the innocent pages that were read at the same time, and
    /// every page at which a run is killed from outside.
    static let attempts = 2
    /// The size at which the file is written again without the pages that are in the output by now.
    private static let largestSize = 1 << 18

    private struct State {
        /// The pages that an earlier part of the run has begun and this one has not.
        var suspects: [Key: Begun]
        /// The lines of the pages that have been begun and are not in the output.
        var lines: [Int: [UInt8]] = [:]
        var next = 0
        var size = 0
        var isOver = false
    }

    /// A page by the bytes of its file's absolute path, and its number in the file.
    private struct Key: Hashable {
        let file: [UInt8]
        let index: Int

        init(_ place: InputPlace) {
            file = Array(place.file.fromRoot.utf8)
            index = place.index
        }
    }

    /// How often a page has been begun.
    private struct Begun {
        let place: InputPlace
        var times: Int

        init(_ place: InputPlace, times: Int) {
            self.place = place
            self.times = times
        }

        /// Parses a line; `nil` if it is not whole.
        init?(_ line: [UInt8]) {
            guard let value = JSON.read(line, dialect: .strict).json?.value, let parts = value.list,
                parts.count == 3, let place = InputPlace(.list(Array(parts[..<2]))),
                let times = parts[2].number?.integer
            else { return nil }
            self.init(place, times: times)
        }

        /// The line with its line feed.
        var line: [UInt8] {
            var bytes: [UInt8] = [UInt8(ascii: "[")]
            JSONWriter.append(.string(place.file), to: &bytes)
            bytes += ",\(place.index),\(times)]\n".utf8
            return bytes
        }
    }

    private let path: String
    private let descriptor: Int32
    private let state: Mutex<State>

    /// Opens or creates the file of a run.
    ///
    /// - Parameters:
    ///   - output: the run's output, which no other run uses.
    ///   - journal: the results of the run's earlier parts; `nil` for a new run.
    package init(of output: String, after journal: RunJournal?) throws(Diagnostic) {
        path = BegunPages.path(of: output)
        var suspects: [Key: Begun] = [:]
        do throws(File.Failure) {
            try File.checkOwn(path)
            if let journal, File.kind(of: path) == .file {
                var reader = try LineReader(path)
                while let line = reader.next() {
                    guard let begun = Begun(line), !journal.done.contains(begun.place) else { continue }
                    suspects[Key(begun.place)] = begun
                }
            }
            descriptor = PathText.withSystemPath(path) {
                open($0, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o666)
            }
            guard descriptor >= 0 else { throw File.Failure.last(path) }
        } catch {
            throw Diagnostic(
                .input,
                "cannot write the list of begun pages: \(error)",
                at: Location(file: path)
            )
        }
        state = Mutex(State(suspects: suspects))
        state.withLock { shorten(&$0) }
    }

    deinit { close(descriptor) }

    /// The path of the list of an output's begun pages.
    package static func path(of output: String) -> String {
        FolderStore.isFolder(output) ? output + "/.begun" : output + ".begun"
    }

    /// Whether pages that an earlier part of the run has begun have not been begun again.
    var hasSuspects: Bool { state.withLock { !$0.suspects.isEmpty } }

    /// How often earlier parts of the run have begun a page without ending it.
    func timesBegun(_ place: InputPlace) -> Int {
        state.withLock { $0.suspects.isEmpty ? 0 : $0.suspects[Key(place)]?.times ?? 0 }
    }

    /// Records that a page is begun; returns its number for ``end(_:)``.
    func begin(_ place: InputPlace) -> Int {
        state.withLock { state in
            let before = state.suspects.isEmpty ? nil : state.suspects.removeValue(forKey: Key(place))
            let line = Begun(place, times: (before?.times ?? 0) + 1).line
            state.next += 1
            state.lines[state.next] = line
            append(line, &state)
            return state.next
        }
    }

    /// Records that pages are in the output.
    func end(_ numbers: [Int]) {
        state.withLock { state in
            for number in numbers { state.lines[number] = nil }
            if state.size > BegunPages.largestSize { shorten(&state) }
        }
    }

    /// Removes the file: the run has ended in good order, or a signal has asked it to.
    func remove() {
        state.withLock { state in
            if state.isOver { return }
            state.isOver = true
            _ = PathText.withSystemPath(path) { unlink($0) }
        }
    }

    /// Appends to the file. A failure is ignored, since it would be one of the output as well.
    private func append(_ bytes: [UInt8], _ state: inout State) {
        if state.isOver { return }
        _ = File.write(bytes, to: descriptor)
        state.size += bytes.count
    }

    /// Writes the file again with only the pages that are not in the output.
    private func shorten(_ state: inout State) {
        if state.isOver { return }
        guard ftruncate(descriptor, 0) == 0 else { return }
        state.size = 0
        append(state.suspects.values.flatMap(\.line) + state.lines.values.joined(), &state)
    }
}

/// The input of a run that continues one that died: first up to the last page that it suspects, then the rest.
///
/// The caller reads the pages of the first part one after the other, so that a page that ends the process is known, and
/// all others are cleared.
final class SuspectInput: PageInput {
    private var input: any PageInput
    private let begun: BegunPages
    /// Whether the input ends after the last suspected page.
    var endsAfterSuspects = true
    /// The weight of the pages that are still searched for the next suspected page, which the input may no longer have.
    private var searched = SuspectInput.mostSearched

    /// The weight of more pages than a run has begun and not written. There may be many tiny ones.
    private static let mostSearched = 4_096 * PendingPage.tinyPages

    init(_ input: any PageInput, _ begun: BegunPages) {
        self.input = input
        self.begun = begun
    }

    func next() -> PendingPage? {
        if endsAfterSuspects, searched <= 0 || !begun.hasSuspects { return nil }
        guard let page = input.next() else { return nil }
        let times = begun.timesBegun(page.place)
        let weight = page.isTiny ? 1 : PendingPage.tinyPages
        searched = times > 0 ? SuspectInput.mostSearched : searched - weight
        return times < BegunPages.attempts ? page : page.passedOver
    }
}

extension PendingPage {
    /// The report in place of a page that ends the process.
    fileprivate var passedOver: PendingPage {
        let diagnostic = Diagnostic(
            .input,
            "the run died each of \(BegunPages.attempts) times while this page was read: it is passed over (--resume)",
            at: Location(file: name),
            help:
                "read it in a run of its own, where more memory is free; a run without --resume reads it again"
        )
        return PendingPage(name: name, place: place, bytesRead: bytesRead, digest: digest) {
            .failed(diagnostic)
        }
    }
}
