import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An API and its token server, which signs in a request without a token as the user of the device.
final class FirstTokenServer: Sendable {
    static let api = URL(string: "https://api.example/v1/")!
    private let devices: [String]
    private let refusing: Set<Int>
    private let state = Locked((count: 0, signIns: 0))

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - devices: The users of the first tokens, the last one for all further ones; empty for a failure.
    ///   - refusing: The numbers of the requests that are answered with 401.
    init(devices: [String] = ["ada"], refusing: Set<Int> = []) {
        self.devices = devices
        self.refusing = refusing
    }

    /// The number of requests.
    var count: Int { state.withLock { $0.count } }

    /// Fetches the first token without a user, and the others with a refresh token, which names the user.
    static let bearer = Policy.bearer(for: api) { old in
        Resource<Token>(
            url: URL(string: "token")!, method: .post, body: .form(["refresh_token": old?.refreshToken ?? ""]),
            parseJSON: Token.oauth)
    }

    /// The token of a sign-in.
    static func token(of user: String) -> Token { Token("\(user).0", refreshToken: user) }

    func answer(_ request: Request) throws -> Response {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        if request.method == .post { return token(for: String(decoding: request.body?.data ?? Data(), as: UTF8.self)) }
        let user = request.headerFields["Authorization"].map { String($0.dropFirst(7).prefix { $0 != "." }) }
        if refusing.contains(number) { return Response(status: 401) }
        let name = user ?? "nobody"
        let fields: HeaderFields = ["Cache-Control": "max-age=600", "ETag": "\"\(name)\""]
        if request.headerFields["If-None-Match"] == fields["ETag"] {
            return Response(status: 304, headerFields: fields)
        }
        var response = Response(headerFields: fields, body: Data("\"\(name)\"".utf8))
        switch request.url.lastPathComponent {
        case "moved":
            response.status = 302
            response.headerFields["Location"] = "https://other.example/page"
        case "whole": response.body = Data(#"{"code": 0, "data": "\#(name)"}"#.utf8)
        case "broken": response.body = Data(#"{"code": 7, "data": "\#(name)"}"#.utf8)
        default: break
        }
        return response
    }

    private func token(for form: String) -> Response {
        let old = String(form.dropFirst("refresh_token=".count))
        let number = state.withLock { state in
            state.signIns += 1
            return state.signIns
        }
        let user = old.isEmpty ? devices[min(number, devices.count) - 1] : old
        guard !user.isEmpty else { return Response(status: 503) }
        return Response(body: Data(#"{"access_token": "\#(user).\#(number)", "refresh_token": "\#(user)"}"#.utf8))
    }
}
