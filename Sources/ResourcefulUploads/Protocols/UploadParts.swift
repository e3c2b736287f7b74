/// The parts of a file that a store like S3 has: the first ones, in their order, without a gap.
struct UploadParts: Equatable, Sendable {
    /// Their entity tags, with which the store puts them together.
    private(set) var tags: [String] = []
    /// Their size in bytes.
    private(set) var size = 0

    /// The size of the first one.
    private(set) var first: Int?

    mutating func append(_ tag: String, size count: Int) {
        tags.append(tag)
        first = first ?? count
        size += count
    }

    /// Adds those of a list in XML, which is sorted.
    ///
    /// - Returns: Whether another list follows.
    mutating func append(listed text: String) -> Bool {
        let before = tags.count
        for part in text.split(separator: "<Part>").dropFirst() {
            guard part.content(of: "PartNumber") == "\(tags.count + 1)", let tag = part.content(of: "ETag"),
                let count = part.content(of: "Size").flatMap({ Int($0) }), count >= 0
            else { return false }
            append(tag, size: count)
        }
        return tags.count > before && text.content(of: "IsTruncated") == "true"
    }

    /// What asks the store to put them together.
    var completion: Data {
        let parts = tags.enumerated().map { index, tag in
            let tag = entities.reduce(tag) { $0.replacing($1.text, with: $1.entity) }
            return "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(tag)</ETag></Part>"
        }
        let name = "CompleteMultipartUpload"
        return Data("<\(name) xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(parts.joined())</\(name)>".utf8)
    }
}

/// An ampersand comes first when text becomes XML, and last when XML becomes text.
private let entities = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("\"", "&#34;")]
    .map { (text: $0, entity: $1) }

extension StringProtocol {
    /// The text of the first element with a name in XML that a store has written: without prefixes and attributes.
    func content(of element: String) -> String? {
        guard let start = firstRange(of: "<\(element)>")?.upperBound,
            let end = self[start...].firstRange(of: "</\(element)>")?.lowerBound
        else { return nil }
        return entities.reversed().reduce(String(self[start..<end])) { $0.replacing($1.entity, with: $1.text) }
    }
}
