/// What tells one line from another: colour, then the shape of its marks, then dashes.
struct SeriesStyle {
    let index: Int

    /// The classes of its elements.
    var classes: String {
        let dash = index / SeriesStyle.colours.count % SeriesStyle.dashes.count
        return "c\(index % SeriesStyle.colours.count)" + (dash == 0 ? "" : " d\(dash)")
    }

    /// A mark around a point, as the rest of a path.
    var mark: String { SeriesStyle.marks[index % SeriesStyle.marks.count] }

    /// Colours on light and on dark: of each two the distance is at least 34 (CIELAB), also as the three kinds of
    /// colour blindness see them, and the contrast to the paper at least 3.
    static let colours: [(light: String, dark: String)] = [
        ("#007cf0", "#5a87f6"), ("#c87800", "#e07020"), ("#38965a", "#9dffa3"), ("#581c96", "#c163a5"),
        ("#8e0055", "#f0005b"), ("#5f3400", "#ffd216"), ("#8280b0", "#0ed2ff"), ("#000e00", "#ffffff"),
    ]

    /// After all colours the lines begin to be dashed.
    static let dashes = ["", "7 4", "2 4", "10 4 2 4"]

    private static let marks = [
        "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z", "m-3.2-3.2h6.4v6.4h-6.4z", "m0-4.4l4.2 7.2h-8.4z",
        "m0-4.6l4.6 4.6l-4.6 4.6l-4.6-4.6z", "m0 4.4l4.2-7.2h-8.4z",
    ]
}
