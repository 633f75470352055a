import DOM
import Records
import Scraping

/// Cuts pieces as long as the reading of what is left stays the same, the largest first.
///
/// Pieces that stand side by side are tried at once; where they are needed in part, half of them at a time; where one
/// is needed, what stands in it. What is needed only because of something that has been cut since is found when all is
/// gone through again.
struct PieceSearch {
    private var tree: PieceTree
    private(set) var cuts = Cuts()
    private var queue = RunQueue()
    private let taken: TakenWords
    /// Before it, the line ends of what is cut stay.
    private var keptLines: Int
    /// Whether what is left by cuts is the same.
    private let isSame: (Cuts) -> Bool?

    /// How often all is gone through.
    private static let passes = 4
    /// How many kinds of what repeats are tried.
    private static let alikeLimit = 200

    /// A search.
    ///
    /// - Parameter isSame: is asked of cuts; `nil` ends the search.
    init(
        _ tree: PieceTree,
        _ taken: TakenWords,
        keepingLinesBefore keptLines: Int,
        isSame: @escaping (Cuts) -> Bool?
    ) {
        self.tree = tree
        self.taken = taken
        self.keptLines = keptLines
        self.isSame = isSame
    }

    /// Searches until nothing more can be cut, or it has been ended.
    ///
    /// - Parameter hasNumberedLines: whether a line's number may be a value, so that where a line cannot be cut it is
    ///   tried to empty it.
    mutating func run(hasNumberedLines: Bool) {
        guard cutAlike() else { return }
        for _ in 0..<PieceSearch.passes {
            let before = cuts.count
            guard pass() else { return }
            if cuts.count == before { break }
        }
        guard hasNumberedLines else { return }
        keptLines = .max
        _ = pass()
    }

    /// Cuts what repeats on the page and is never needed: of a long list one reading for each part of its items, and not
    /// for each of its items. False where the search has been ended.
    private mutating func cutAlike() -> Bool {
        for pieces in tree.alike(limit: PieceSearch.alikeLimit) {
            var candidate = cuts
            var ranges: [Range<Int>] = []
            for (parent, siblings) in tree.byParents(pieces) {
                ranges += tree.ranges(ofCutting: siblings, in: parent)
            }
            candidate.add(ranges.sorted { $0.lowerBound < $1.lowerBound }, keepingLinesBefore: keptLines)
            if candidate.count == cuts.count { continue }
            guard let answer = isSame(candidate) else { return false }
            guard answer else { continue }
            cuts = candidate
            for piece in pieces { tree[piece].isCut = true }
        }
        return true
    }

    /// Goes through all pieces that are left; false where the search has been ended.
    private mutating func pass() -> Bool {
        push(tree.children(of: 0), of: 0)
        while let run = queue.pop() {
            guard let isCut = attempt(run) else {
                queue = RunQueue()
                return false
            }
            if isCut { continue }
            if run.pieces.count > 1 { split(run) } else { look(into: run) }
        }
        return true
    }

    private mutating func attempt(_ run: PieceRun) -> Bool? {
        var candidate = cuts
        candidate.add(tree.ranges(ofCutting: run.pieces, in: run.parent), keepingLinesBefore: keptLines)
        if candidate.count == cuts.count { return true }
        guard let answer = isSame(candidate) else { return nil }
        if answer {
            cuts = candidate
            for piece in run.pieces { tree[piece].isCut = true }
        }
        return answer
    }

    private mutating func push(_ pieces: [Int], of parent: Int) {
        guard !pieces.isEmpty else { return }
        let size = pieces.reduce(0) { $0 + tree[$1].range.count }
        queue.push(PieceRun(parent: parent, pieces: pieces, size: size))
    }

    /// Pushes both halves of a run: of its bytes, as far as pieces can be halved.
    private mutating func split(_ run: PieceRun) {
        var size = 0
        var count = 0
        while count < run.pieces.count - 1, count == 0 || size * 2 < run.size {
            size += tree[run.pieces[count]].range.count
            count += 1
        }
        push(Array(run.pieces[..<count]), of: run.parent)
        push(Array(run.pieces[count...]), of: run.parent)
    }

    private mutating func look(into run: PieceRun) {
        guard let piece = run.pieces.first else { return }
        let isText: Bool
        if case .words = tree[piece].inside { isText = true } else { isText = false }
        let children = tree.children(of: piece)
        if isText || tree[piece].isText {
            tree[piece].isText = true
            for words in unknown(children) { push(words, of: piece) }
        } else {
            push(children.filter { !tree[$0].isAttribute }, of: piece)
            push(children.filter { tree[$0].isAttribute }, of: piece)
        }
    }

    /// The words that no value has, those that follow each other together.
    private func unknown(_ words: [Int]) -> [[Int]] {
        var runs: [[Int]] = [[]]
        for word in words {
            if taken.contains(tree.bytes[tree[word].range]) {
                if runs.last?.isEmpty == false { runs.append([]) }
            } else {
                runs[runs.count - 1].append(word)
            }
        }
        return runs
    }
}

/// Pieces that stand side by side in one.
struct PieceRun {
    let parent: Int
    let pieces: [Int]
    /// How many bytes they have.
    let size: Int
}

/// Runs of pieces, the largest first: those with as many binary digits in their size in the order in which they came.
struct RunQueue {
    private var rows: [(runs: [PieceRun], next: Int)] = Array(repeating: ([], 0), count: Int.bitWidth + 1)
    private var highest = -1

    mutating func push(_ run: PieceRun) {
        let row = Int.bitWidth - run.size.leadingZeroBitCount
        rows[row].runs.append(run)
        highest = max(highest, row)
    }

    mutating func pop() -> PieceRun? {
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
