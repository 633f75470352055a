import Chart
import Foundation
import Records
import Scraping
import Testing

/// Charts of the cases in this folder; to add a case, add a folder. With `CHART_UPDATE` set, the results are written as
/// the expected ones; review them before you keep them.
@Suite struct ChartTests {
    @Test func thereAreCases() { #expect(ChartCase.all.count > 20) }

    @Test(arguments: ChartCase.all) func chartsComeOutToTheByte(_ test: ChartCase) throws {
        let output = try test.output()
        if ProcessInfo.processInfo.environment["CHART_UPDATE"] != nil {
            try Data(output.utf8).write(to: test.golden)
        }
        let golden = try String(contentsOf: test.golden, encoding: .utf8)
        #expect(output.utf8.elementsEqual(golden.utf8))
    }

    @Test(arguments: ChartCase.drawn) func everythingIsWithinThePlot(_ test: ChartCase) throws {
        try check(try test.output())
    }

    /// Properties that every picture has.
    private func check(_ svg: String) throws {
        let picture = try ChartPicture(svg)
        #expect(picture.problems == [])
        #expect(picture.left < picture.right && picture.top < picture.bottom)
        #expect(picture.right <= picture.width && picture.bottom < picture.height)
        #expect(!picture.points.isEmpty && !picture.ticks.isEmpty)
        for point in picture.points {
            #expect((picture.left...picture.right).contains(point.x), "\(point)")
            #expect((picture.top...picture.bottom).contains(point.y), "\(point)")
        }
        for tick in picture.ticks {
            #expect((picture.left...picture.right).contains(tick.x) && tick.y == picture.bottom, "\(tick)")
        }
        for (_, _, x, y) in picture.texts {
            #expect((0...picture.width).contains(x) && (0...picture.height).contains(y))
        }
        // Two labels in one place would be illegible.
        let places = picture.texts.map { ChartPicture.Point(x: $0.x, y: $0.y) }
        #expect(Set(places).count == places.count)
        #expect(!svg.contains("nan") && !svg.contains("inf") && !svg.contains("<script"))
    }

    // MARK: - Made records

    private static let schema = Schema(types: [
        Schema.RecordType(
            name: "Point",
            fields: [
                Schema.Field(name: "x", type: .scalar(.decimal), isRequired: true),
                Schema.Field(name: "y", type: .scalar(.decimal), isRequired: true),
            ]
        )
    ])

    private static func points(_ numbers: [(Double, Double)]) -> [Record] {
        numbers.map { x, y in
            Record(
                type: "Point",
                fields: [
                    Value.Member("x", Number(x).map(Value.number) ?? .null),
                    Value.Member("y", Number(y).map(Value.number) ?? .null),
                ]
            )
        }
    }

    private static let axes = ["x": "x", "y": "y"]

    /// Numbers of every size, from a generator with a fixed seed.
    @Test func numbersOfEverySizeAreDrawn() throws {
        var generator = Generator(state: 1)
        for _ in 0..<300 {
            let scale = { pow(10, Double(Int.random(in: -320...299, using: &generator))) }
            let (xScale, yScale) = (scale(), scale())
            let shift = Bool.random(using: &generator) ? scale() : 0
            let numbers = (0...Int.random(in: 0...8, using: &generator)).map { _ in
                (
                    Double.random(in: -1...1, using: &generator) * xScale + shift,
                    Double.random(in: -1...1, using: &generator) * yScale - shift
                )
            }
            try check(
                ChartCase.output(ChartTests.points(numbers), ChartTests.schema, options: ChartTests.axes)
            )
        }
    }

    /// The numbers of a chart, and the labels of the ticks on its vertical axis.
    @Test(
        arguments: [
            ([0, 10], "0 2 4 6 8 10"), ([1, 9.5], "0 2 4 6 8 10"),
            ([0.1, 0.35], "0.10 0.15 0.20 0.25 0.30 0.35"),
            ([-3, 12], "−5 0 5 10 15"),
            ([999_999, 1_000_001], "999,999.0 999,999.5 1,000,000.0 1,000,000.5 1,000,001.0"),
            ([5], "4.4 4.6 4.8 5.0 5.2 5.4 5.6"), ([0], "−1.0 −0.5 0 0.5 1.0"),
            // From a thousand million upwards, with steps of at least a million, there are only zeros.
            ([0, 999_000_000], "0 200,000,000 400,000,000 600,000,000 800,000,000 1,000,000,000"),
            ([0, 1e9], "0 2×10⁸ 4×10⁸ 6×10⁸ 8×10⁸ 1×10⁹"),
            (
                [1e9, 1.000_002e9],
                "1,000,000,000 1,000,000,500 1,000,001,000 1,000,001,500 1,000,002,000"
            ),
            ([0, 1e-6], "0 2×10⁻⁷ 4×10⁻⁷ 6×10⁻⁷ 8×10⁻⁷ 1×10⁻⁶"),
            ([2e12, 5e12], "2×10¹² 2.5×10¹² 3×10¹² 3.5×10¹² 4×10¹² 4.5×10¹² 5×10¹²"),
            ([0, 3e-9], "0 5×10⁻¹⁰ 1×10⁻⁹ 1.5×10⁻⁹ 2×10⁻⁹ 2.5×10⁻⁹ 3×10⁻⁹"),
        ] as [([Double], String)]
    )
    func ticksOfNumbers(_ numbers: [Double], _ labels: String) throws {
        let records = ChartTests.points(numbers.enumerated().map { (Double($0), $1) })
        let svg = ChartCase.output(records, ChartTests.schema, options: ChartTests.axes)
        #expect(
            try ChartPicture(svg).texts.filter { $0.kind == "end" }.map(\.text)
                == labels.split(separator: " ").map(String.init)
        )
    }

