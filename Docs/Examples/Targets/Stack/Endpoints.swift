import ResourcefulKits

/// A family of endpoints, below the base URL of the Webservice.
enum GitHub {
    static let zen = Resource<String>(text: Request("zen"))
    static func userProfile(_ name: String) -> Resource<JSON> { Resource(json: "users/{name}", ["name": name]) }
    static func repositories(_ name: String) -> Resource<JSON> { Resource(json: "users/{name}/repos", ["name": name]) }
}

/// Another family, on another server: an upload and a download.
enum Giphy {
    static func upload(_ gif: Data) -> Resource<String> {
        let body = Body.multipart([.data(gif, name: "file", fileName: "cat.gif")])
        return Resource(json: "https://upload.giphy.com/v1/gifs", method: .post, body: body, at: "data.id")
    }

    static let trending = FileDownload(url: URL(string: "https://media.giphy.com/trending.gif")!)
}

/// A third family, whose parameters are checked before anything is sent.
enum Account {
    struct InvalidPhoneNumber: Error {}

    static func logIn(phoneNumber: String) -> Resource<Int> {
        guard phoneNumber.count == 11 else { return .failure(InvalidPhoneNumber()) }
        return Resource(json: "https://app.example.cn/login", at: "user").posting(["phone": phoneNumber])
    }

    /// The server doesn't offer this yet.
    static let rank = Resource<Int>(json: "https://app.example.cn/rank").option(Sample.self, "7")
}
