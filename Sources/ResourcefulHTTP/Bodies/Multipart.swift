#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Body {
    /// Parts in their order, as `multipart/form-data` (RFC 7578): a form with files in it.
    ///
    /// Its length is known beforehand, and files are read piece by piece while it is sent.
    /// - Parameter boundary: What separates the parts. Left out, it is drawn from the plan's randomness by the load.
    ///   A given one that occurs in the content of a part that is in memory fails the load at the request stage.
    public static func multipart(_ parts: [Part], boundary: Boundary? = nil) -> Body {
        Body(content: .multipart(Multipart(parts: parts, boundary: boundary)), mediaType: "multipart/form-data")
    }

    /// Parts, and what separates them when that is known.
    package struct Multipart: Hashable, Sendable {
        package let parts: [Part]
        var boundary: Boundary?
    }
}

extension Body.Multipart {
    private var separator: Body.Boundary { boundary ?? .standing }

    /// Why the parts can't be sent; nil when they can.
    var problem: String? {
        for part in parts {
            if let problem = part.problem { return "the part \(part.name.debugDescription): \(problem)" }
            // A drawn one has 128 random bits: it is never searched for.
            guard case .data(let data) = part.content, !separator.isDrawn else { continue }
            if data.contains(Array("--\(separator)".utf8)) {
                return "the part \(part.name.debugDescription): the boundary occurs in its content"
            }
        }
        return nil
    }

    /// The bytes, in order (RFC 2046, section 5.1.1).
    package var segments: [Body.Segment] {
        var segments: [Body.Segment] = []
        var text = ""
        for part in parts {
            text += "--\(separator)\r\n\(part.head)"
            segments += [.data(Data(text.utf8)), part.content]
            text = "\r\n"
        }
        return segments + [.data(Data("\(text)--\(separator)--\r\n".utf8))]
    }

    /// The value of Content-Type: the media type, with the boundary.
    ///
    /// - Throws: ``RequestError`` when it is none of a multipart body, or has another boundary than this.
    func contentType(_ mediaType: String) throws(RequestError) -> String {
        let ending = "; \(separator.parameter)"
        // A policy that signs the field has put the boundary there already.
        let mediaType = mediaType.hasSuffix(ending) ? String(mediaType.dropLast(ending.count)) : mediaType
        let lowercased = mediaType.lowercased()
        guard lowercased.hasPrefix("multipart/"), !lowercased.contains("boundary=") else {
            throw RequestError("the Content-Type of a multipart body is multipart/…, and its boundary follows from it")
        }
        return mediaType + ending
    }
}

extension Data {
    /// Whether the bytes occur in this order and without others between them.
    fileprivate func contains(_ pattern: [UInt8]) -> Bool {
        guard let first = pattern.first else { return true }
        return withUnsafeBytes { bytes in
            var rest = bytes[...]
            while let place = rest.firstIndex(of: first) {
                rest = rest[place...]
                if rest.starts(with: pattern) { return true }
                rest = rest.dropFirst()
            }
            return false
        }
    }
}
