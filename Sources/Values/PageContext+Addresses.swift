public import Records

extension PageContext {
    /// An address as it stands on the page, made absolute against the page's own.
    ///
    /// - Throws: ``StepError`` for what is no address, and for a relative one where ``baseURL`` is not known.
    public func resolve(_ address: String) throws(StepError) -> String {
        if let plainBase {
            if let plain = plainBase.resolve(address) { return plain }
        } else if baseURL == nil {
            switch PlainAddress.kind(of: address) {
            case .absolute: return address
            case .relative: throw Addresses.withoutBase(address)
            case nil: break
            }
        }
        return try Addresses.resolve(address, against: baseURL)
    }
}
