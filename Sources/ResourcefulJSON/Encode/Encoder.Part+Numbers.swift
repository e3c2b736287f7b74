extension JSON.Encoder.Part {
    @inline(__always)
    func write(number: Double, key: (any CodingKey)?, index: Int) throws {
        if number.isFinite { text.append(number) } else { try write(nonFinite: number, key: key, index: index) }
    }

    @inline(__always)
    func write(number: Float, key: (any CodingKey)?, index: Int) throws {
        if number.isFinite { text.append(number) } else { try write(nonFinite: number, key: key, index: index) }
    }

    func write(date: Date, key: (any CodingKey)?, index: Int) throws {
        switch session.settings.dates {
        case .secondsSince1970: try write(seconds: date.timeIntervalSince1970, key: key, index: index)
        case .millisecondsSince1970: try write(seconds: 1000 * date.timeIntervalSince1970, key: key, index: index)
        case .iso8601: text.append(date.formatted(.iso8601))
        case .deferredToDate, .custom:
            try write(number: date.timeIntervalSinceReferenceDate, key: key, index: index)
        }
    }

    /// Writes a decimal. `JSONEncoder` writes NaN as the word `NaN`, which isn't valid JSON; this function throws.
    func write(decimal: Decimal, key: (any CodingKey)?, index: Int) throws {
        guard decimal.isNaN else { return text.append(plain: decimal.description) }
        throw unwritable(decimal, "Decimal.\(decimal)", key: key, index: index)
    }

    /// Writes the number of a date, to which the strategy for non-finite numbers doesn't apply.
    private func write(seconds: Double, key: (any CodingKey)?, index: Int) throws {
        guard seconds.isFinite else { throw unwritable(seconds, "Double.\(seconds)", key: key, index: index) }
        text.append(seconds)
    }

    @inline(never)
    func write<Number: BinaryFloatingPoint>(nonFinite number: Number, key: (any CodingKey)?, index: Int) throws {
        guard case .convertToString(let positive, let negative, let nan) = session.settings.nonFiniteNumbers else {
            throw unwritable(number, "\(Number.self).\(number)", key: key, index: index)
        }
        text.append(number.isNaN ? nan : number > 0 ? positive : negative)
    }

    private func unwritable(_ value: Any, _ name: String, key: (any CodingKey)?, index: Int) -> EncodingError {
        let step = key ?? (index == JSON.Encoder.Frame.noIndex ? nil : JSONCodingKey.index(index))
        let path = codingPath(to: frames.count - 1) + (step.map { [$0] } ?? [])
        let reason = "Unable to encode \(name) directly in JSON."
        return .invalidValue(value, EncodingError.Context(codingPath: path, debugDescription: reason))
    }
}
