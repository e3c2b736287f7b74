extension StructuredField.Item: StructuredFieldValue {
    /// An item of the lines of a field; more than one line is one too many (RFC 9651, section 4.2.3).
    ///
    /// - Throws: ``InvalidStructuredField`` where the lines are not exactly one item.
    public init(parsing lines: [String]) throws(InvalidStructuredField) {
        var parser = StructuredFieldParser(lines)
        self = try parser.parseItem()
        try parser.end()
    }

    /// The text of the item (RFC 9651, section 4.1.3).
    ///
    /// - Throws: ``InvalidStructuredField`` when the value or a parameter has no text.
    public func serialized() throws(InvalidStructuredField) -> String {
        var text = ""
        try text.append(self)
        return text
    }
}

extension StructuredField.List: StructuredFieldValue {
    /// A list of the lines of a field, taken together (RFC 9651, section 4.2.1).
    ///
    /// - Throws: ``InvalidStructuredField`` where the lines are not a list.
    public init(parsing lines: [String]) throws(InvalidStructuredField) {
        var parser = StructuredFieldParser(lines)
        members = try parser.parseList()
        try parser.end()
    }

    /// The text of the list, empty for an empty one, whose field is to be left out (RFC 9651, section 4.1.1).
    ///
    /// - Throws: ``InvalidStructuredField`` when a member has no text.
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
    /// A dictionary of the lines of a field, taken together (RFC 9651, section 4.2.2).
    ///
    /// - Throws: ``InvalidStructuredField`` where the lines are not a dictionary.
    public init(parsing lines: [String]) throws(InvalidStructuredField) {
        var parser = StructuredFieldParser(lines)
        self = try parser.parseDictionary()
        try parser.end()
    }

    /// The text of the dictionary, empty for an empty one, whose field is to be left out (RFC 9651, section 4.1.2).
    ///
    /// - Throws: ``InvalidStructuredField`` when a key or a member has no text.
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
