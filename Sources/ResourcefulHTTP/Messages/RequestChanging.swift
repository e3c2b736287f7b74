/// What sends requests that can be changed beforehand: a request, a resource, a whole plan.
///
/// The modifiers return a changed copy. A later one has the last word over an earlier one, and over what the request
/// says itself; so on a plan they change every request that it sends, those that `flatMap` makes only later included,
/// and `resource.header(…).plan` does what `resource.plan.header(…)` does.
///
///     Episode.all.flatMap { $0[0].media }.header("Accept-Language", "de").timeout(.seconds(10))
///
/// What is to be a default instead, for requests that say nothing themselves, is a policy: ``Policy/headerFields(_:)``.
public protocol RequestChanging: Sendable {
    /// The same, every request that is sent changed.
    func changingRequests(_ change: @escaping @Sendable (inout Request) -> Void) -> Self
}

extension RequestChanging {
    /// The same with another value of a header field, or without the field when it is nil.
    ///
    /// A value that can't be sent fails the load at the request stage (see ``HeaderFields/rejected``).
    public func header(_ name: HeaderFields.Name, _ value: String?) -> Self {
        changingRequests { $0.headerFields[name] = value }
    }

    /// The same with another method (RFC 9110, section 9).
    public func method(_ method: Request.Method) -> Self {
        changingRequests { $0.method = method }
    }

    /// The same with another body, or without one when it is nil.
    public func body(_ body: Body?) -> Self {
        changingRequests { $0.body = body }
    }

    /// The same as a POST of a value as JSON: `.method(.post).body(.json(value))`.
    ///
    ///     Resource<Episode>(json: "episodes").posting(draft)
    ///
    /// A value that can't be encoded fails the load at the request stage.
    public func posting(_ value: some Encodable) -> Self { method(.post).body(.json(value)) }

    /// The same, asking for these kinds of content (RFC 9110, section 12.5.1).
    public func accepting(_ mediaTypes: MediaType...) -> Self {
        changingRequests { $0.headerFields.accept = mediaTypes }
    }

    /// The same with another time for each exchange, from start to end; nil leaves it to the transport.
    public func timeout(_ duration: Duration?) -> Self {
        changingRequests { $0.timeout = duration }
    }

    /// The same with the items of a query added behind those that are there.
    public func query(_ query: Query) -> Self {
        changingRequests { $0.url = $0.url.appending(query: query) }
    }

    /// The same with an item added to the query; a value that is nil adds none.
    ///
    /// A value is written as the encoding says: an array as several items, a date by ISO 8601, a boolean as a word. One
    /// that can't be in a query fails the load at the request stage, before anything is sent.
    public func query(_ name: String, _ value: (some Encodable)?, by encoding: Query.Encoding = .standard) -> Self {
        guard let value else { return self }
        return query([name: value], by: encoding)
    }

    /// The same with an item added to the query; a value that is nil adds none.
    @_disfavoredOverload
    public func query(_ name: String, _ value: (some StringProtocol)?) -> Self {
        query(Query(value.map { [Query.Item(name, String($0))] } ?? []))
    }

    /// The same with the items of any encodable value added to the query.
    ///
    /// A value that can't be a query fails the load at the request stage, before anything is sent.
    @_disfavoredOverload
    public func query(_ value: some Encodable, by encoding: Query.Encoding = .standard) -> Self {
        let encoded = Result { () throws(RequestError) in try Query(encoding: value, by: encoding) }
        return changingRequests { request in
            switch encoded {
            case .success(let query): request.url = request.url.appending(query: query)
            case .failure(let error): request.rejected.append(error)
            }
        }
    }

    /// The same with segments added to the path, each of them one segment whatever is in it.
    ///
    /// The segments `.` and `..` lead elsewhere, and fail the load at the request stage.
    public func path(_ segments: String...) -> Self { path(segments) }

    /// The same with segments added to the path, each of them one segment whatever is in it.
    ///
    /// The segments `.` and `..` lead elsewhere, and fail the load at the request stage.
    public func path(_ segments: [String]) -> Self {
        changingRequests { request in
            do throws(RequestError) {
                request.url = try request.url.appending(segments: segments)
            } catch {
                request.rejected.append(error)
            }
        }
    }
}

extension Request {
    /// The path of the URL, with what is encoded in it (RFC 3986, section 3.3).
    public var path: String { String(URLText(url).path) }
}

extension Request: RequestChanging {
    /// The request, changed.
    public func changingRequests(_ change: @escaping @Sendable (inout Request) -> Void) -> Request {
        var request = self
        change(&request)
        return request
    }
}
