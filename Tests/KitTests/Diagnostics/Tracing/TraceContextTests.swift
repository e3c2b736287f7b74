import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

/// The `traceparent` field of W3C Trace Context, Levels 1 and 2.
struct TraceContextTests {
    static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    static let span = "00f067aa0ba902b7"

    private static let texts: [(text: String, isValid: Bool)] = [
        // The examples of the specification.
        ("00-\(trace)-\(span)-01", true), ("00-\(trace)-\(span)-00", true), ("00-\(trace)-\(span)-03", true),
        // Flags that aren't defined yet.
        ("00-\(trace)-\(span)-ff", true), ("00-\(trace)-\(span)-09", true),
        // Higher versions are read as far as version 00 goes.
        ("cc-\(trace)-\(span)-01", true), ("cc-\(trace)-\(span)-01-what-the-future-will-be-like", true),
        ("cc-\(trace)-\(span)-01-", true), ("cc-\(trace)-\(span)-01.what-the-future", false),
        ("cc-\(trace)-\(span)-0", false), ("cc-\(trace)-\(span)-010", false), ("fe-\(trace)-\(span)-01", true),
        // Versions that aren't.
        ("ff-\(trace)-\(span)-01", false), ("0-\(trace)-\(span)-01", false), ("000-\(trace)-\(span)-01", false),
        ("0x-\(trace)-\(span)-01", false), (".0-\(trace)-\(span)-01", false), ("CC-\(trace)-\(span)-01", false),
        // Version 00 ends with its flags.
        ("00-\(trace)-\(span)-01-", false), ("00-\(trace)-\(span)-01-what", false),
        ("00-\(trace)-\(span)-01.", false), ("00-\(trace)-\(span)-01 ", false), (" 00-\(trace)-\(span)-01", false),
        // Identifiers of zeros, in upper case, too long or too short, with other characters.
        ("00-00000000000000000000000000000000-\(span)-01", false), ("00-\(trace)-0000000000000000-01", false),
        ("00-00000000000000000000000000000001-\(span)-01", true),
        ("00-10000000000000000000000000000000-\(span)-01", true), ("00-\(trace)-0000000000000001-01", true),
        ("00-4BF92F3577B34DA6A3CE929D0E0E4736-\(span)-01", false), ("00-\(trace)-00F067AA0BA902B7-01", false),
        ("00-\(trace)0-\(span)-01", false), ("00-\(trace.dropLast())-\(span)-01", false),
        ("00-\(trace)-\(span)0-01", false), ("00-\(trace)-\(span.dropLast())-01", false),
        ("00-\(trace.dropLast()).-\(span)-01", false), ("00-\(trace)-\(span.dropLast())*-01", false),
        // Flags, and what is missing.
        ("00-\(trace)-\(span)-1", false), ("00-\(trace)-\(span)-.0", false), ("00-\(trace)-\(span)-0G", false),
        ("00-\(trace)-\(span)-", false), ("00-\(trace)-\(span)", false), ("00-\(trace)", false), ("00", false),
        ("", false), ("00_\(trace)-\(span)-01", false), ("00-\(trace)_\(span)-01", false),
        ("00-\(trace)-\(span)_01", false), ("00-\(trace)-\(span)-01,00-\(trace)-\(span)-01", false),
        ("00-\(trace)-\(span)-0é", false), ("00-\(trace)-\(span)-01\u{301}", false),
    ]

    @Test func `a traceparent is read as the specification says`() {
        for (text, isValid) in Self.texts {
            let context = TraceContext(traceparent: text)
            #expect((context != nil) == isValid, "\(text)")
            if let context, text.hasPrefix("00-\(Self.trace)-\(Self.span)") {
                #expect(context.traceID.description == Self.trace)
                #expect(context.spanID.description == Self.span)
            }
        }
    }

    @Test func `what is written is read as the same context`() {
        var numbers = SplitMix64(seed: 271)
        for _ in 0..<500 {
            guard let traceID = TraceID(high: numbers.next(), low: numbers.next()), let span = SpanID(numbers.next())
            else { continue }
            let context = TraceContext(traceID: traceID, spanID: span, flags: UInt8(numbers.next() & 3))
            #expect(context.traceparent.utf8.count == 55)
            #expect(TraceContext(traceparent: context.traceparent) == context)
        }
    }

    @Test func `only a character of the right kind can replace another one`() {
        let valid = Array("00-\(Self.trace)-\(Self.span)-01".utf8)
        for index in valid.indices {
            for byte in UInt8(0)...127 {
                var bytes = valid
                bytes[index] = byte
                let text = String(decoding: bytes, as: UTF8.self)
                let isDigit = "0123456789abcdef".utf8.contains(byte)
                let isDash = [2, 35, 52].contains(index)
                let isValid = isDash ? byte == UInt8(ascii: "-") : isDigit
                #expect((TraceContext(traceparent: text) != nil) == isValid, "\(text)")
            }
        }
    }

    @Test func `flags that the version does not define are not sent`() throws {
        var context = try #require(TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-ff"))
        #expect(context.traceparent.hasSuffix("-03"))
        context.isSampled = false
        #expect(context.traceparent.hasSuffix("-02"))
        #expect(context.isRandom)
        context.isRandom = false
        context.isSampled = true
        #expect(context.traceparent.hasSuffix("-01"))
    }

    @Test func `two fields are none, and a tracestate needs its traceparent`() {
        let parent = "00-\(Self.trace)-\(Self.span)-01"
        #expect(TraceContext(["traceparent": parent, "TraceParent": parent]) == nil)
        #expect(TraceContext(["tracestate": "a=1"]) == nil)
        let context = TraceContext(["TRACEPARENT": parent, "tracestate": "a=1", "TraceState": "b=2"])
        #expect(context?.state.description == "a=1,b=2")
        #expect(TraceContext(["traceparent": parent, "tracestate": "a"])?.state.members == [])
    }

    @Test func `identifiers are never zero`() {
        #expect(TraceID(high: 0, low: 0) == nil && SpanID(0) == nil)
        #expect(TraceID("0000000000000001") == nil && SpanID(Self.trace) == nil)
    }
}
