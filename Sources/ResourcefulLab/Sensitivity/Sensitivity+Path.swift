extension Sensitivity {
    /// The path of a member in a body, without the indices of lists: `episodes[].title`.
    ///
    ///     #expect(report.members.map { "\($0.path)" } == ["the body", "[]", "[].id", "[].title"])
    public struct Path: Hashable, Sendable, CustomStringConvertible {
        /// A step of a path.
        package enum Step: Hashable, Sendable {
            /// The value of a key.
            case key(String)
            /// The elements of a list.
            case element
        }

        /// The steps, from the root of the body.
        package let steps: [Step]

        /// Creates a path from its steps.
        package init(_ steps: [Step] = []) { self.steps = steps }

        /// Creates the path of a place, without its indices.
        package init(_ path: JSONPath) {
            steps = path.components.map { component in
                switch component {
                case .key(let key): .key(key)
                case .index: .element
                }
            }
        }

        /// The path as text; empty for the body.
        var text: String {
            steps.reduce(into: "") { text, step in
                switch step {
                case .element: text += "[]"
                case .key(let key):
                    let key = JSONPath([.key(key)]).description
                    text += text.isEmpty || key.hasPrefix("[") ? key : ".\(key)"
                }
            }
        }

        /// The path as text, or "the body".
        public var description: String { steps.isEmpty ? "the body" : text }

        /// The path with one more step.
        func appending(_ step: Step) -> Path { Path(steps + [step]) }
    }
}
