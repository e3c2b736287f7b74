extension JSON.Encoder.Part {
    /// Returns a container inside an object, which can be written to as long as the object can. If the key already has
    /// a nested container, returns that one.
    func nested(
        _ shape: JSON.Encoder.Frame.Shape, key: String, _ step: any CodingKey, at place: Place
    ) -> Place {
        let name = JSON.Encoder.NestedKey(serial: place.serial, key: key)
        if shape != .nothing, let known = nestedPlaces[name] {
            return known.part.begin(shape, at: known) ? known : known.closed
        }
        let inner = makeNested(shape, step, at: place)
        member(key, at: place, isNested: shape != .nothing) { $0.appendGap(for: inner) }
        if shape != .nothing { nestedPlaces[name] = inner }
        return inner
    }

    /// Returns a container inside an array, which can be written to as long as the array can.
    func nested(_ shape: JSON.Encoder.Frame.Shape, at place: Place) -> Place {
        guard isOpen(place) else { return place.closed }
        let inner = makeNested(shape, JSONCodingKey.index(frames[place.frame].count), at: place)
        element(at: place) { $0.appendGap(for: inner) }
        return inner
    }

    private func makeNested(_ shape: JSON.Encoder.Frame.Shape, _ step: any CodingKey, at place: Place) -> Place {
        guard isOpen(place) else { return place.closed }
        let part = Part(session, path: codingPath(to: place.frame) + [step], depth: depth + place.frame + 1)
        let inner = part.push(key: nil, index: JSON.Encoder.Frame.noIndex)
        return shape == .nothing || part.begin(shape, at: inner) ? inner : inner.closed
    }

    private func appendGap(for place: Place) {
        gaps.append(JSON.Encoder.Gap(position: text.count, part: place.part))
    }
}
