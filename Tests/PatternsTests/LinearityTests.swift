#if DEBUG
    import Testing

    @testable import Patterns

    /// The steps of searches are counted, and are proportional to the text and the program, even for patterns that take
    /// a backtracking engine exponential or quadratic time.
    @Suite struct LinearityTests {
        private static let patterns = [
            "(a+)+$", "(a+)+b", "(a|a)*b", "(a|aa)+$", "(a|aa)+c", "^(a*)*b$", "(.*)*x", "(.*)(.*)(.*)x",
            "((a*)*)*b",
            "(a?){30}a{30}b", "(?:a*)*(?:a*)*c", "(a|b|ab)*c", "^(([a-z])+.)+[A-Z]([a-z])+$", "(?=(a+)+$)b",
            "(?:(?=a*b)a)*c",
            "(?:(?!.*b)a)+$", "(?:(?<=a*)a)*b", "(?=(?=a*)a)b", "(?<=(?:a|aa)+)b",
            "\\s+$", "(x+x+)+y", "a*?b|a*?c", "(?:a{0,20}){20}b", "(\\w+\\s?)*!", ".*?,.*?,.*?,z",
            "\\bq(a+)+\\b",
        ]

        @Test(arguments: patterns)
        func stepsAreLinear(_ pattern: String) throws {
            let compiled = try Pattern(pattern)
            for unit in ["a", " ", "ab", "aé,"] {
                for count in [1_000, 4_000, 16_000] {
                    let text = Array(String(repeating: unit, count: count).utf8)
                    let (steps, states) = compiled.steps(in: text)
                    #expect(
                        steps <= 24 * states * (text.count + 64),
                        "\(steps) for \(text.count) bytes, \(states) states"
                    )
                }
            }
        }

        /// All matches in one text: searches that repeatedly read to the end share a memory.
        @Test(arguments: ["a.*x|a", "a[^x]*x|a", "(a)(?:.*(x))?", "a(?=.*x)|b", "a(?:b|.*x)?"])
        func findingAllIsLinear(_ pattern: String) throws {
            let compiled = try Pattern(pattern)
            for count in [1_000, 4_000, 16_000] {
                let text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
                let (steps, states) = compiled.steps(in: text)
                #expect(
                    steps <= 24 * states * (text.count + 4_096),
                    "\(steps) for \(text.count) bytes, \(states) states"
                )
            }
        }

        @Test(arguments: [1, 4, 16])
        func stepsAreLinearInTheProgram(_ size: Int) throws {
            let text = [UInt8](repeating: UInt8(ascii: "a"), count: 2_000)
            let pattern = "(" + String(repeating: "a?", count: size * 10) + ")+b"
            let (steps, states) = try Pattern(pattern).steps(in: text)
            #expect(states < 10 * size * 10 + 20)
            #expect(steps <= 24 * states * (text.count + 64))
        }

        /// Nested repetitions of parts that may be empty do not multiply the program.
        @Test func nestedLoopsStaySmall() throws {
            for depth in [2, 8, 32] {
                let pattern =
                    String(repeating: "(?:", count: depth) + "a" + String(repeating: "b?)*", count: depth)
                let (_, states) = try Pattern(pattern).steps(in: [])
                #expect(states <= 16 * depth * depth + 64, "\(states) at depth \(depth)")
            }
        }
    }
#endif
