extension HeaderFields {
    /// Returns the value of a structured field (RFC 9651); nil if there is no line with that name.
    ///
    ///     try fields.structured("Priority", as: StructuredField.Dictionary.self)
    ///
    /// - Throws: ``InvalidStructuredField`` if the lines aren't exactly such a value.
    public func structured<Value: StructuredFieldValue>(
        _ name: Name, as type: Value.Type = Value.self
    ) throws(InvalidStructuredField) -> Value? {
        let lines = values(of: name)
        return lines.isEmpty ? nil : try Value(parsing: lines)
    }

    /// Sets a structured field (RFC 9651). An empty list or dictionary removes it.
    ///
    /// - Throws: ``InvalidStructuredField`` if a part of the value can't be serialized.
    public mutating func setStructured(_ name: Name, _ value: some StructuredFieldValue) throws(InvalidStructuredField)
    {
        let text = try value.serialized()
        self[name] = text.isEmpty ? nil : text
    }
}
