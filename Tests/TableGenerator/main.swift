import Foundation

// Writes the tables of `Sources` from the toolchain's data. `generate.sh` compiles and runs it.
let folder = CommandLine.arguments[1]
for (name, text) in Tables.files() {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    print("\(name): \(text.utf8.count) bytes")
}
