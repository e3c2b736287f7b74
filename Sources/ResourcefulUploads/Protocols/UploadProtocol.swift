/// How a client and a server agree on what was received.
public enum UploadProtocol: Hashable, Sendable, CustomStringConvertible {
    /// tus 1.0 with its creation extension: https://tus.io/protocols/resumable-upload.
    case tus
    /// The draft "Resumable Uploads for HTTP" of the IETF's HTTP working group
    /// (draft-ietf-httpbis-resumable-upload), with the number of its interoperable version.
    case draft(version: Int = 8)
    /// The multipart upload of S3, and of stores like it, to the URL of the object: parts that the store puts together
    /// at the end. There are at most 10,000, and each but the last has a least size in bytes: 5 MiB for S3.
    /// `AWSSignature`, in the product `ResourcefulIdentity`, signs the requests.
    case s3(leastPart: Int = 5 << 20)

    /// The name of the protocol.
    public var description: String {
        switch self {
        case .tus: "tus 1.0"
        case .draft(let version): "resumable uploads, draft version \(version)"
        case .s3: "multipart upload of S3"
        }
    }

    /// Whether the file is sent in parts that are put together at the end.
    var hasParts: Bool { if case .s3 = self { true } else { false } }

    /// The field of an object that says of which file it was made: an object that is there already isn't sent again.
    static let mark: HeaderFields.Name = "x-amz-meta-resourceful-file"

    /// The fields of each request.
    private var version: HeaderFields {
        switch self {
        case .tus: ["Tus-Resumable": "1.0.0"]
        case .draft(let version): ["Upload-Draft-Interop-Version": "\(version)"]
        case .s3: [:]
        }
    }

    /// Adds to the request that creates the upload of a file.
    func create(_ request: inout Request, size: Int, name: String, mark: String) {
        let mediaType = MediaType(fileName: name)
        if !hasParts { request.headerFields["Upload-Length"] = "\(size)" }
        switch self {
        case .tus:
            let metadata = [("filename", name), ("filetype", mediaType.rawValue)].map { key, value in
                "\(key) \(Data(value.utf8).base64EncodedString())"
            }
            if request.headerFields["Upload-Metadata"] == nil {
                request.headerFields["Upload-Metadata"] = metadata.joined(separator: ",")
            }
            request.body = .data(Data(), mediaType: nil)
        case .draft:
            request.headerFields["Upload-Complete"] = "?0"
            request.body = .data(Data(), mediaType: mediaType)
        case .s3:
            request = request.query("uploads", "")
            request.headerFields[Self.mark] = mark
            request.body = .data(Data(), mediaType: mediaType)
        }
        state(&request)
    }

    /// Returns the place of an upload that was created; nil if the response doesn't say.
    ///
    /// - Parameters:
    ///   - response: The response to the request that created it.
    ///   - creation: The request as the program made it.
    func place(in response: Response, to creation: Request) -> URL? {
        if hasParts {
            return String(decoding: response.body, as: UTF8.self).content(of: "UploadId").map { id in
                creation.query("uploadId", id).url
            }
        }
        guard response.headerFields.location?.isEmpty == false else { return nil }
        return response.location ?? response.headerFields.location.flatMap(creation.url.resolving)
    }

    /// The size of the next piece where the program asks for one. Some stores want parts of equal sizes.
    func pieceSize(_ size: Int, after parts: UploadParts, of total: Int) -> Int {
        guard case .s3(let least) = self else { return size }
        return parts.first ?? max(size, least, (total + 9_999) / 10_000)
    }

    /// Adds to a request that appends a piece.
    func append(_ request: inout Request, _ piece: Data, after parts: UploadParts, of size: Int) {
        let offset = parts.size
        if !hasParts { request.headerFields["Upload-Offset"] = "\(offset)" }
        switch self {
        case .s3:
            request = request.method(.put).query("partNumber", parts.tags.count + 1)
            request.body = .data(piece, mediaType: nil)
        case .tus:
            request.body = .data(piece, mediaType: "application/offset+octet-stream")
        case .draft:
            request.headerFields["Upload-Complete"] = offset + piece.count == size ? "?1" : "?0"
            request.body = .data(piece, mediaType: "application/partial-upload")
        }
        state(&request)
    }

    /// Adds the version of the protocol.
    func state(_ request: inout Request) {
        for field in version { request.headerFields[field.name] = field.value }
    }

    /// Removes fields of the program that are for the creation alone.
    func leave(_ request: inout Request) {
        guard hasParts else { return }
        for field in request.headerFields {
            let name = "\(field.name)".lowercased()
            let isKept = ["x-amz-server-side-encryption-customer-", "x-amz-expected-", "x-amz-request-"]
                .contains(where: name.hasPrefix)
            let isOfObject = ["cache-control", "expires"].contains(name) || name.hasPrefix("content-")
            if isOfObject || name.hasPrefix("x-amz-") && !isKept { request.headerFields[field.name] = nil }
        }
    }

    /// Returns what a response means. A store that puts parts together says 200 first, and then what went wrong.
    func judged(_ response: Response) -> Response {
        guard hasParts, response.status.isSuccessful,
            String(decoding: response.body, as: UTF8.self).content(of: "Error") != nil
        else { return response }
        var failed = response
        failed.status = 500
        return failed
    }

    /// Returns the number of bytes that a response says the server has; nil if it doesn't say.
    func offset(in response: Response) -> Int? {
        response.headerFields["Upload-Offset"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Returns whether a server has everything. One that has all bytes can still wait for the request that says that
    /// these were all.
    func isComplete(_ response: Response, offset: Int, of size: Int, hasSentEnd: Bool) -> Bool {
        switch self {
        case .tus: offset == size
        case .s3: false
        case .draft: offset == size && response.headerFields["Upload-Complete"].map { $0 == "?1" } ?? hasSentEnd
        }
    }

    /// Returns a limit of the server in bytes, from the dictionary of the draft's `Upload-Limit` (RFC 9651, section
    /// 3.2) or the field of tus.
    func limit(_ limit: Limit, in response: Response) -> Int? {
        switch (self, limit) {
        case (.tus, .size): return response.headerFields["Tus-Max-Size"].flatMap { Int($0) }
        case (.tus, .piece), (.s3, _): return nil
        case (.draft, _):
            let members = response.headerFields["Upload-Limit"]?.split(separator: ",") ?? []
            let values = members.compactMap { member -> Int? in
                let parts = member.split(separator: ";").first?.split(separator: "=") ?? []
                guard parts.count == 2, parts[0].trimmed == limit.rawValue else { return nil }
                return Int(parts[1].trimmed)
            }
            return values.last.flatMap { $0 >= 0 ? $0 : nil }
        }
    }

    /// What a server limits.
    enum Limit: String {
        case size = "max-size"
        case piece = "max-append-size"
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        return start.prefix { $0 != " " && $0 != "\t" }
    }
}
