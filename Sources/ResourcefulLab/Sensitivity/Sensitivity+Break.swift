extension Sensitivity {
    /// What breaks a resource in a newer answer, or changes the meaning of what it reads.
    public struct Break: Hashable, Sendable, CustomStringConvertible {
        /// The path of the member.
        public let path: Path
        /// How much the resource needs the member in the older answer; nil if that doesn't have it, or if another part
        /// of the newer answer is the reason, such as its status.
        public let need: Need?
        /// What has changed; nil if it isn't known, such as a text that isn't a date.
        public let change: Change?
        /// The types of the member in the older answer.
        package let kinds: [Kind]
        /// The number of places with the change; 0 if it isn't known.
        package let places: Int
        /// The number of places that could have the member.
        package let total: Int
        /// The reason why the newer answer can't be read; nil if the resource reads another value.
        public let failure: Failure?

        init(
            _ path: Path, _ member: Member?, _ change: Change? = nil, places: Int = 0, of total: Int = 0,
            failure: Failure? = nil
        ) {
            self.path = path
            need = member?.need
            kinds = member?.kinds ?? []
            self.change = change
            self.places = places
            self.total = total
            self.failure = failure
        }

        /// One line, such as `[].guests: needed, but missing in 2 of 3 places; can't be read`.
        public var description: String {
            guard let need, let change else {
                let need = need.map { "\($0), " } ?? ""
                return "\(path): \(need)can't be read" + (failure.map { ": \($0.withoutPath)" } ?? "")
            }
            let places = places < total ? " in \(places) of \(total) places" : ""
            return "\(path): \(need), but \(found(change))\(places); "
                + (failure == nil ? "reads another value" : "can't be read")
        }

        private func found(_ change: Change) -> String {
            let kind = Change.ofType.first { $0.key == change }?.value
            return kind.map { "\($0) instead of \(kinds.map(\.description).joined(separator: " or "))" } ?? "\(change)"
        }
    }
}
