import Resourceful

// A program that loads what its environment says, or finds nobody there.
do {
    let url = URL(string: ProcessInfo.processInfo.environment["ADDRESS"] ?? "http://127.0.0.1:1/")
    print(try await Webservice().load(Resource(url: url!) { String(decoding: $0, as: UTF8.self) }))
} catch let error as LoadError {
    print(error.stage)
}
