extension CacheControl {
    /// Adds the directives of one line, in linear time and without allocations.
    mutating func read(_ line: String) {
        var line = line
        line.withUTF8 { bytes in
            var reader = DirectiveReader(UnsafeRawBufferPointer(bytes))
            while let directive = reader.next() { add(directive) }
            // An unclosed quote may hide any directive: assume the strictest ones.
            if reader.isBroken { directives.formUnion([.noCache, .noStore]) }
        }
    }

    private mutating func add(_ directive: DirectiveReader.Directive) {
        switch directive.name.count {
        case 6 where directive.isCalled("public"): permit(.public, directive)
        case 7 where directive.isCalled("max-age"): Self.lower(&maxAge, to: directive.seconds ?? 0)
        case 7 where directive.isCalled("private"): directives.insert(.private)
        case 8 where directive.isCalled("no-cache"): directives.insert(.noCache)
        case 8 where directive.isCalled("no-store"): directives.insert(.noStore)
        case 9 where directive.isCalled("immutable"): permit(.immutable, directive)
        case 9 where directive.isCalled("max-stale"):
            Self.lower(&maxStale, to: directive.isBare ? Self.longest : directive.seconds ?? 0)
        case 9 where directive.isCalled("min-fresh"): minFresh = max(minFresh ?? 0, directive.seconds ?? Self.longest)
        case 14 where directive.isCalled("stale-if-error"): Self.lower(&staleIfError, to: directive.seconds ?? 0)
        case 14 where directive.isCalled("only-if-cached"): directives.insert(.onlyIfCached)
        case 15 where directive.isCalled("must-revalidate"): directives.insert(.mustRevalidate)
        case 15 where directive.isCalled("must-understand"): permit(.mustUnderstand, directive)
        case 22 where directive.isCalled("stale-while-revalidate"):
            Self.lower(&staleWhileRevalidate, to: directive.seconds ?? 0)
        default: break
        }
    }

    /// Adds a directive that permits something if it is well-formed.
    private mutating func permit(_ permission: Directives, _ directive: DirectiveReader.Directive) {
        if directive.isBare { directives.insert(permission) }
    }

    private static func lower(_ limit: inout Int?, to seconds: Int) { limit = min(limit ?? seconds, seconds) }
}

/// A reader that splits a line into directives (RFC 9111, section 5.2): each a token with an optional argument, which
/// is a token or a quoted string.
struct DirectiveReader {
    struct Directive {
        /// The token, without white space.
        var name: UnsafeRawBufferPointer
        /// The text after the `=`, without quotes; nil if there is none.
        var argument: UnsafeRawBufferPointer?
        /// Whether the directive has something that the grammar doesn't allow.
        var isMalformed = false

        /// Whether the directive is only a name.
        var isBare: Bool { argument == nil && !isMalformed }

        /// The argument as a number of seconds; nil if it isn't a number.
        var seconds: Int? {
            guard !isMalformed, let argument else { return nil }
            return DirectiveReader.seconds(argument)
        }

        /// Returns whether the name equals a lowercase text, ignoring case.
        func isCalled(_ text: StaticString) -> Bool {
            text.withUTF8Buffer { text in
                for (index, byte) in name.enumerated() where TokenGrammar.lowercased(byte) != text[index] {
                    return false
                }
                return true
            }
        }
    }

    private let bytes: UnsafeRawBufferPointer
    private var index = 0
    /// Whether the line has an unclosed quote.
    private(set) var isBroken = false

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns the number that the digits spell, at most ``CacheControl/longest`` (RFC 9111, section 1.2.2); nil if the
    /// text has anything but digits.
    static func seconds(_ digits: some Collection<UInt8>) -> Int? {
        guard !digits.isEmpty else { return nil }
        var number = 0
        for digit in digits {
            guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
            let (tens, isTooMany) = number.multipliedReportingOverflow(by: 10)
            let next = Int64(tens) + Int64(digit - UInt8(ascii: "0"))
            number = isTooMany ? CacheControl.longest : min(Int(clamping: next), CacheControl.longest)
        }
        return number
    }

    mutating func next() -> Directive? {
        while index < bytes.count, isSpace || bytes[index] == UInt8(ascii: ",") { index += 1 }
        guard index < bytes.count else { return nil }
        let start = index
        while index < bytes.count, !isSpace, !isOne(of: ",", "=") { index += 1 }
        var directive = Directive(name: slice(start, index))
        let hasSpace = skipSpace()
        if index < bytes.count, bytes[index] == UInt8(ascii: "=") {
            index += 1
            directive.isMalformed = hasSpace
            readArgument(&directive)
        }
        // Anything else before the comma is malformed.
        while index < bytes.count, bytes[index] != UInt8(ascii: ",") {
            if !isSpace { directive.isMalformed = true }
            index += 1
        }
        return directive
    }

    private mutating func readArgument(_ directive: inout Directive) {
        if skipSpace() { directive.isMalformed = true }
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
            let start = index
            while index < bytes.count, !isSpace, bytes[index] != UInt8(ascii: ",") { index += 1 }
            directive.argument = slice(start, index)
            return
        }
        index += 1
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        isBroken = index >= bytes.count
        index = min(index, bytes.count)
        directive.argument = slice(start, index)
        index = min(index + 1, bytes.count)
    }

    /// Skips white space and returns whether there was any.
    private mutating func skipSpace() -> Bool {
        let start = index
        while index < bytes.count, isSpace { index += 1 }
        return index > start
    }

    private var isSpace: Bool { bytes[index] == 0x20 || bytes[index] == 0x09 }

    private func isOne(of first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        bytes[index] == UInt8(ascii: first) || bytes[index] == UInt8(ascii: second)
    }

    private func slice(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }
}
