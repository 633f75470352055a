import Addresses
import DOM
import Encoding
import Engine
import Fetching
import Language
import Records
import Selectors
import Sources

/// Sends a page's form as a browser does: every control that has a name and a value, including hidden ones.
///
/// Specification: [HTML, form submission](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html).
enum FormSubmission {
    /// The request of a form; `nil` if the page has none.
    static func request(
        _ rule: SubmitRule,
        _ page: Page,
        _ rules: Rules,
        _ links: Rules,
        _ names: RequestNames,
        _ fills: Record?,
        _ builder: RequestBuilder
    ) throws(RequestProblem) -> FetchRequest? {
        guard let document = rules.parse(page).document,
            let form = try? document.first(rule.form ?? "form")
        else { return nil }
        let all = FormSubmission.owned(by: form, in: document)
        let owned = all.filter { !isDisabled($0) }
        let encoding = FormSubmission.encoding(of: form, page, builder)
        var controls = FormSubmission.controls(owned, encoding)
        for fill in rule.fills {
            let value = fill.field.flatMap { fills?[$0] } ?? fill.value?.value(names)
            guard let value, value != .null else {
                throw RequestProblem(
                    message: "the control \"\(fill.control)\" has no value to be filled with"
                )
            }
            try set(fill.control, value.text, &controls, form)
        }
        let button = try pressed(rule, all, document)
        if let button {
            if let place = controls.firstIndex(where: { $0.node == button }) {
                controls[place].isSent = true
            } else if let name = button["name"], !name.isEmpty {
                controls.append(
                    Control(node: button, name: name, value: button["value"] ?? "", isSent: true)
                )
            }
        }
        let base = try? WebAddress(page.url ?? "")
        let action = rule.to ?? button?["formaction"] ?? form["action"] ?? ""
        guard
            let target = try? WebAddress(action.isEmpty ? page.url ?? "" : action, base: base).withoutFragment
        else {
            throw RequestProblem(message: "the form leads to \(action.quoted), which is not an address")
        }
        let body = PercentText.form(controls.filter(\.isSent).flatMap(\.pairs), encoding)
        if (button?["formmethod"] ?? form["method"])?.lowercased() != "post" {
            let start = target.href.prefix { $0 != "?" && $0 != "#" }
            guard let address = try? WebAddress("\(start)?\(body)") else { return nil }
            return FetchRequest(address)
        }
        var request = FetchRequest(target)
        request.method = "POST"
        request.body = Array(body.utf8)
        if let field = HeaderField("Content-Type", "application/x-www-form-urlencoded") {
            request.headers.append(field)
        }
        return request
    }

    /// The encoding in which the form is sent: that of the rules, else the form's, else the page's.
    private static func encoding(
        of form: DOM.Element,
        _ page: Page,
        _ builder: RequestBuilder
    ) -> Encoding {
        if builder.plan.session.encoding != nil { return builder.encoding }
        let labels = (form["accept-charset"] ?? "").split { $0.isWhitespace || $0 == "," }
        let own = labels.lazy.compactMap { Encoding(label: String($0)) }.first
        let found = own ?? DecodedText.decode(page.bytes, given: page.encoding, format: .html).encoding
        // Specification: HTML, § 4.10.21.4: an encoding that is not a superset of ASCII is replaced by UTF-8.
        return found.name.lowercased().hasPrefix("utf-16") ? .utf8 : found
    }

    // MARK: - Controls

    /// The controls that a form owns, in the order of the page: those in it, those that name it, and those of a form
    /// that begins within a table, which cannot contain them in the tree.
    private static func owned(by form: DOM.Element, in document: Document) -> [DOM.Element] {
        let id = form["id"] ?? ""
        let isInTable = ["table", "tbody", "thead", "tfoot", "tr"].contains(form.parent?.name ?? "")
        let table = isInTable ? form.ancestors.first { $0.name == "table" } : nil
        var last: DOM.Element?
        var owned: [DOM.Element] = []
        for node in document.select("form, input, select, textarea, button") {
            if node.name == "form" {
                last = node
                continue
            }
            let ancestors = node.ancestors
            let isOwned: Bool
            if let other = node["form"] {
                isOwned = !id.isEmpty && other == id
            } else if let nearest = ancestors.first(where: { $0.name == "form" }) {
                isOwned = nearest == form
            } else {
                isOwned = table.map { table in last == form && ancestors.contains { $0 == table } } ?? false
            }
            if isOwned { owned.append(node) }
        }
        return owned
    }

