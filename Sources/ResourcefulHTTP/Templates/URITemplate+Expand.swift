extension URITemplate {
    /// Returns the expansion of the template. Variables without a value are left out.
    ///
    /// Names of pairs are encoded like their values, so a name can't add an item to a query.
    ///
    /// - Throws: ``InvalidURITemplate`` if a prefix modifier is applied to a list or to pairs (RFC 6570, section
    ///   2.4.1).
    public func expand(_ variables: [String: Value] = [:]) throws(InvalidURITemplate) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .expression(let expression): text += try expand(expression, variables)
            }
        }
        return text
    }

    private func expand(_ expression: Expression, _ values: [String: Value]) throws(InvalidURITemplate) -> String {
        let style = expression.style
        var texts: [String] = []
        for variable in expression.variables {
            switch values[variable.name]?.content ?? .undefined {
            case .undefined: continue
            case .text(let text): texts.append(style.written(prefix(of: text, variable.modifier), as: variable.name))
            case .list(let members):
                try refusePrefix(of: variable)
                texts.append(style.written(members, as: variable))
            case .pairs(let pairs):
                try refusePrefix(of: variable)
                texts.append(style.written(pairs, as: variable))
            }
        }
        return texts.isEmpty ? "" : style.first + texts.joined(separator: style.separator)
    }

    /// Section 2.4.1: the length counts code points, before anything is encoded.
    private func prefix(of text: String, _ modifier: Modifier) -> String {
        guard case .prefix(let length) = modifier else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
    }

    private func refusePrefix(of variable: Variable) throws(InvalidURITemplate) {
        guard case .prefix = variable.modifier else { return }
        throw InvalidURITemplate(
            template: rawValue, offset: variable.offset,
            reason: "\(variable.name) is a list or pairs, which can't have a prefix")
    }
}

// RFC 6570, section 3.2.1 and appendix A.
extension URITemplate.Style {
    fileprivate func written(_ text: String, as name: String) -> String { named(name, encoded(text)) }

    fileprivate func written(_ members: [String], as variable: URITemplate.Variable) -> String {
        let encoded = members.map(encoded)
        guard variable.modifier == .explode else { return named(variable.name, encoded.joined(separator: ",")) }
        return encoded.map { named(variable.name, $0) }.joined(separator: separator)
    }

    fileprivate func written(_ pairs: [URITemplate.Value.Pair], as variable: URITemplate.Variable) -> String {
        guard variable.modifier == .explode else {
            let texts = pairs.flatMap { [encoded($0.name), encoded($0.value)] }
            return named(variable.name, texts.joined(separator: ","))
        }
        let texts = pairs.map { pair in
            isNamed
                ? named(encoded(pair.name), encoded(pair.value)) : "\(encoded(pair.name))=\(encoded(pair.value))"
        }
        return texts.joined(separator: separator)
    }

    /// Returns a value with its name if the style has names. Both are already encoded: a name consists of letters,
    /// digits, `_`, `.` and `%XX`.
    private func named(_ name: String, _ value: String) -> String {
        guard isNamed else { return value }
        return value.isEmpty ? name + ifEmpty : "\(name)=\(value)"
    }

    private func encoded(_ text: String) -> String {
        allowsReserved ? PercentEncoding.encodedKeepingReserved(text) : PercentEncoding.encoded(text)
    }
}
