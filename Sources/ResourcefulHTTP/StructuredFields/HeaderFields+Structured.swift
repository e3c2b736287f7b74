extension HeaderFields {
    /// The value of a structured field (RFC 9651), nil when there is no line of that name.
    ///
    ///     try fields.structured("Priority", as: StructuredField.Dictionary.self)
    ///
    /// - Throws: ``InvalidStructuredField`` when the lines are not exactly such a value.
    public func structured<Value: StructuredFieldValue>(
        _ name: Name, as type: Value.Type = Value.self
    ) throws(InvalidStructuredField) -> Value? {
        let lines = values(of: name)
        return lines.isEmpty ? nil : try Value(parsing: lines)
    }

    /// Sets a structured field (RFC 9651); an empty list or dictionary removes it.
    ///
    /// - Throws: ``InvalidStructuredField`` when there is something in it that has no text.
    public mutating func setStructured(_ name: Name, _ value: some StructuredFieldValue) throws(InvalidStructuredField)
    {
        let text = try value.serialized()
        self[name] = text.isEmpty ? nil : text
    }
}
