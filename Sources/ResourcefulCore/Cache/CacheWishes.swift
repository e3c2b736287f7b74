/// What a request says to a cache, read in one pass.
struct CacheWishes {
    /// Its directives.
    var control = CacheControl()
    /// Whether a part of the content is asked for.
    var hasRange = false
    /// Whether it has a condition which a cache may judge: If-None-Match or If-Modified-Since.
    var hasCondition = false
    /// Whether it has a condition which only the server may judge: If-Match or If-Unmodified-Since (RFC 9111, section
    /// 4.3.2); or If-Range.
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

    /// Whether it asks for anything that is not the whole content.
    var isSpecial: Bool { hasRange || hasCondition || hasServersCondition }
}
