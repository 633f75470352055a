import Foundation
import OneRepMax
import Records
import RulesTestSupport
import Scraping
import TestSupport
import Testing

/// The lifting log's rules have the same results as other programs with the same files.
@Suite struct LiftingLogTests {
    private static let hasCases = SharedCases.has("workouts")
    private static let note = SharedCases.note("workouts")

    /// The catalogue's own rules applied to a file.
    private func outcome(_ name: String, _ bytes: [UInt8]) throws -> Outcome {
        let path = SharedCases.checkout.appending(path: "Rules/fitbod.json").path
        return try Rules.load(path, registry: Registry([OneRepMax.plugin])).scrape(
            Page(name: name, bytes: bytes)
        )
    }

    private func isNear(_ value: Value?, _ expected: Double) -> Bool {
        value?.number.map { abs($0.double - expected) < 1e-9 } ?? false
    }

    // MARK: - Whole files

    struct File: Decodable, Sendable {
        struct Exercise: Decodable, Sendable {
            let exercise: String
            let records: Int
            let one_rep_max: Double
            let last_day: String
            let last_day_1rm: Double
            let per_day: [String: Double]
        }
        let lines: Int
        let exercises_in_file_order: [Exercise]
    }

    @Test(.enabled(if: hasCases, "\(note)"), arguments: ["workoutData-2017.txt", "workoutData-2020.txt"])
    func filesGiveTheExpectedDays(_ name: String) throws {
        let text = try SharedCases.text("workouts/expected.json")
        let files = try JSONDecoder().decode([String: File].self, from: Data(text.utf8))
        let expected = try #require(files[name])
        let outcome = try outcome(name, SharedCases.bytes("workouts/\(name)"))
        #expect(outcome.diagnostics.isEmpty)
        #expect(outcome.records.count { $0.type == "Lift" } == expected.lines)
        let exercises = outcome.records.filter { $0.type == "Exercise" }
        #expect(exercises.map { $0["name"]?.text } == expected.exercises_in_file_order.map(\.exercise))
        for (record, exercise) in zip(exercises, expected.exercises_in_file_order) {
            #expect(isNear(record["best"], exercise.one_rep_max))
            #expect(isNear(record["newest"], exercise.last_day_1rm))
            let days = record["days"]?.list ?? []
            #expect(days.map { $0["date"]?.text } == exercise.per_day.keys.sorted())
            #expect(days.last?["date"]?.text == exercise.last_day)
            for day in days {
                #expect(isNear(day["oneRepMax"], exercise.per_day[day["date"]?.text ?? ""] ?? .nan))
            }
            let name = Value.string(exercise.exercise)
            #expect(outcome.records.count { $0["exercise"] == name } == exercise.records)
        }
    }

    @Test(.enabled(if: hasCases, "\(note)")) func oneBadLineIsOneDiagnostic() throws {
        let name = "workoutData-invalid-line7.txt"
        let outcome = try outcome(name, SharedCases.bytes("workouts/\(name)"))
        #expect(outcome.records.count { $0.type == "Lift" } == 581)
        #expect(outcome.diagnostics.map(\.location?.line) == [7])
        #expect(outcome.diagnostics.map(\.severity) == [.error])
    }

    @Test(.enabled(if: hasCases, "\(note)")) func anEmptyFileIsAFailure() throws {
        let outcome = try outcome("empty.txt", SharedCases.bytes("workouts/empty.txt"))
        #expect(outcome.messages == ["empty.txt: error: the page has no records"])
    }

    // MARK: - The programs' own tests

    struct Facts: Decodable, Sendable {
        let orm: [Estimate]
        let grouping: Grouping

        struct Estimate: Decodable, Sendable {
            let reps: Int
            let weight: Double
            let type: String?
            /// `nil` if a program describes itself in words.
            let expected: Double?

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: Key.self)
                reps = try values.decode(Int.self, forKey: .reps)
                weight = try values.decode(Double.self, forKey: .weight)
                type = try values.decodeIfPresent(String.self, forKey: .type)
                expected = try? values.decode(Double.self, forKey: .expected)
            }

            private enum Key: String, CodingKey { case reps, weight, type, expected }
        }

        struct Grouping: Decodable, Sendable {
            let input: [[Cell]]
            let expected: [Exercise]
        }

        struct Exercise: Decodable, Sendable {
            let name: String
            let days: [[Double]]
            let best: Double
            let last: Double
        }

        enum Cell: Decodable, Sendable {
            case text(String)
            case number(Double)

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                if let number = try? value.decode(Double.self) {
                    self = .number(number)
                } else {
                    self = .text(try value.decode(String.self))
                }
            }

            var text: String {
                switch self {
                case .text(let text): text
                case .number(let number): "\(Int(number))"
                }
            }
        }
    }

    private func facts() throws -> Facts {
        let text = try SharedCases.text("workouts/tests-from-projects.json")
        return try JSONDecoder().decode(Facts.self, from: Data(text.utf8))
    }

    @Test(.enabled(if: hasCases, "\(note)")) func estimatesAreThoseOfThePrograms() throws {
        for estimate in try facts().orm {
            let line = "Oct 11 2020,Squat,1,\(estimate.reps),\(estimate.weight)\n"
            let outcome = try outcome("log.txt", Array(line.utf8))
            let value = outcome.records.first?["oneRepMax"]
            let isLegal = (1...36).contains(estimate.reps) && estimate.weight > 0
            #expect(outcome.diagnostics.isEmpty == isLegal, "\(line)")
            guard isLegal, let expected = estimate.expected else {
                #expect(value == nil)
                continue
            }
            switch estimate.type {
            case "Double": #expect(isNear(value, expected))
            case "Float32": #expect(Float(value?.number?.double ?? .nan) == Float(80) / 3)
            default: #expect(value?.number.map { $0.double.rounded(.towardZero) } == expected)
            }
        }
    }

    @Test(.enabled(if: hasCases, "\(note)")) func groupsAreThoseOfThePrograms() throws {
        let grouping = try facts().grouping
        let lines = grouping.input.map { cells in
            let texts = cells.map(\.text)
            let day = texts[0].dropFirst("day".count)
            return "Oct \(day) 2020,\(texts[1]),\(texts[2]),\(texts[3])\n"
        }
        let outcome = try outcome("log.txt", Array(lines.joined().utf8))
        #expect(outcome.diagnostics.isEmpty)
        let exercises = outcome.records.filter { $0.type == "Exercise" }
        #expect(exercises.count == grouping.expected.count)
        for expected in grouping.expected {
            let record = exercises.first { $0["name"]?.text == expected.name }
            #expect(isNear(record?["best"], expected.best) && isNear(record?["newest"], expected.last))
            let days = record?["days"]?.list ?? []
            #expect(days.count == expected.days.count)
            for (day, values) in zip(days, expected.days) {
                #expect(isNear(day["oneRepMax"], values.last ?? .nan))
            }
        }
    }
}
