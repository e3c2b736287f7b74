extension URL {
    /// Creates the URL that a template expands to with the given variables (RFC 6570).
    ///
    /// - Throws: ``RequestError`` if the template is malformed or can't be expanded with these values, if the result
    ///   isn't a URL, or if a value would become a path segment `.` or `..`, which leads elsewhere.
    package init(expanding template: String, _ variables: [String: URITemplate.Value] = [:]) throws(RequestError) {
        let (text, harmless): (String, String)
        do throws(InvalidURITemplate) {
            let template = try URITemplate(template)
            text = try template.expand(variables)
            harmless = try template.expandWithoutDots(variables)
        } catch {
            throw RequestError(error.description)
        }
        guard URLText(text).dotSegmentCount <= URLText(harmless).dotSegmentCount else {
            throw RequestError("\(template.debugDescription): a value can't be the path segment . or ..")
        }
        guard let url = URL(text: text) else {
            throw RequestError("the URI template \(template.debugDescription) doesn't expand to a URL")
        }
        self = url
    }
}

extension Request {
    /// Creates a request for the URL that a template expands to (RFC 6570).
    ///
    ///     Request(template: "episodes{/id}{?page,tags*}", ["id": 1, "page": 2])   // GET episodes/1?page=2
    ///
    /// If the template doesn't expand to a URL, the request can't be sent: the load fails at the request stage with the
    /// reason.
    public init(
        template: String, _ variables: [String: URITemplate.Value] = [:], method: Method = .get,
        headerFields: HeaderFields = [:], body: Body? = nil, timeout: Duration? = nil
    ) {
        do throws(RequestError) {
            let url = try URL(expanding: template, variables)
            self.init(url: url, method: method, headerFields: headerFields, body: body, timeout: timeout)
        } catch {
            self.init(url: .none, method: method, headerFields: headerFields, body: body, timeout: timeout)
            rejected = [error]
        }
    }
}

extension Request {
    /// Creates a request for the URL that a template expands to (RFC 6570), relative to the Webservice's base URL.
    ///
    ///     Request("orgs/{org}/repos{?page}", ["org": name, "page": page]).method(.post)
    ///
    /// The template is a literal without interpolation, so a value can't change its structure. To use a string as a
    /// template, call ``init(template:_:method:headerFields:body:timeout:)``. If the template is malformed, the load
    /// fails at the request stage.
    public init(_ template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:]) {
        self.init(template: "\(template)", variables.mapValues(\.templateValue))
    }
}

extension URL {
    /// A placeholder for a missing URL. No transport supports its scheme.
    fileprivate static var none: URL { URL(string: "about:invalid") ?? URL(filePath: "/") }
}

extension URITemplate {
    /// Returns the expansion with the dots in values replaced, except in expressions that allow reserved characters.
    fileprivate func expandWithoutDots(_ variables: [String: Value]) throws(InvalidURITemplate) -> String {
        var template = self
        for (index, part) in parts.enumerated() {
            guard case .expression(var expression) = part, expression.style.allowsReserved else { continue }
            // No variable name begins with a plus sign, so these names are distinct from the others.
            for place in expression.variables.indices {
                expression.variables[place].name.insert("+", at: "".startIndex)
            }
            template.parts[index] = .expression(expression)
        }
        let dotted = Dictionary(uniqueKeysWithValues: variables.map { ("+\($0)", $1) })
        return try template.expand(dotted.merging(variables.mapValues(\.withoutDots)) { first, _ in first })
    }
}

extension URITemplate.Value {
    /// A value of the same length, with its dots replaced.
    fileprivate var withoutDots: Self {
        let replace = { (text: String) in String(text.map { $0 == "." ? "x" : $0 }) }
        return switch content {
        case .undefined: self
        case .text(let text): Self(replace(text))
        case .list(let members): Self(members.map(replace))
        case .pairs(let pairs): Self(pairs: pairs.map { (replace($0.name), replace($0.value)) })
        }
    }
}

extension URLText {
    /// The number of `.` and `..` segments in the path.
    fileprivate var dotSegmentCount: Int {
        path.split(separator: "/").count { $0 == "." || $0 == ".." }
    }
}
