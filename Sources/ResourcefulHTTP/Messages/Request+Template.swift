#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension URL {
    /// The URL that a template becomes with these variables (RFC 6570).
    ///
    /// - Throws: ``RequestError`` when the template is malformed, can't be expanded with these values or becomes no
    ///   URL, and when a value would be a segment `.` or `..` of the path, which leads elsewhere.
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
            throw RequestError("\(template.debugDescription): a value can't be the segment . or .. of a path")
        }
        guard let url = URL(string: text) else {
            throw RequestError("the URI template \(template.debugDescription) does not become a URL")
        }
        self = url
    }
}

extension Request {
    /// A request for the URL that a template becomes (RFC 6570).
    ///
    ///     Request(template: "episodes{/id}{?page,tags*}", ["id": 1, "page": 2])   // GET episodes/1?page=2
    ///
    /// A template that does not become a URL makes a request that can't be sent: the load fails at the request stage
    /// and says why.
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
    /// A request for the URL that a template becomes (RFC 6570), in the base of the Webservice.
    ///
    ///     Request("orgs/{org}/repos{?page}", ["org": name, "page": page]).method(.post)
    ///
    /// The template is a literal, without interpolation: so no value can be more than a value. A text of the program
    /// is given to ``init(template:_:method:headerFields:body:timeout:)``. A template that is malformed fails the load
    /// at the request stage.
    public init(_ template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:]) {
        self.init(template: "\(template)", variables.mapValues(\.templateValue))
    }
}

extension URL {
    /// What stands in the place of a URL that there is none of; nothing speaks its scheme.
    fileprivate static var none: URL { URL(string: "about:invalid") ?? URL(filePath: "/") }
}

extension URITemplate {
    /// The text that it becomes when no value has a dot in it, but where reserved characters are let through.
    fileprivate func expandWithoutDots(_ variables: [String: Value]) throws(InvalidURITemplate) -> String {
        var template = self
        for (index, part) in parts.enumerated() {
            guard case .expression(var expression) = part, expression.style.allowsReserved else { continue }
            // No name begins so, therefore none of these is among the others.
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
    /// A value as long as this one, without dots.
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
    /// How many segments of the path lead elsewhere.
    fileprivate var dotSegmentCount: Int {
        path.split(separator: "/").count { $0 == "." || $0 == ".." }
    }
}
