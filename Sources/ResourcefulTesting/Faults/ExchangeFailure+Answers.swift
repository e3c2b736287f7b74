extension ExchangeFailure {
    /// Returns a redirect of a request to the same path below a URL.
    static func redirect(of request: Request, to url: URL) -> Response {
        let path = request.url.path(percentEncoded: true).drop { $0 == "/" }
        let base = url.absoluteString
        return Response(
            status: 307, headerFields: ["Location": base.hasSuffix("/") ? "\(base)\(path)" : "\(base)/\(path)"])
    }

    /// Returns a response that repeats a request.
    static func echo(of request: Request, _ status: Response.Status) -> Response {
        let lines = request.headerFields.fields.map { "\($0.name): \($0.value)" }
        let echo: JSON = [
            "message": "not understood", "url": JSON(request.url.absoluteString), "got": JSON(lines.map { JSON($0) }),
            "content": JSON(String(decoding: request.body?.data ?? Data(), as: UTF8.self)),
        ]
        var response = Response(
            status: status, headerFields: ["Content-Type": "application/json"], body: Data(String(echo).utf8))
        response.headerFields["X-Got"] = lines.joined(separator: "; ")
        return response
    }
}
