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
        for field in request.headerFields.fields {
            switch field.name.rawName.utf8.count {
            case 5 where field.name == .range: hasRange = true
            case 6 where field.name == "Pragma": isPragmatic = true
            case 8 where field.name == "If-Match" || field.name == "If-Range": hasServersCondition = true
            case 13 where field.name == .cacheControl:
                hasControl = true
                control.read(field.value)
            case 13 where field.name == .ifNoneMatch: hasCondition = true
            case 17 where field.name == .ifModifiedSince: hasCondition = true
            case 19 where field.name == "If-Unmodified-Since": hasServersCondition = true
            default: break
            }
        }
        if isPragmatic, !hasControl { control = CacheControl(request: request.headerFields) }
    }

    /// Whether it asks for anything that is not the whole content.
    var isSpecial: Bool { hasRange || hasCondition || hasServersCondition }
}
