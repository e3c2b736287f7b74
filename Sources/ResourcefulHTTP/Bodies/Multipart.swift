extension Body {
    /// Creates a `multipart/form-data` body from parts, in their order (RFC 7578): a form that can contain files.
    ///
    /// The length is known in advance, and files are read piece by piece while the body is sent.
    /// - Parameters:
    ///   - parts: The parts.
    ///   - boundary: The delimiter of the parts. If it is nil, the load creates one from the plan's randomness. If you
    ///     give one and it occurs in the content of a part in memory, the load fails at the request stage.
    public static func multipart(_ parts: [Part], boundary: Boundary? = nil) -> Body {
        Body(content: .multipart(Multipart(parts: parts, boundary: boundary)), mediaType: "multipart/form-data")
    }

    /// The parts, and their boundary if it is known.
    package struct Multipart: Hashable, Sendable {
        package let parts: [Part]
        package var boundary: Boundary?

        package init(parts: [Part], boundary: Boundary?) { (self.parts, self.boundary) = (parts, boundary) }
    }
}

extension Body.Multipart {
    private var separator: Body.Boundary { boundary ?? .standing }

    /// The reason why the parts can't be sent; nil if they can.
    var problem: String? {
        for part in parts {
            if let problem = part.problem { return "the part \(part.name.debugDescription): \(problem)" }
            // A random boundary has 128 random bits, so there's no need to search for it.
            guard case .data(let data) = part.content, !separator.isDrawn else { continue }
            if data.contains(Array("--\(separator)".utf8)) {
                return "the part \(part.name.debugDescription): the boundary occurs in its content"
            }
        }
        return nil
    }

    /// The segments of the content, in order (RFC 2046, section 5.1.1).
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

    /// Returns the value of Content-Type: the media type with the boundary.
    ///
    /// - Throws: ``RequestError`` if the media type isn't a multipart type, or has another boundary.
    func contentType(_ mediaType: String) throws(RequestError) -> String {
        let ending = "; \(separator.parameter)"
        // A policy that signs the field may have added the boundary already.
        let mediaType = mediaType.hasSuffix(ending) ? String(mediaType.dropLast(ending.count)) : mediaType
        let lowercased = mediaType.lowercased()
        guard lowercased.hasPrefix("multipart/"), !lowercased.contains("boundary=") else {
            throw RequestError("the Content-Type of a multipart body must be multipart/…, without a boundary")
        }
        return mediaType + ending
    }
}

extension Data {
    /// Returns whether the bytes contain the pattern.
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
