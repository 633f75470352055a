/// The folder that the package lies in.
enum Checkout {
    static func path(_ name: String) -> String {
        let components = "\(#filePath)".split(separator: "/").dropLast(3)
        return "/" + (components + [Substring(name)]).joined(separator: "/")
    }
}