    private static func isDisabled(_ node: DOM.Element) -> Bool {
        node["disabled"] != nil
            || node.ancestors.contains { $0.name == "fieldset" && $0["disabled"] != nil }
    }

    private struct Control {
        let node: DOM.Element?
        let name: String
        var value: String
        var isSent: Bool
        var isButton = false
        /// Whether it is an image button, which sends the position of the click.
        var isPicture = false

        var pairs: [(String, String)] {
            if !isPicture { return [(name, value)] }
            let start = name.isEmpty ? "" : name + "."
            return [(start + "x", "0"), (start + "y", "0")]
        }
    }

    private static func controls(_ owned: [DOM.Element], _ encoding: Encoding) -> [Control] {
        var controls: [Control] = []
        for node in owned {
            let name = node["name"] ?? ""
            let type = node["type"]?.lowercased() ?? ""
            let isPicture = node.name == "input" && type == "image"
            guard !name.isEmpty || isPicture else { continue }
            func add(_ value: String, _ isSent: Bool = true) {
                controls.append(Control(node: node, name: name, value: value, isSent: isSent))
            }
            switch node.name {
            case "textarea":
                let lines = node.text.split(separator: "\n", omittingEmptySubsequences: false)
                add(lines.joined(separator: "\r\n"))
            case "select":
                let open = node.select("option").filter { $0["disabled"] == nil }
                var chosen = open.filter { $0["selected"] != nil }
                if chosen.isEmpty, node["multiple"] == nil { chosen = Array(open.prefix(1)) }
                for option in chosen { add(option["value"] ?? option.text) }
            case "button": controls.append(button(node, name))
            default:
                switch type {
                case "submit", "button", "reset": controls.append(button(node, name))
                case "image":
                    var picture = button(node, name)
                    picture.isPicture = true
                    controls.append(picture)
                case "file": continue
                case "checkbox", "radio": add(node["value"] ?? "on", node["checked"] != nil)
                case "hidden" where name == "_charset_" && node["value"] == nil: add(encoding.name)
                default: add(node["value"] ?? "")
                }
            }
        }
        return controls
    }

    private static func button(_ node: DOM.Element, _ name: String) -> Control {
        Control(node: node, name: name, value: node["value"] ?? "", isSent: false, isButton: true)
    }

    /// Fills a control by its name, else by a selector; a name that the form lacks is added, as scripts do.
    private static func set(
        _ control: String,
        _ value: String,
        _ controls: inout [Control],
        _ form: DOM.Element
    ) throws(RequestProblem) {
        var places = controls.indices.filter { controls[$0].name == control && !controls[$0].isButton }
        if places.isEmpty, control.contains(where: { "#.[:> ".contains($0) }),
            let nodes = try? form.document.select(control)
        {
            let all = Set(nodes)
            places = controls.indices.filter { controls[$0].node.map(all.contains) ?? false }
        }
        guard let place = places.first else {
            controls.append(Control(node: nil, name: control, value: value, isSent: true))
            return
        }
        // One of several boxes is chosen by its value.
        if places.count > 1, let chosen = places.first(where: { controls[$0].value == value }) {
            for place in places { controls[place].isSent = place == chosen }
            return
        }
        controls[place].value = value
        controls[place].isSent = true
    }

    /// The button that is pressed: that of the rules, which a script may have to enable, else the form's first one that sends it;
    /// none where a script sends the form.
    private static func pressed(
        _ rule: SubmitRule,
        _ owned: [DOM.Element],
        _ document: Document
    ) throws(RequestProblem) -> DOM.Element? {
        func isButton(_ node: DOM.Element, _ types: [String]) -> Bool {
            let type = node["type"]?.lowercased()
            if node.name == "button" {
                return type.map { !["button", "reset"].contains($0) } ?? true || types.count > 2
            }
            return node.name == "input" && types.contains(type ?? "")
        }
        if let press = rule.press {
            let buttons = owned.filter { isButton($0, ["submit", "image", "button"]) }
            if let named = buttons.first(where: { $0["name"] == press }) { return named }
            let fitting = (try? document.select(press)).map { Set($0) } ?? []
            if let chosen = buttons.first(where: fitting.contains) { return chosen }
            throw RequestProblem(message: "the form has no button \"\(press)\"")
        }
        // With this control, ASP.NET's __doPostBack names what was pressed; a button would take precedence over it.
        if rule.pressesNone || rule.fills.contains(where: { $0.control == "__EVENTTARGET" }) { return nil }
        return owned.first { isButton($0, ["submit", "image"]) && !isDisabled($0) }
    }
}
