extension HeaderFields {
    /// The server's rate limits, in the order in which they first appear. Malformed ones are left out.
    ///
    /// Servers use several formats. The first one with any limits is used: the fields of the draft, those of its older
    /// versions, `X-RateLimit-…`, `X-Rate-Limit-…`.
    public var rateLimits: [RateLimit] {
        let current = RateLimitReader.structured(self)
        guard current.isEmpty else { return current }
        for prefix in ["ratelimit-", "x-ratelimit-", "x-rate-limit-"] {
            let limits = RateLimitReader.separate(self, prefix: prefix)
            if !limits.isEmpty { return limits }
        }
        return []
    }

    /// The strictest limit: the one with the least remaining quota or, among equals, the one that resets last.
    public var rateLimit: RateLimit? {
        rateLimits.enumerated().min { (left, right) in
            let (some, other) = (left.element.remaining ?? .max, right.element.remaining ?? .max)
            guard some == other else { return some < other }
            guard left.element.lateness == right.element.lateness else {
                return left.element.lateness > right.element.lateness
            }
            return left.offset < right.offset
        }?.element
    }
}

/// Reads limits in the formats in use. Ignores values that it can't parse.
private enum RateLimitReader {
    /// Reads `RateLimit: "default";r=50;t=30` with `RateLimit-Policy: "default";q=100;w=60`, and the older format
    /// `limit=100, remaining=50, reset=30` with `100;w=60`.
    static func structured(_ fields: HeaderFields) -> [RateLimit] {
        var limits: [RateLimit] = []
        var whole = RateLimit()
        for member in FieldMembers.of(fields["RateLimit"]) {
            let (head, parameters) = parts(of: member)
            if let equals = head.firstIndex(of: "=") {
                set(head[..<equals].lowercased(), String(head[head.index(after: equals)...]), of: &whole)
                continue
            }
            var limit = RateLimit(policy: head.isEmpty ? nil : head)
            limit.remaining = parameters["r"].flatMap(count)
            limit.reset = parameters["t"].flatMap { RateLimit.Reset($0) }
            if !limit.isEmpty { limits.append(limit) }
        }
        if !whole.isEmpty { limits.append(whole) }
        let hasItems = !limits.isEmpty
        for policy in policies(fields) {
            guard let place = limits.firstIndex(where: { matches($0, policy) }) else {
                // A policy without a name belongs to the separate fields if there are no other limits.
                if hasItems || policy.policy != nil { limits.append(policy) }
                continue
            }
            limits[place].limit = limits[place].limit ?? policy.limit
            limits[place].window = policy.window
        }
        return limits
    }

    /// Reads `RateLimit-Limit: 100`, `X-RateLimit-Remaining: 7`, and the names with a suffix for several limits:
    /// `X-RateLimit-Limit-Minute: 20`.
    static func separate(_ fields: HeaderFields, prefix: String) -> [RateLimit] {
        var limits: [RateLimit] = []
        var common: String?
        for name in names(in: fields) {
            let text = name.rawName.lowercased()
            guard text.hasPrefix(prefix) else { continue }
            let words = text.dropFirst(prefix.count).split(separator: "-", maxSplits: 1).map(String.init)
            guard let what = words.first, let value = fields[name] else { continue }
            if what == "resource" { common = value }
            guard ["limit", "remaining", "reset"].contains(what) else { continue }
            let policy = words.dropFirst().first.flatMap { what == "reset" && $0 == "after" ? nil : $0 }
            let place = limits.firstIndex { $0.policy == policy } ?? limits.endIndex
            if place == limits.endIndex { limits.append(RateLimit(policy: policy)) }
            set(what, value, of: &limits[place])
        }
        let windows = prefix == "ratelimit-" ? policies(fields) : []
        return limits.filter { !$0.isEmpty }.map { limit in
            var limit = limit
            limit.window = windows.first { $0.limit == limit.limit }?.window
            limit.policy = limit.policy ?? common
            return limit
        }
    }

    private static func policies(_ fields: HeaderFields) -> [RateLimit] {
        FieldMembers.of(fields["RateLimit-Policy"]).compactMap { member in
            let (head, parameters) = parts(of: member)
            let isNumber = RateLimitText.number(head) != nil
            var policy = RateLimit(policy: isNumber || head.isEmpty ? nil : head)
            policy.limit = isNumber ? count(head) : parameters["q"].flatMap(count)
            if case .after(let window)? = parameters["w"].flatMap({ RateLimit.Reset($0) }) { policy.window = window }
            return policy.isEmpty ? nil : policy
        }
    }

    private static func matches(_ limit: RateLimit, _ policy: RateLimit) -> Bool {
        guard limit.policy == nil else { return limit.policy == policy.policy }
        return policy.limit == nil || limit.limit == nil || limit.limit == policy.limit
    }

    private static func set(_ what: String, _ value: String, of limit: inout RateLimit) {
        let first = FieldMembers.of(value).first.map { parts(of: $0).head } ?? ""
        switch what {
        // A negative limit means no limit.
        case "limit": limit.limit = limit.limit ?? (first.hasPrefix("-") ? nil : count(first))
        case "remaining": limit.remaining = limit.remaining ?? count(first)
        case "reset": limit.reset = RateLimit.Reset(value) ?? RateLimit.Reset(first) ?? limit.reset
        default: break
        }
    }

    /// Returns a number without its fraction, or 0 if it is negative; nil if the text isn't a number, such as
    /// `unlimited`.
    private static func count(_ text: String) -> Int? {
        guard let number = RateLimitText.number(RateLimitText.bare(text)) else { return nil }
        return Int(exactly: max(0, number).rounded(.down))
    }

    private static func parts(of member: String) -> (head: String, parameters: [String: String]) {
        let parts = member.split(separator: ";", omittingEmptySubsequences: false)
        var parameters: [String: String] = [:]
        for part in parts.dropFirst() {
            let sides = part.split(separator: "=", maxSplits: 1).map(RateLimitText.bare)
            guard sides.count == 2, parameters[sides[0].lowercased()] == nil else { continue }
            parameters[sides[0].lowercased()] = sides[1]
        }
        return (RateLimitText.bare(parts[0]), parameters)
    }

    private static func names(in fields: HeaderFields) -> [HeaderFields.Name] {
        var names: [HeaderFields.Name] = []
        for field in fields where !names.contains(field.name) { names.append(field.name) }
        return names
    }
}
