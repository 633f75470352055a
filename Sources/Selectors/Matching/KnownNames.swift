import DOM

/// The names of HTML that pseudo-classes ask for, as one page has interned them; `nil` for what is not on it.
struct KnownNames {
    let a, area, audio, bdi, button, datalist, details, dialog, fieldset, form, h1, h2, h3, h4, h5, h6,
        input: Name?
    let legend, optgroup, option, progress, script, select, style, textarea, video: Name?
    let checked, contenteditable, dir, disabled, href, id, `is`, max, min, multiple, muted, name, open: Name?
    let pattern, placeholder, readonly, required, selected, size, step, typeAttribute, value: Name?

    init(_ document: Document) {
        func name(_ text: StaticString) -> Name? {
            document.existingName(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        }
        a = name("a")
        area = name("area")
        audio = name("audio")
        bdi = name("bdi")
        button = name("button")
        datalist = name("datalist")
        details = name("details")
        dialog = name("dialog")
        fieldset = name("fieldset")
        form = name("form")
        h1 = name("h1")
        h2 = name("h2")
        h3 = name("h3")
        h4 = name("h4")
        h5 = name("h5")
        h6 = name("h6")
        input = name("input")
        legend = name("legend")
        optgroup = name("optgroup")
        option = name("option")
        progress = name("progress")
        script = name("script")
        select = name("select")
        style = name("style")
        textarea = name("textarea")
        video = name("video")
        checked = name("checked")
        contenteditable = name("contenteditable")
        dir = name("dir")
        disabled = name("disabled")
        href = name("href")
        id = name("id")
        `is` = name("is")
        max = name("max")
        min = name("min")
        multiple = name("multiple")
        muted = name("muted")
        self.name = name("name")
        open = name("open")
        pattern = name("pattern")
        placeholder = name("placeholder")
        readonly = name("readonly")
        required = name("required")
        selected = name("selected")
        size = name("size")
        step = name("step")
        typeAttribute = name("type")
        value = name("value")
    }

    func has(_ attribute: Name?, _ element: NodeRef) -> Bool {
        attribute.flatMap(element.attribute) != nil
    }

    /// An attribute's value; `nil` where the element has it not.
    func string(_ attribute: Name?, _ element: NodeRef) -> String? {
        attribute.flatMap(element.attribute)?.string
    }

    /// The `type` of an `input` or `button` in lower case; what is not given is `text` or `submit`.
    func type(of element: NodeRef) -> String {
        let isButton = element.name == button
        let type = string(typeAttribute, element)?.asciiLowercased ?? ""
        if isButton { return type == "reset" || type == "button" ? type : "submit" }
        return KnownNames.inputTypes.contains(type) ? type : "text"
    }

    private static let inputTypes: Set<String> = [
        "hidden", "text", "search", "tel", "url", "email", "password", "date", "month", "week", "time",
        "datetime-local", "number", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset",
        "button",
    ]
}
