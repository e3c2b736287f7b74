extension Decimal: LenientReadable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Decimal? {
        guard let json = place.value, !decoding.isNothing(place), !decoding.isBlank(place) else {
            return try decoding.useDefault(Decimal.self, 0, "0", at: place)
        }
        guard let text = json.numberText else { throw decoding.mismatch(Decimal.self, at: place) }
        guard let decimal = Decimal(string: text) else { throw decoding.misfit(Decimal.self, at: place) }
        if json.isNumber { return decimal }
        return decoding.convert(decimal, used: "\(decimal)", at: place)
    }
}

extension Date: LenientReadable {
    private static let iso8601 = JSON.Decoder(dates: .iso8601)

    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Date? {
        guard let json = place.value, !decoding.isNothing(place), !decoding.isBlank(place) else {
            throw decoding.mismatch(Date.self, at: place)
        }
        switch decoding.options.dates {
        case .deferredToDate: return try seconds(decoding, place).map(Date.init(timeIntervalSinceReferenceDate:))
        case .secondsSince1970: return try seconds(decoding, place).map(Date.init(timeIntervalSince1970:))
        case .millisecondsSince1970: return try seconds(decoding, place).map { Date(timeIntervalSince1970: $0 / 1000) }
        case .iso8601:
            guard json.isString else { throw decoding.mismatch(Date.self, at: place) }
            guard let date = try? json.decode(Date.self, decoder: Self.iso8601) else {
                throw decoding.mismatch(Date.self, at: place, "Expected date string to be ISO8601-formatted.")
            }
            return date
        case .custom(let read): return try read(LenientValueDecoder(decoding: decoding, place: place))
        }
    }

    /// Returns a number, which may be in a string. Unlike a `Double`, it isn't converted from true or false.
    private static func seconds(_ decoding: LenientDecoding, _ place: LenientPlace) throws -> Double? {
        if place.value?.boolIfAny != nil { throw decoding.mismatch(Date.self, at: place) }
        return try Double.read(decoding, at: place)
    }
}

extension Data: LenientReadable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Data? {
        guard let json = place.value, !decoding.isNothing(place) else { throw decoding.mismatch(Data.self, at: place) }
        switch decoding.options.data {
        case .deferredToData: return nil
        case .base64:
            guard let string = json.stringIfAny else {
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
        guard let json = place.value, json.isString else { throw decoding.mismatch(URL.self, at: place) }
        guard let url = try? json.decode(URL.self) else {
            throw decoding.mismatch(URL.self, at: place, "Invalid URL string.")
        }
        return url
    }
}

extension JSON: LenientReadable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> JSON? {
        guard let json = place.value else { throw decoding.mismatch(JSON.self, at: place) }
        return json
    }
}
