import Resourceful
import ResourcefulTesting

/// The servers of the three families.
enum TargetsServer {
    static let gitHub: StubServer = [
        Stub("/zen").answers(.text("Design for failure.", mediaType: "text/plain")),
        Stub("/users/ashfurrow").answers(.text(#"{"login": "ashfurrow", "name": "Ash Furrow"}"#)),
        Stub("/users/ashfurrow/repos").answers(.text(#"[{"name": "Moya"}, {"name": "Nimble-Snapshots"}]"#)),
    ]

    static let giphy: StubServer = [
        Stub(.post, "/v1/gifs").when("it has the picture") { request in
            // Over a socket, it arrives as bytes.
            request.body?.data.map { String(decoding: $0, as: UTF8.self).contains("GIF89a") } ?? (request.body != nil)
        }.answers(.text(#"{"data": {"id": "cat"}, "meta": {"status": 200}}"#)),
        Stub("/trending.gif").answers(.data(gif, mediaType: "image/gif")),
    ]

    static let app: StubServer = [
        Stub(.post, "/login", body: .json(["phone": "13800138000"])).answers(.text(#"{"user": 42}"#))
    ]

    /// The smallest possible picture.
    static let gif = Data("GIF89a\u{1}\0\u{1}\0\0\0\0;".utf8)
}
