import ExampleSupport
import Resourceful
import ResourcefulDownloads
import ResourcefulTesting

let program = ExampleProgram(
    "targets",
    """
    Three families of endpoints at three servers, on one Webservice: shared defaults, an upload and a
    download, parameters that are looked at before anything is sent, and samples for what is not there yet.
    """)

await program.run { _ in
    let (gitHub, giphy) = (try LoopbackServer(TargetsServer.gitHub), try LoopbackServer(TargetsServer.giphy))
    let account = try LoopbackServer(TargetsServer.app)
    let servers = [
        "api.github.com": gitHub, "upload.giphy.com": giphy, "media.giphy.com": giphy, "app.example.cn": account,
    ]
    defer { for server in servers.values { server.stop() } }
    let app = Webservice.app(transport: LocalTransport(servers))

    heading("GitHub")
    print(try await app.load(GitHub.zen))
    let (profile, repositories) = try await app.load(
        zip(GitHub.userProfile("ashfurrow"), GitHub.repositories("ashfurrow")))
    print(try profile.name.string, try repositories.array { try $0.name.string })

    heading("Giphy")
    print("uploaded as \(try await app.load(Giphy.upload(TargetsServer.gif)))")
    let folder = URL.temporaryDirectory.appending(path: "resourceful-targets")
    let file = try await app.download(Giphy.trending, to: .folder(folder, ifTaken: .replaced))
    print("downloaded: \(file.url.lastPathComponent), \(file.size) bytes")
    try FileManager.default.removeItem(at: folder)

    heading("An account")
    do {
        _ = try await app.load(Account.logIn(phoneNumber: "110"))
    } catch is Account.InvalidPhoneNumber {
        print("110 is no phone number; the server was asked \(account.requests.count) times")
    }
    print("user", try await app.load(Account.logIn(phoneNumber: "13800138000")))
    print("rank", try await app.load(Account.rank), "by a sample")

    heading("What was sent")
    for (name, server) in [("GitHub", gitHub), ("Giphy", giphy), ("Account", account)] {
        print(name, server.log, separator: "\n")
    }
}
