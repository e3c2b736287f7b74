extension JSON.Encoder.Part {
    /// Writes a value at the end of the text, as an element, a member, or the outermost value.
    func write<Value: Encodable>(_ value: Value, key: (any CodingKey)?, index: Int) throws {
        let type = session.known(Value.self)
        let kind = type.kind
        guard kind.hasFrame else { return try writePlain(value, kind, key: key, index: index) }
        if kind.isPlainArray, writeArray(value, kind) { return }
        let place = push(key: key, index: index)
        do {
            try encode(value, type, at: place)
        } catch {
            drop(place)
            throw error
        }
        let isOutermost = key == nil && index == JSON.Encoder.Frame.noIndex
        close(place, emptyIfNothing: !isOutermost || kind != .ordinary)
    }

    /// Writes a value as the entire content of an open one.
    func writeSingle<Value: Encodable>(_ value: Value, at place: Place) throws {
        let type = session.known(Value.self)
        let kind = type.kind
        if !kind.hasFrame {
            return try single(at: place) { try $0.writePlain(value, kind, key: nil, index: JSON.Encoder.Frame.noIndex) }
        }
        guard isOpen(place) else { return }
        try encode(value, type, at: place)
        if isOpen(place), frames[place.frame].shape == .nothing { _ = begin(.object, at: place) }
    }

    /// Writes a value other than an array or an object as the entire content of an open one.
    func single(at place: Place, _ write: (JSON.Encoder.Part) throws -> Void) rethrows {
        guard isOpen(place) else { return }
        guard isInnermost(place), frames[place.frame].shape == .nothing else {
            return session.remember("Two values were encoded at one place.", at: codingPath(to: place.frame))
        }
        try write(self)
        frames[place.frame].shape = .single
    }

    private func encode<Value: Encodable>(_ value: Value, _ type: JSON.Encoder.KnownType, at place: Place) throws {
        if let members = type.members { return try members.write(value, at: place) }
        let encoder = JSON.Encoder.ValueEncoder(place: place)
        switch type.kind {
        case .customDate:
            if case .custom(let write) = session.settings.dates { try write(same(value, Date.self), encoder) }
        case .customData:
            if case .custom(let write) = session.settings.data { try write(same(value, Data.self), encoder) }
        default: try value.encode(to: encoder)
        }
    }

    private func writePlain<Value>(
        _ value: Value, _ kind: JSON.Encoder.Kind, key: (any CodingKey)?, index: Int
    ) throws {
        switch kind {
        case .string: text.append(same(value, String.self))
        case .bool: text.append(same(value, Bool.self))
        case .double: try write(number: same(value, Double.self), key: key, index: index)
        case .float: try write(number: same(value, Float.self), key: key, index: index)
        case .date: try write(date: same(value, Date.self), key: key, index: index)
        case .data: text.append(same(value, Data.self).base64EncodedString())
        case .url: text.append(same(value, URL.self).absoluteString)
        case .decimal: try write(decimal: same(value, Decimal.self), key: key, index: index)
        default: writeInteger(value, kind)
        }
    }

    private func writeInteger<Value>(_ value: Value, _ kind: JSON.Encoder.Kind) {
        switch kind {
        case .int: text.append(whole: same(value, Int.self))
        case .int8: text.append(whole: same(value, Int8.self))
        case .int16: text.append(whole: same(value, Int16.self))
        case .int32: text.append(whole: same(value, Int32.self))
        case .int64: text.append(whole: same(value, Int64.self))
        case .uint: text.append(whole: same(value, UInt.self))
        case .uint8: text.append(whole: same(value, UInt8.self))
        case .uint16: text.append(whole: same(value, UInt16.self))
        case .uint32: text.append(whole: same(value, UInt32.self))
        default: text.append(whole: same(value, UInt64.self))
        }
    }
}
