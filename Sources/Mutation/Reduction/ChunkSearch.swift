import DOM
import Engine
import Records

/// Deletes chunks while the oracle accepts the reduction, largest first (hierarchical delta debugging).
///
/// Adjacent chunks are deleted together. If that is rejected, each half is tried, and for a single chunk its children.
/// Further passes find chunks that only deleted ones needed.
struct ChunkSearch {
    private var tree: ChunkTree
    private(set) var reduction = Reduction()
    private var queue = ChunkQueue()
    private let valueWords: ValueWords
    /// The offset before which line ends remain.
    private var keptLineEnd: Int
    /// The oracle.
    private let isAccepted: (Reduction) -> Bool?

    /// The maximum number of passes.
    private static let passes = 4
    /// The maximum number of groups of similar chunks that are tried.
    private static let groupLimit = 200

    /// Creates a search.
    ///
    /// - Parameter isAccepted: the oracle. `nil` ends the search.
    init(
        _ tree: ChunkTree,
        _ valueWords: ValueWords,
        keepingLinesBefore keptLineEnd: Int,
        isAccepted: @escaping (Reduction) -> Bool?
    ) {
        self.tree = tree
        self.valueWords = valueWords
        self.keptLineEnd = keptLineEnd
        self.isAccepted = isAccepted
    }

    /// Searches until no chunk can be deleted or a limit is reached.
    ///
    /// - Parameter hasNumberedLines: whether values may depend on line numbers. A last pass then empties lines that
    ///   cannot be deleted.
    mutating func run(hasNumberedLines: Bool) {
        guard deleteSimilar() else { return }
        for _ in 0..<ChunkSearch.passes {
            let before = reduction.count
            guard pass() else { return }
            if reduction.count == before { break }
        }
        guard hasNumberedLines else { return }
        keptLineEnd = .max
        _ = pass()
    }

    /// Deletes groups of similar chunks: for a long list, one candidate for each part of its items instead of one for
    /// each item. Returns false if the search has ended.
    private mutating func deleteSimilar() -> Bool {
        for chunks in tree.similarChunks(limit: ChunkSearch.groupLimit) {
            var candidate = reduction
            var ranges: [Range<Int>] = []
            for (parent, siblings) in tree.byParents(chunks) {
                ranges += tree.ranges(ofDeleting: siblings, in: parent)
            }
            candidate.delete(ranges.sorted { $0.lowerBound < $1.lowerBound }, keepingLinesBefore: keptLineEnd)
            if candidate.count == reduction.count { continue }
            guard let answer = isAccepted(candidate) else { return false }
            guard answer else { continue }
            reduction = candidate
            for chunk in chunks { tree[chunk].isDeleted = true }
        }
        return true
    }

    /// Tries all remaining chunks. Returns false if the search has ended.
    private mutating func pass() -> Bool {
        push(tree.children(of: 0), of: 0)
        while let run = queue.pop() {
            guard let isDeleted = attempt(run) else {
                queue = ChunkQueue()
                return false
            }
            if isDeleted { continue }
            if run.chunks.count > 1 { split(run) } else { descend(into: run) }
        }
        return true
    }

    private mutating func attempt(_ run: ChunkRun) -> Bool? {
        var candidate = reduction
        candidate.delete(tree.ranges(ofDeleting: run.chunks, in: run.parent), keepingLinesBefore: keptLineEnd)
        if candidate.count == reduction.count { return true }
        guard let answer = isAccepted(candidate) else { return nil }
        if answer {
            reduction = candidate
            for chunk in run.chunks { tree[chunk].isDeleted = true }
        }
        return answer
    }

    private mutating func push(_ chunks: [Int], of parent: Int) {
        guard !chunks.isEmpty else { return }
        let size = chunks.reduce(0) { $0 + tree[$1].range.count }
        queue.push(ChunkRun(parent: parent, chunks: chunks, size: size))
    }

    /// Pushes both halves of a run, split by bytes.
    private mutating func split(_ run: ChunkRun) {
        var size = 0
        var count = 0
        while count < run.chunks.count - 1, count == 0 || size * 2 < run.size {
            size += tree[run.chunks[count]].range.count
            count += 1
        }
        push(Array(run.chunks[..<count]), of: run.parent)
        push(Array(run.chunks[count...]), of: run.parent)
    }

    private mutating func descend(into run: ChunkRun) {
        guard let chunk = run.chunks.first else { return }
        let isText: Bool
        if case .words = tree[chunk].content { isText = true } else { isText = false }
        let children = tree.children(of: chunk)
        if isText || tree[chunk].isText {
            tree[chunk].isText = true
            for words in unusedWords(children) { push(words, of: chunk) }
        } else {
            push(children.filter { !tree[$0].isAttribute }, of: chunk)
            push(children.filter { tree[$0].isAttribute }, of: chunk)
        }
    }

    /// The runs of words that no value has.
    private func unusedWords(_ words: [Int]) -> [[Int]] {
        var runs: [[Int]] = [[]]
        for word in words {
            if valueWords.contains(tree.bytes[tree[word].range]) {
                if runs.last?.isEmpty == false { runs.append([]) }
            } else {
                runs[runs.count - 1].append(word)
            }
        }
        return runs
    }
}

/// Chunks of one parent that are deleted together.
struct ChunkRun {
    let parent: Int
    let chunks: [Int]
    /// The number of bytes.
    let size: Int
}

/// A queue of runs, largest first. Runs whose sizes have the same number of binary digits keep their order.
struct ChunkQueue {
    private var rows: [(runs: [ChunkRun], next: Int)] = Array(repeating: ([], 0), count: Int.bitWidth + 1)
    private var highest = -1

    mutating func push(_ run: ChunkRun) {
        let row = Int.bitWidth - run.size.leadingZeroBitCount
        rows[row].runs.append(run)
        highest = max(highest, row)
    }

    mutating func pop() -> ChunkRun? {
        while highest >= 0 {
            let row = highest
            if rows[row].next < rows[row].runs.count {
                rows[row].next += 1
                return rows[row].runs[rows[row].next - 1]
            }
            rows[row] = ([], 0)
            highest -= 1
        }
        return nil
    }
}
