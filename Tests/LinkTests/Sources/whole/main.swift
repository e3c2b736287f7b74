import Resourceful

// A program that loads, and finds nobody there.
do {
    try await Webservice().load(Resource(url: URL(string: "http://127.0.0.1:1/")!) { _ in })
} catch let error as LoadError {
    print(error.stage)
}
