import Addresses
import Basics
public import Records

/// A named type that a field's value is read as.
public struct FieldType: Definition {
    /// Reads a value as the type, or throws why it does not fit.
    public typealias Function = @Sendable (Value, PageContext) throws(StepError) -> Value

    /// The kind of the definition.
    public static var kind: DefinitionKind { .type }

    /// The name by which rules files call it.
    public let name: String
    /// A description, in one line.
    public let about: String
    /// The types of the values that it can read; a chain of steps must end with one of them.
    public let accepts: [ValueType]
    /// The type of the values that it returns.
    public let gives: ValueType
    /// The shape of its arguments. Those of `date` and `datetime` are keys of the field next to `type`.
    public let arguments: ArgumentShape
    /// Makes the function that reads values.
    public let make: @Sendable (Arguments) throws(StepError) -> Function
    /// The words that it accepts with some arguments; empty if it accepts others too.
    package internal(set) var words: @Sendable (Arguments) -> [String] = { _ in [] }
    /// Its result for a text, if that is known without a call.
    package internal(set) var form = Form.other

    /// The result of a type for a text.
    package enum Form: Sendable {
        /// The text with its white space collapsed.
        case line
        /// The text.
        case text
        /// The result of the type's function.
        case other
    }

    /// The types that it accepts and the one that it returns.
    public var signature: String {
        "\(accepts.map(\.description).joined(separator: " or ")) to \(gives)"
    }

    /// A field type with arguments.
    public init(
        name: String,
        about: String,
        accepts: [ValueType] = [.string],
        gives: ValueType = .string,
        arguments: ArgumentShape,
        make: @escaping @Sendable (Arguments) throws(StepError) -> Function
    ) {
        self.name = name
        self.about = about
        self.accepts = accepts
        self.gives = gives
        self.arguments = arguments
        self.make = make
    }

    /// A field type without arguments.
    public init(
        name: String,
        about: String,
        accepts: [ValueType] = [.string],
        gives: ValueType = .string,
        read: @escaping Function
    ) {
        self.init(name: name, about: about, accepts: accepts, gives: gives, arguments: .none) {
            _ throws(StepError) in read
        }
    }
}

/// A field type with its arguments: how the values of a field are read.
///
/// A class, so that passing it on costs one reference count instead of one for each of its parts.
package final class ScalarType: Sendable {
    package let name: String
    package let accepts: [ValueType]
    package let gives: ValueType
    package let words: [String]
    package let form: FieldType.Form
    package let read: FieldType.Function
    /// Whether the rules give the time zone of times without their own.
    package let hasZone: Bool
    /// Whether a `datetime` may be a day alone, since one of the formats has no time.
    package let mayLackTime: Bool
    /// The form of nearly all texts of the type, which ``kind(ofPlain:)`` recognizes.
    let usual: UsualForm

    /// A type with arguments of its shape; throws other mistakes in them.
    package init(_ type: FieldType, _ arguments: Arguments = Arguments()) throws(StepError) {
        name = type.name
        accepts = type.accepts
        gives = type.gives
        words = type.words(arguments)
        form = type.form
        read = try type.make(arguments)
        let isDateTime = name == FieldType.dateTime.name
        hasZone = isDateTime && arguments["timezone"] != nil
        mayLackTime = isDateTime ? try DateReader(arguments, needsTime: true).mayLackTime : false
        usual = try UsualForm(of: type, arguments)
    }

    /// The type of a constant of the rules, which is not converted.
    package init(constantOf name: String, gives: ValueType) {
        self.name = name
        self.gives = gives
        accepts = [.any]
        words = []
        form = .other
        hasZone = false
        mayLackTime = false
        usual = .none
        read = { value, _ in value }
    }

    init(
        name: String,
        accepts: [ValueType] = FieldType.string.accepts,
        gives: ValueType = .string,
        form: FieldType.Form = .other,
        read: @escaping FieldType.Function
    ) {
        self.name = name
        self.form = form
        self.read = read
        self.accepts = accepts
        self.gives = gives
        words = []
        hasZone = false
        mayLackTime = false
        usual = form == .other ? .none : .text
    }
}

// Values of the rules in place of those of a page.
extension ScalarType {
    /// The types that write each value in one form.
    private static let typesOfOneForm: Set<String> = Set(
        [.boolean, .integer, .decimal, .size, .duration, .url, .date, .dateTime, .enumeration]
            .map(\FieldType.name)
    )

    /// Whether the type writes each value in one form.
    package var hasOneForm: Bool { ScalarType.typesOfOneForm.contains(name) }

    /// The result of the type for a value that is in the form of a result: the format, the language and the zone of the
    /// dates on a page do not apply to it, and no address is known that it could be relative to.
    package func result(like value: Value) throws(StepError) -> Value {
        let context = PageContext()
        switch name {
        case FieldType.date.name: return try FieldType.date.make(Arguments())(value, context)
        case FieldType.dateTime.name:
            let day = mayLackTime ? try? FieldType.date.make(Arguments())(value, context) : nil
            if let day, day == value { return day }
            return try FieldType.dateTime.make(Arguments())(value, context)
        case FieldType.url.name:
            let text = try value.scalarText
            do throws(AddressError) { _ = try WebAddress(text) } catch {
                if error == .relativeWithoutBase {
                    throw StepError("\(text.quoted) is not an absolute address")
                }
            }
            let result = try read(value, context)
            if result == .null, let remark = context.remarks.take().first { throw StepError(remark) }
            return result
        default: return try read(value, context)
        }
    }
}
