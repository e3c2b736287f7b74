import ResourcefulTesting
import ResourcefulUploads

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A store like S3, which puts objects together from parts.
final class BucketServer {
    struct Upload {
        let creation: Request
        var parts: [Int: Data] = [:]
    }

    /// The uploads that aren't complete.
    private(set) var uploads: [String: Upload] = [:]
    /// The content of objects, and the field that says of which file they are, by their path.
    private(set) var objects: [String: (content: Data, mark: String?)] = [:]
    /// How often an object was put together.
    private(set) var completions = 0
    /// How many bytes came with all parts.
    private(set) var received = 0
    /// How many parts a list has.
    let listed: Int
    /// How many uploads were created.
    private var created = 0
    /// How many completions fail after their status.
    var lateErrors = 0
    /// Whether it doesn't say which objects there are.
    var hidesObjects = false
    /// The number of the part that it has no time for.
    var refusesParts: Int?

    init(listed: Int = 2) { self.listed = listed }

    /// Forgets all uploads, as a rule for old ones does.
    func forget() { uploads = [:] }

    func answer(_ request: Request) -> Response {
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let query = Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
        let path = request.url.path()
        if request.method == .head {
            guard !hidesObjects, let object = objects[path] else { return Response(status: hidesObjects ? 403 : 404) }
            return Response(status: 200, headerFields: object.mark.map { ["x-amz-meta-resourceful-file": $0] } ?? [:])
        }
        if request.method == .post, query["uploads"] != nil {
            created += 1
            // What an identifier may have is nobody's business.
            let id = "\(created)+/=&<é"
            uploads[id] = Upload(creation: request)
            return xml("InitiateMultipartUploadResult", "<UploadId>\(escaped(id))</UploadId>")
        }
        guard let id = query["uploadId"], var upload = uploads[id] else {
            return xml("Error", "<Code>NoSuchUpload</Code>", status: 404)
        }
        switch request.method {
        case .put:
            guard let number = query["partNumber"].flatMap({ Int($0) }), let part = request.body?.data else {
                return Response(status: 400)
            }
            if number == refusesParts { return Response(status: 503) }
            received += part.count
            upload.parts[number] = part
            uploads[id] = upload
            return Response(status: 200, headerFields: ["ETag": tag(of: part)])
        case .get:
            return list(upload, after: query["part-number-marker"].flatMap { Int($0) } ?? 0)
        case .post:
            let asked = String(decoding: request.body?.data ?? Data(), as: UTF8.self)
            let wanted = upload.parts.keys.sorted().map { number in
                let tag = escaped(tag(of: upload.parts[number] ?? Data())).replacing("\"", with: "&quot;")
                return "<Part><PartNumber>\(number)</PartNumber><ETag>\(tag)</ETag></Part>"
            }
            guard !upload.parts.isEmpty, upload.parts.keys.sorted() == Array(1...upload.parts.count),
                asked.contains(">\(wanted.joined())</CompleteMultipartUpload>")
            else { return xml("Error", "<Code>InvalidPart</Code>", status: 400) }
            if lateErrors > 0 {
                lateErrors -= 1
                return xml("Error", "<Code>InternalError</Code>")
            }
            completions += 1
            let content = upload.parts.keys.sorted().reduce(Data()) { $0 + (upload.parts[$1] ?? Data()) }
            objects[path] = (content, upload.creation.headerFields["x-amz-meta-resourceful-file"])
            uploads[id] = nil
            return xml("CompleteMultipartUploadResult", "<ETag>\"all\"</ETag>")
        case .delete:
            uploads[id] = nil
            return Response(status: 204)
        default: return Response(status: 405)
        }
    }

    private func list(_ upload: Upload, after marker: Int) -> Response {
        let numbers = upload.parts.keys.sorted().filter { $0 > marker }
        let parts = numbers.prefix(listed).map { number in
            let part = upload.parts[number] ?? Data()
            let tag = escaped(tag(of: part)).replacing("\"", with: "&#34;")
            return "<Part><PartNumber>\(number)</PartNumber><ETag>\(tag)</ETag><Size>\(part.count)</Size></Part>"
        }
        let isTruncated = "<IsTruncated>\(numbers.count > listed)</IsTruncated>"
        return xml("ListPartsResult", isTruncated + parts.joined())
    }

    private func tag(of part: Data) -> String { "\"\(part.reduce(17) { ($0 &* 31 &+ Int($1)) & 0xFFFFFF })&-\"" }

    private func escaped(_ text: String) -> String { text.replacing("&", with: "&amp;").replacing("<", with: "&lt;") }

    private func xml(_ name: String, _ content: String, status: Response.Status = 200) -> Response {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<\(name)>\(content)</\(name)>"
        return Response(status: status, body: Data(text.utf8))
    }
}
