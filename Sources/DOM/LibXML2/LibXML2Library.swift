import Basics
import CLibXML2

/// The functions of libxml2 that XPath and its own HTML parser need, loaded on first use.
///
/// A program that is linked to libxml2 loads it, and ICU for it, in each run: a quarter of the time of a short one. So nothing in
/// this package refers to its functions by name, and packages are linked without it: pages are read without them.
struct LibXML2Library: Sendable {
    /// The system's library; `nil` if it is not installed.
    static let system: LibXML2Library? = try? LibXML2Library(SystemLibrary(file: LibXML2.file))

    /// Why a page is not read, or an expression not evaluated.
    static let absence = "libxml2 (\(LibXML2.file)) is not installed"

    typealias Context = UnsafeMutableRawPointer?
    typealias Bytes = UnsafePointer<xmlChar>?

    let freeDocument: @convention(c) (xmlDocPtr?) -> Void

    // HTML.
    let makeParser: @convention(c) (UnsafePointer<CChar>?, Int32) -> htmlParserCtxtPtr?
    let setOptions: @convention(c) (htmlParserCtxtPtr?, Int32) -> Int32
    let parse: @convention(c) (htmlParserCtxtPtr?) -> Int32
    let stop: @convention(c) (htmlParserCtxtPtr?) -> Void
    let freeParser: @convention(c) (htmlParserCtxtPtr?) -> Void
    let setLimit: @convention(c) (xmlDictPtr?, Int) -> Int
    let startElement: @convention(c) (Context, Bytes, UnsafeMutablePointer<Bytes>?) -> Void
    let characters: @convention(c) (Context, Bytes, Int32) -> Void
    let cdataBlock: @convention(c) (Context, Bytes, Int32) -> Void

    // XPath.
    let makeContext: @convention(c) (xmlDocPtr?) -> xmlXPathContextPtr?
    let register: @convention(c) (xmlXPathContextPtr?, Bytes, Bytes) -> Int32
    let freeContext: @convention(c) (xmlXPathContextPtr?) -> Void
    let freeObject: @convention(c) (xmlXPathObjectPtr?) -> Void
    let text: @convention(c) (xmlXPathObjectPtr?) -> UnsafeMutablePointer<xmlChar>?
    let freeText: xmlFreeFunc
    private let evaluateExpression: @convention(c) (Bytes, xmlXPathContextPtr?) -> xmlXPathObjectPtr?
    private let errorHandler: @convention(c) () -> UnsafeMutablePointer<xmlGenericErrorFunc?>?
    private let errorData: @convention(c) () -> UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    private let setErrorHandler: @convention(c) (UnsafeMutableRawPointer?, xmlGenericErrorFunc?) -> Void

    private init(_ library: SystemLibrary) throws(SystemLibrary.MissingFunction) {
        freeDocument = try library.required("xmlFreeDoc")
        makeParser = try library.required("htmlCreateMemoryParserCtxt")
        setOptions = try library.required("htmlCtxtUseOptions")
        parse = try library.required("htmlParseDocument")
        stop = try library.required("xmlStopParser")
        freeParser = try library.required("htmlFreeParserCtxt")
        setLimit = try library.required("xmlDictSetLimit")
        startElement = try library.required("xmlSAX2StartElement")
        characters = try library.required("xmlSAX2Characters")
        cdataBlock = try library.required("xmlSAX2CDataBlock")
        makeContext = try library.required("xmlXPathNewContext")
        register = try library.required("xmlXPathRegisterNs")
        freeContext = try library.required("xmlXPathFreeContext")
        freeObject = try library.required("xmlXPathFreeObject")
        text = try library.required("xmlXPathCastToString")
        evaluateExpression = try library.required("xmlXPathEvalExpression")
        errorHandler = try library.required("__xmlGenericError")
        errorData = try library.required("__xmlGenericErrorContext")
        setErrorHandler = try library.required("xmlSetGenericErrorFunc")
        // Two threads that create the first dictionary at the same time would deadlock.
        let initialize: @convention(c) () -> Void = try library.required("xmlInitParser")
        initialize()
        // A variable with a function.
        guard let free = library.symbol("xmlFree")?.load(as: xmlFreeFunc?.self) else {
            throw SystemLibrary.MissingFunction()
        }
        freeText = free
    }

    /// The value of an expression of XPath; `nil` for a wrong one, whose error is in the context.
    func evaluate(_ expression: String, in context: xmlXPathContextPtr) -> xmlXPathObjectPtr? {
        scrape_evaluate(expression, context, evaluateExpression, errorHandler, errorData, setErrorHandler)
    }
}
