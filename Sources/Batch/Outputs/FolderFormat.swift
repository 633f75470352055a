/// How the files of a ``FolderStore`` are written, by the formats' names: those of which each line stands for itself, so
/// that a file can be cut and continued.
package enum FolderFormat: String, CaseIterable, Sendable {
    case csv
    case tsv
    case jsonLines = "jsonl"
}
