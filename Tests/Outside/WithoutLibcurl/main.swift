import Resourceful
import ResourcefulCurl
import ResourcefulTesting

let server = try LoopbackServer { _ in Response(body: Data("42".utf8)) }
let answer = try await Webservice(baseURL: server.baseURL).load(Resource<Int>(json: "answer"))
print("libcurl: \(CurlTransport.isAvailable); loaded: \(answer)")
