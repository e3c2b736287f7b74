/// A difference between a request and a recorded one.
struct Difference: Hashable, Sendable {
    /// The place of the difference, such as `query item q` or `body, episodes[0].title`.
    let place: String
    /// The recorded value; nil if there was none.
    let recorded: String?
    /// The requested value; nil if there was none.
    let asked: String?
    /// How much the difference counts when the nearest request is determined.
    var weight = 10

    var description: String {
        switch (recorded, asked) {
        case (let recorded?, let asked?) where recorded == asked && !Spelling.isSame(recorded, asked):
            "\(place): recorded \(Spelling.shown(recorded.utf8)), asked for \(Spelling.shown(asked.utf8))"
        case (let recorded?, let asked?): "\(place): recorded \(Self.short(recorded)), asked for \(Self.short(asked))"
        case (let recorded?, nil): "\(place): recorded \(Self.short(recorded)), missing in the request"
        case (nil, let asked?): "\(place): not recorded, asked for \(Self.short(asked))"
        case (nil, nil): place
        }
    }

    private static func short(_ text: String) -> String { text.count <= 80 ? text : "\(text.prefix(77))…" }
}

extension ComparedRequest {
    /// Returns the differences of another request from this recorded one; empty if they are the same. Both must have
    /// the same secrets, so that the same marks replace them.
    func differences(from asked: ComparedRequest, comparingOrigins: Bool) -> [Difference] {
        var differences: [Difference] = []
        if method != asked.method {
            differences.append(
                Difference(place: "method", recorded: "\(method)", asked: "\(asked.method)", weight: 40))
        }
        if comparingOrigins, origin != asked.origin {
            differences.append(Difference(place: "origin", recorded: origin, asked: asked.origin, weight: 30))
        }
        if path != asked.path {
            // For long paths, the beginning is enough.
            let changes = path.prefix(200).difference(from: asked.path.prefix(200)).count
            differences.append(Difference(place: "path", recorded: path, asked: asked.path, weight: 30 + changes))
        }
        differences += query.differences(from: asked.query, "query item")
        if case .unread(let unread) = body { return differences + unread.differences(from: asked) }
        return differences + body.differences(from: asked.body, redaction)
    }
}

extension ComparedPairs {
    func differences(from asked: ComparedPairs, _ place: String) -> [Difference] {
        let all = names + asked.names.filter { values[$0] == nil }
        return all.flatMap { name -> [Difference] in
            let (ours, theirs) = (values[name] ?? [], asked.values[name] ?? [])
            return (0..<max(ours.count, theirs.count)).compactMap { index in
                let recorded = index < ours.count ? ours[index] : nil
                let asked = index < theirs.count ? theirs[index] : nil
                if let recorded, let asked, Spelling.isSame(recorded, asked) { return nil }
                return Difference(
                    place: "\(place) \(name)", recorded: recorded?.debugDescription, asked: asked?.debugDescription)
            }
        }
    }
}

extension ComparedBody {
    func differences(from asked: ComparedBody, _ redaction: Redaction) -> [Difference] {
        switch (self, asked) {
        case (.none, .none): return []
        // The content of the asked request is known only after it's sent, which is later.
        case (.json, .unread), (.form, .unread), (.parts, .unread), (.text, .unread), (.bytes, .unread): return []
        case (.json(let recorded), .json(let asked)): return recorded.differences(from: asked, redaction)
        case (.form(let recorded), .form(let asked)): return recorded.differences(from: asked, "form field")
        case (.parts(let recorded), .parts(let asked)): return recorded.differences(from: asked, "part")
        case (.text(let recorded), .text(let asked)):
            guard !Spelling.isSame(recorded, asked) else { return [] }
            return [Difference(place: "body", recorded: recorded.debugDescription, asked: asked.debugDescription)]
        case (.bytes(let recorded), .bytes(let asked)):
            guard recorded != asked else { return [] }
            let place = zip(recorded, asked).enumerated().first { $1.0 != $1.1 }?.offset
            let at = "body, from byte \(place ?? min(recorded.count, asked.count)) on"
            return [Difference(place: at, recorded: self.kind, asked: "\(asked.count) bytes")]
        default: return [Difference(place: "body", recorded: kind, asked: asked.kind, weight: 20)]
        }
    }
}

extension UnreadContent {
    /// Returns the differences of the content of a request from this recorded one.
    fileprivate func differences(from asked: ComparedRequest) -> [Difference] {
        let recorded = ComparedBody.unread(self).kind
        if case .none = asked.body {
            return [Difference(place: "body", recorded: recorded, asked: "no body", weight: 20)]
        }
        guard let digest, let found = asked.content.map({ Digest(of: $0) }), digest != found else { return [] }
        return [
            Difference(
                place: "body", recorded: "\(recorded), SHA-256 \(digest.sha256)",
                asked: "\(found.size) bytes, SHA-256 \(found.sha256)")
        ]
    }
}

extension JSON {
    /// Returns the differences of another document from this recorded one, value by value.
    fileprivate func differences(from asked: JSON, _ redaction: Redaction) -> [Difference] {
        guard self != asked else { return [] }
        var differences: [Difference] = []
        // An explicit stack, because documents may nest deeper than the call stack allows.
        var pairs = [(JSONPath([]), self, asked, false)]
        while let (path, recorded, asked, isSecret) = pairs.popLast(), differences.count < 50 {
            guard recorded != asked else { continue }
            if let elements = try? recorded.array, let others = try? asked.array {
                for index in (0..<max(elements.count, others.count)).reversed() {
                    pairs.append((path.appending(.index(index)), recorded[index], asked[index], isSecret))
                }
            } else if let keys = try? recorded.keys, let others = try? asked.keys {
                for key in (keys + others.filter { !recorded[$0].exists }).reversed() {
                    let isSecret = isSecret || redaction.isSecret(key: key)
                    pairs.append((path.appending(.key(key)), recorded[key], asked[key], isSecret))
                }
            } else if !(isSecret && asked.exists && (try? recorded.string) == Redaction.mark) {
                // A redacted value isn't compared. It may have another type: the mark may replace a number.
                let place = path.isEmpty ? "body" : "body, \(path)"
                differences.append(Difference(place: place, recorded: recorded.shown, asked: asked.shown))
            }
        }
        return differences
    }

    private var shown: String? { exists ? String(self) : nil }
}
