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
        // Most lines are none of these, and are told by the length of their names without being copied.
        for index in fields.indices {
            let length = fields[index].name.rawName.utf8.count
            guard length < 20, 0b1010_0010_0001_0110_0000 >> length & 1 == 1 else { continue }
            let field = fields[index]
            switch length {
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
