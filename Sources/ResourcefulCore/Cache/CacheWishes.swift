/// What a request asks of a cache, read in one pass.
struct CacheWishes {
    /// The caching directives.
    var control = CacheControl()
    /// Whether the request asks for a part of the content.
    var hasRange = false
    /// Whether the request has a condition that a cache may evaluate: If-None-Match or If-Modified-Since.
    var hasCondition = false
    /// Whether the request has a condition that only the server may evaluate: If-Match or If-Unmodified-Since (RFC
    /// 9111, section 4.3.2); or If-Range.
    var hasServersCondition = false

    init(_ request: Request) {
        var isPragmatic = false
        var hasControl = false
        let fields = request.headerFields.fields
        for index in fields.indices {
            switch fields[index].name.known {
            case .range: hasRange = true
            case .pragma: isPragmatic = true
            case .cacheControl:
                hasControl = true
                control.read(fields[index].value)
            case .ifNoneMatch, .ifModifiedSince: hasCondition = true
            case .ifMatch, .ifRange, .ifUnmodifiedSince: hasServersCondition = true
            default: break
            }
        }
        if isPragmatic, !hasControl { control = CacheControl(request: request.headerFields) }
    }

    /// Whether the request has a range or a condition.
    var isSpecial: Bool { hasRange || hasCondition || hasServersCondition }
}
