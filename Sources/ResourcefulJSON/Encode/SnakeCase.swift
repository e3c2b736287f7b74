extension JSON.Encoder {
    /// The conversion from camel case to snake case.
    enum SnakeCase {
        /// Converts a name. Words end before an upper-case letter, and before the last of several if a lower-case one
        /// follows.
        static func name(of key: String) -> String {
            if let name = ASCIIKey.converted(key, write) { return name }
            var words: [String] = []
            forEachWord(of: key, isUppercase, isLowercase) { words.append($0.lowercased()) }
            return words.joined(separator: "_")
        }

        private static func write(_ key: UnsafeBufferPointer<UInt8>, to name: UnsafeMutableBufferPointer<UInt8>) -> Int
        {
            var count = 0
            forEachWord(of: key, ASCIIKey.isUppercase, ASCIIKey.isLowercase) { word in
                if count > 0 {
                    name[count] = UInt8(ascii: "_")
                    count += 1
                }
                for byte in word {
                    name[count] = ASCIIKey.lowercased(byte)
                    count += 1
                }
            }
            return count
        }

        @inline(__always)
        private static func forEachWord<Key: BidirectionalCollection>(
            of key: Key, _ isUppercase: (Key.Element) -> Bool, _ isLowercase: (Key.Element) -> Bool,
            _ body: (Key.SubSequence) -> Void
        ) {
            var start = key.startIndex
            guard start < key.endIndex else { return }
            var search = key.index(after: start)
            while let upper = key[search...].firstIndex(where: isUppercase) {
                body(key[start..<upper])
                start = upper
                guard let lower = key[upper...].firstIndex(where: isLowercase) else { break }
                if lower != key.index(after: upper) {
                    let last = key.index(before: lower)
                    body(key[upper..<last])
                    start = last
                }
                search = key.index(after: lower)
            }
            body(key[start...])
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
