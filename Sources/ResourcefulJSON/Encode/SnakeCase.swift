extension JSON.Encoder {
    /// The conversion from camel case to snake case.
    enum SnakeCase {
        /// Converts a name. Words end before an upper-case letter, and before the last of several if a lower-case one
        /// follows.
        static func name(of key: String) -> String {
            var words: [Substring] = []
            var start = key.startIndex
            guard start < key.endIndex else { return key }
            var search = key.index(after: start)
            while let upper = key[search...].firstIndex(where: isUppercase) {
                words.append(key[start..<upper])
                start = upper
                guard let lower = key[upper...].firstIndex(where: isLowercase) else { break }
                if lower != key.index(after: upper) {
                    let last = key.index(before: lower)
                    words.append(key[upper..<last])
                    start = last
                }
                search = key.index(after: lower)
            }
            words.append(key[start...])
            return words.map { $0.lowercased() }.joined(separator: "_")
        }

        private static func isUppercase(_ character: Character) -> Bool {
            character.unicodeScalars.contains {
                [.uppercaseLetter, .titlecaseLetter].contains($0.properties.generalCategory)
            }
        }

        private static func isLowercase(_ character: Character) -> Bool {
            character.unicodeScalars.contains { $0.properties.generalCategory == .lowercaseLetter }
        }
    }
}
