extension StructuredField.Item: StructuredFieldValue {
    /// Creates an item from the lines of a field. More than one line is an error (RFC 9651, section 4.2.3).
    ///
    /// - Throws: ``InvalidStructuredField`` if the lines aren't exactly one item.
    public init(parsing lines: [String]) throws(InvalidStructuredField) {
        var parser = StructuredFieldParser(lines)
        self = try parser.parseItem()
        try parser.end()
    }

    /// Returns the text of the item (RFC 9651, section 4.1.3).
    ///
    /// - Throws: ``InvalidStructuredField`` if the value or a parameter can't be serialized.
    public func serialized() throws(InvalidStructuredField) -> String {
        var text = ""
        try text.append(self)
        return text
    }
}

extension StructuredField.List: StructuredFieldValue {
    /// Creates a list from the combined lines of a field (RFC 9651, section 4.2.1).
    ///
    /// - Throws: ``InvalidStructuredField`` if the lines aren't a list.
    public init(parsing lines: [String]) throws(InvalidStructuredField) {
        var parser = StructuredFieldParser(lines)
        members = try parser.parseList()
        try parser.end()
    }

    /// Returns the text of the list (RFC 9651, section 4.1.1). It is empty for an empty list, whose field you must
    /// omit.
    ///
    /// - Throws: ``InvalidStructuredField`` if a member can't be serialized.
    public func serialized() throws(InvalidStructuredField) -> String {
        var text = ""
        for member in members {
            if !text.isEmpty { text += ", " }
            try text.append(member)
        }
        return text
    }
}

extension StructuredField.KeyedMembers: StructuredFieldValue where Value == StructuredField.Member {
    /// Creates a dictionary from the combined lines of a field (RFC 9651, section 4.2.2).
    ///
    /// - Throws: ``InvalidStructuredField`` if the lines aren't a dictionary.
    public init(parsing lines: [String]) throws(InvalidStructuredField) {
        var parser = StructuredFieldParser(lines)
        self = try parser.parseDictionary()
        try parser.end()
    }

    /// Returns the text of the dictionary (RFC 9651, section 4.1.2). It is empty for an empty dictionary, whose field
    /// you must omit.
    ///
    /// - Throws: ``InvalidStructuredField`` if a key or a member can't be serialized.
    public func serialized() throws(InvalidStructuredField) -> String {
        var text = ""
        for (key, member) in self {
            if !text.isEmpty { text += ", " }
            try text.append(key: key)
            if member.value == true {
                try text.append(member.parameters)
            } else {
                text += "="
                try text.append(member)
            }
        }
        return text
    }
}
