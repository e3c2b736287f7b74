import ResourcefulTesting
import ResourcefulUploads

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A server for uploads that resume, by either protocol.
final class UploadServer {
    struct Upload {
        let length: Int
        let creation: Request
        var bytes = Data()
        var isComplete = false
    }

    let rules: UploadProtocol
    /// The uploads, in the order they were created.
    var uploads: [Upload] = []
    /// How many bytes came with all pieces.
    private(set) var received = 0
    /// The fields of the response to a creation.
    var creationFields: HeaderFields = [:]
    /// What it says instead of taking a piece, by the number of the piece.
    var refusals: [Int: Response] = [:]
    /// The numbers of pieces of which half arrives before the connection breaks.
    var breaks: Set<Int> = []
    private(set) var pieces = 0

    init(_ rules: UploadProtocol) { self.rules = rules }

    func answer(_ request: Request) throws -> Response {
        let version: HeaderFields.Name = rules == .tus ? "Tus-Resumable" : "Upload-Draft-Interop-Version"
        guard request.headerFields[version] != nil else { return Response(status: 412) }
        if request.method == .post { return create(request) }
        guard let number = Int(request.url.lastPathComponent), uploads.indices.contains(number) else {
            return Response(status: 404)
        }
        switch request.method {
        case .head: return state(number)
        case .patch: return try append(request, to: number)
        case .delete:
            uploads[number] = Upload(length: -1, creation: request)
            return Response(status: 204)
        default: return Response(status: 405)
        }
    }

    private func create(_ request: Request) -> Response {
        let length = request.headerFields["Upload-Length"].flatMap { Int($0) } ?? -1
        uploads.append(Upload(length: length, creation: request, isComplete: rules == .tus && length == 0))
        var fields: HeaderFields = ["Location": "/uploads/\(uploads.count - 1)", "Upload-Offset": "0"]
        if rules != .tus { fields["Upload-Complete"] = "?0" }
        for field in creationFields { fields[field.name] = field.value }
        return Response(status: 201, headerFields: fields, url: request.url)
    }

    private func state(_ number: Int, _ status: Response.Status = 204) -> Response {
        let upload = uploads[number]
        guard upload.length >= 0 else { return Response(status: 410) }
        var fields: HeaderFields = ["Upload-Offset": "\(upload.bytes.count)", "Cache-Control": "no-store"]
        if rules != .tus { fields["Upload-Complete"] = upload.isComplete ? "?1" : "?0" }
        return Response(status: status, headerFields: fields)
    }

    private func append(_ request: Request, to number: Int) throws -> Response {
        defer { pieces += 1 }
        if let refusal = refusals[pieces] { return refusal }
        guard request.headerFields["Upload-Offset"] == "\(uploads[number].bytes.count)" else {
            return Response(status: 409)
        }
        let type = rules == .tus ? "application/offset+octet-stream" : "application/partial-upload"
        guard request.body?.mediaType?.rawValue == type, let piece = request.body?.data else {
            return Response(status: 415)
        }
        received += piece.count
        guard !breaks.contains(pieces) else {
            uploads[number].bytes += piece.prefix(piece.count / 2)
            throw TransportError(.connectionLost, "the connection broke")
        }
        uploads[number].bytes += piece
        let hasAll = uploads[number].bytes.count == uploads[number].length
        uploads[number].isComplete = rules == .tus ? hasAll : request.headerFields["Upload-Complete"] == "?1"
        return state(number)
    }
}
