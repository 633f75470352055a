extension PageContext {
    /// An address as it stands on the page, made absolute against the page's own.
    ///
    /// - Throws: ``StepError`` for what is no address, and for a relative one where ``baseURL`` is not known.
    public func resolve(_ address: String) throws(StepError) -> String {
        if let plain = plainBase?.resolve(address) { return plain }
        return try Addresses.resolve(address, against: baseURL)
    }
}
