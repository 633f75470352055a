import Records

extension Profile {
    /// The profile as a table for people: a line a phase in the order of the way, and one of all.
    ///
    ///     phase           ms      %  ns/byte     count
    ///     parse        140.2   59.1     4.84       313
    ///     …
    ///     total        237.3  100.0     8.19
    ///     313 pages, 28973173 bytes
    package var text: String {
        let all = total
        var lines = [Profile.line("phase", "ms", "%", "ns/byte", "count")]
        for phase in Phase.allCases {
            let share = self[phase]
            lines.append(line(phase.name, share.nanoseconds, of: all, "\(share.count)"))
        }
        lines.append(line("total", all, of: all, ""))
        lines.append("\(pages) \(pages == 1 ? "page" : "pages"), \(bytes) \(bytes == 1 ? "byte" : "bytes")")
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ name: String, _ nanoseconds: UInt64, of all: UInt64, _ count: String) -> String {
        let time = Double(nanoseconds)
        return Profile.line(
            name,
            Profile.text(time / 1e6, digits: 1),
            all == 0 ? "-" : Profile.text(100 * time / Double(all), digits: 1),
            bytes == 0 ? "-" : Profile.text(time / Double(bytes), digits: 2),
            count
        )
    }

    private static func line(_ name: String, _ cells: String...) -> String {
        let widths = [10, 7, 9, 10]
        let padded = zip(cells, widths).map { cell, width in
            String(repeating: " ", count: max(0, width - cell.utf8.count)) + cell
        }
        let line = name + String(repeating: " ", count: max(0, 8 - name.utf8.count)) + padded.joined()
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// A number with as many digits after its point.
    private static func text(_ number: Double, digits: Int) -> String {
        let scale = digits == 1 ? 10 : 100
        guard let scaled = Int(exactly: (number * Double(scale)).rounded()) else { return "-" }
        let fraction = String(scaled % scale)
        return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.utf8.count) + fraction
    }
}
