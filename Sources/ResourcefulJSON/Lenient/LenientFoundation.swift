#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Decimal: LenientReadable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Decimal? {
        guard let node = place.node, !decoding.isNothing(place), !decoding.isBlank(place) else {
            return try decoding.useDefault(Decimal.self, 0, "0", at: place)
        }
        guard let text = decoding.numberText(of: node) else { throw decoding.mismatch(Decimal.self, at: place) }
        guard let decimal = Decimal(string: text) else { throw decoding.misfit(Decimal.self, at: place) }
        if decoding.document.word(node).kind.isNumber { return decimal }
        return decoding.convert(decimal, used: "\(decimal)", at: place)
    }
}

extension Date: LenientReadable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Date? {
        guard let node = place.node, !decoding.isNothing(place), !decoding.isBlank(place) else {
            throw decoding.mismatch(Date.self, at: place)
        }
        switch decoding.options.dates {
        case .deferredToDate: return try seconds(decoding, place).map(Date.init(timeIntervalSinceReferenceDate:))
        case .secondsSince1970: return try seconds(decoding, place).map(Date.init(timeIntervalSince1970:))
        case .millisecondsSince1970: return try seconds(decoding, place).map { Date(timeIntervalSince1970: $0 / 1000) }
        case .iso8601:
            guard let string = decoding.document.string(at: node) else {
                throw decoding.mismatch(Date.self, at: place)
            }
            if let date = JSONDate.date(decoding.document.content(of: node)) { return date }
            guard let date = try? Date.ISO8601FormatStyle().parse(string) else {
                throw decoding.mismatch(Date.self, at: place, "Expected date string to be ISO8601-formatted.")
            }
            return date
        case .custom(let read): return try read(LenientValueDecoder(decoding: decoding, place: place))
        }
    }

    /// Returns a number, which may be in a string. Unlike a `Double`, it isn't converted from true or false.
    private static func seconds(_ decoding: LenientDecoding, _ place: LenientPlace) throws -> Double? {
        if let node = place.node, decoding.document.bool(at: node) != nil {
            throw decoding.mismatch(Date.self, at: place)
        }
        return try Double.read(decoding, at: place)
    }
}

extension Data: LenientReadable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Data? {
        guard let node = place.node, !decoding.isNothing(place) else { throw decoding.mismatch(Data.self, at: place) }
        switch decoding.options.data {
        case .deferredToData: return nil
        case .base64:
            guard let string = decoding.document.string(at: node) else {
                throw decoding.mismatch(Data.self, at: place)
            }
            guard let data = Data(base64Encoded: string) else {
                throw decoding.mismatch(Data.self, at: place, "Encountered Data is not valid Base64.")
            }
            return data
        case .custom(let read): return try read(LenientValueDecoder(decoding: decoding, place: place))
        }
    }
}

extension URL: LenientReadable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> URL? {
        guard let node = place.node, let string = decoding.document.string(at: node) else {
            throw decoding.mismatch(URL.self, at: place)
        }
        guard let url = URL(string: string) else { throw decoding.mismatch(URL.self, at: place, "Invalid URL string.") }
        return url
    }
}

extension JSON: LenientReadable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> JSON? {
        guard let node = place.node else { throw decoding.mismatch(JSON.self, at: place) }
        return JSON(document: decoding.document, node: node)
    }
}
