/// What the attributes of a `meta` element say about the encoding. Of several of one name the first counts.
struct MetaElement {
    private var isContentType: Bool?
    private var content: Range<Int>??
    private var charset: Range<Int>?

    mutating func add(_ attribute: TagAttribute, in page: MetaPrescan) {
        if page.matches(attribute.name, "http-equiv") {
            isContentType = isContentType ?? page.matches(attribute.value, "content-type")
        } else if page.matches(attribute.name, "content") {
            content = content ?? .some(ContentType.charset(in: attribute.value, of: page))
        } else if page.matches(attribute.name, "charset") {
            charset = charset ?? attribute.value
        }
    }

    /// Where the encoding's label stands: in `charset`, or in `content` beside `http-equiv="content-type"`.
    var label: Range<Int>? {
        if let charset { return charset }
        return isContentType == true ? content ?? nil : nil
    }
}
