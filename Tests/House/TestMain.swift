import Testing

/// Starts the tests of a build without an index, which `.ci/run` creates.
@main
struct TestMain {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
