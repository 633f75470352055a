public import Records

extension Plugin {
    /// What the plugin makes of an input, as rules would have it made: for its tests.
    ///
    /// - Parameter call: the call as the protocol writes it: `{"transform": "one-rep-max", "input": [100, 5]}`; the
    ///   kinds are `decoder` (its input in Base64), `preparation`, `transform`, `type` and `format`.
    /// - Throws: why the plugin makes nothing of it, or that what it makes is not of the type that it declares.
    public func answer(to call: Value, in context: PageContext = PageContext()) throws(StepError) -> Value {
        guard let call = PluginCall(call) else {
            throw StepError("expected one of decoder, preparation, transform, type, format, and \"input\"")
        }
        var server = PluginServer(plugin: self)
        let value = try server.answer(to: call, in: context)
        guard let type = declaredType(of: call), !type.holds(value) else { return value }
        throw StepError(
            "\(call.name) is declared to give \(type), and it gave \(value.kind): \(value.quoted)"
        )
    }

    private func declaredType(of call: PluginCall) -> ValueType? {
        switch call.kind {
        case .decoder, .preparation, .format: .string
        case .transform: transforms.first { $0.name == call.name }?.output
        case .type: fieldTypes.first { $0.name == call.name }?.gives
        }
    }
}
