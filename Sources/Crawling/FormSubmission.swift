import Addresses
import DOM
import Encoding
import Fetching
import Language
import Records
import Scraping
import Selectors
import Sources

/// Sends a page's form as a browser does: every control that has a name and a value, including hidden ones.
///
/// Specification: [HTML, constructing the entry list](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html).
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
        var controls = FormSubmission.controls(of: form)
        for fill in rule.fills {
            let value = fill.field.flatMap { fills?[$0] } ?? fill.value?.value(names)
            guard let value, value != .null else {
                throw RequestProblem(message: "the control \"\(fill.control)\" has nothing to be filled with")
            }
            try set(fill.control, value.text, &controls, form)
        }
        let submitter = try button(rule.press, form)
        var pairs = controls.filter(\.isSent).map { ($0.name, $0.value) }
        if let submitter { pairs.append(submitter) }
        let base = try? WebAddress(page.url ?? "")
        let action = rule.to ?? form["action"] ?? ""
        guard
            let target = try? WebAddress(action.isEmpty ? page.url ?? "" : action, base: base).withoutFragment
        else {
            throw RequestProblem(message: "the form leads to \(action.quoted), which is no address")
        }
        let body = PercentText.form(pairs, builder.encoding)
        let isPost = form["method"]?.lowercased() == "post"
        if !isPost {
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

    private struct Control {
        let node: DOM.Element?
        let name: String
        var value: String
        var isSent: Bool
    }

    private static func controls(of form: DOM.Element) -> [Control] {
        let all = form.select("input[name], select[name], textarea[name]")
        var controls: [Control] = []
        for node in all {
            guard let name = node["name"], !name.isEmpty, node["disabled"] == nil else { continue }
            func add(_ value: String, _ isSent: Bool = true) {
                controls.append(Control(node: node, name: name, value: value, isSent: isSent))
            }
            switch node.name {
            case "textarea": add(node.text)
            case "select":
                let open = node.select("option").filter { $0["disabled"] == nil }
                var chosen = open.filter { $0["selected"] != nil }
                if chosen.isEmpty, node["multiple"] == nil { chosen = Array(open.prefix(1)) }
                for option in chosen { add(option["value"] ?? option.text) }
            default:
                switch node["type"]?.lowercased() ?? "text" {
                case "submit", "button", "reset", "image", "file": continue
                case "checkbox", "radio": add(node["value"] ?? "on", node["checked"] != nil)
                default: add(node["value"] ?? "")
                }
            }
        }
        return controls
    }

    /// Fills a control, found by its name or else by a selector; a name that the form lacks is added, as scripts do.
    private static func set(
        _ control: String,
        _ value: String,
        _ controls: inout [Control],
        _ form: DOM.Element
    ) throws(RequestProblem) {
        var places = controls.indices.filter { controls[$0].name == control }
        if places.isEmpty, control.contains(where: { "#.[:> ".contains($0) }),
            let node = try? form.first(control)
        {
            places = controls.indices.filter { controls[$0].node == node }
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

    private static func button(
        _ press: String?,
        _ form: DOM.Element
    ) throws(RequestProblem) -> (String, String)? {
        let all = form.select("button, input[type=submit], input[type=image]")
        var chosen: DOM.Element?
        if let press {
            chosen = all.first { $0["name"] == press }
            if chosen == nil { chosen = try? form.first(press) }
            if chosen == nil { throw RequestProblem(message: "the form has no button \"\(press)\"") }
        } else {
            chosen = all.first { ($0["type"]?.lowercased() ?? "submit") == "submit" && $0["disabled"] == nil }
        }
        guard let chosen, let name = chosen["name"], !name.isEmpty else { return nil }
        return (name, chosen["value"] ?? "")
    }
}