    /// Two times, and the labels of the ticks on the horizontal axis, with the larger unit.
    @Test(
        arguments: [
            ("2016-10-15", "2017-10-11", "Nov/2016 Jan/2017 Mar May Jul Sep"),
            ("2016-10-15", "2016-10-17", "15/Oct_2016 16 17"),
            ("2016-12-20", "2017-01-20", "26/Dec_2016 2/Jan_2017 9 16"),
            ("2000-01-01", "2020-01-01", "2000 2005 2010 2015 2020"),
            ("2020-02-29", "2020-02-29", "29/Feb_2020"),
            (
                "2018-05-28T05:45:00", "2018-05-28T05:45:40",
                "05:45:00/28_May_2018 05:45:05 05:45:10 05:45:15 05:45:20 05:45:25 05:45:30 05:45:35 05:45:40"
            ),
            (
                "2018-05-28T20:00:00-05:00", "2018-05-29T09:00:00-05:00",
                "20:00/28_May_2018 22:00 00:00/29_May_2018 02:00 04:00 06:00 08:00"
            ),
        ]
    )
    func ticksOfDates(_ first: String, _ last: String, _ labels: String) throws {
        let type = Schema.FieldType.scalar(first.contains("T") ? .dateTime : .date)
        var schema = ChartTests.schema
        schema.types[0].fields[0].type = type
        let records = [first, last].map { text in
            Record(type: "Point", fields: [Value.Member("x", .string(text)), Value.Member("y", 1)])
        }
        let texts = try ChartPicture(ChartCase.output(records, schema)).texts
        let found = texts.filter { $0.kind == "middle" }.map { tick in
            let context = texts.first { $0.kind == "middle quiet" && $0.x == tick.x }
            return tick.text + (context.map { "/" + $0.text.replacing(" ", with: "_") } ?? "")
        }
        #expect(found == labels.split(separator: " ").map(String.init))
    }

    @Test func tenThousandPointsAreOneLine() throws {
        var generator = Generator(state: 2)
        let numbers = (0..<10_000).map { (Double($0), Double.random(in: 0...100, using: &generator)) }
            .shuffled(
                using: &generator
            )
        let svg = ChartCase.output(ChartTests.points(numbers), ChartTests.schema, options: ChartTests.axes)
        try check(svg)
        #expect(svg.utf8.count < 200_000)
    }

    @Test func theSameRecordsGiveTheSameBytes() throws {
        let test = try #require(ChartCase.drawn.first { $0.testDescription == "thirty-lines" })
        #expect(try test.output() == test.output())
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
