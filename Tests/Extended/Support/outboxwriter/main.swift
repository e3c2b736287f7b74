// A process that submits orders and sends them, for tests that kill it:
//
//     outboxwriter URL FILE COUNT     submits so many orders in three lanes, and sends what waits; prints how many are
//                                     done
import Resourceful
import ResourcefulDisk
import ResourcefulOutbox

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

let words = CommandLine.arguments
guard words.count == 4, let url = URL(string: words[1]), let count = Int(words[3]) else { exit(2) }
var retry = RetryRule.outbox
retry.waits = .constant(.milliseconds(5))
let rule = OutboxRule(retry: retry, lease: .milliseconds(500), answersKept: count)
let webservice = Webservice(store: FileStore(at: URL(filePath: words[2])))
let outbox = webservice.outbox(Outbox(rule))
do {
    for number in 0..<count {
        let lane = "lane \(number % 3)"
        let order = Resource<Void>(url: url, method: .post, body: .json(["lane": lane, "order": "\(number)"]))
        _ = try await outbox.submit(order, as: "order \(number)", in: lane)
    }
    try await outbox.send()
    var done = 0
    for try await item in outbox where item.state == .done { done += 1 }
    print(done)
} catch {
    print(error)
    exit(1)
}
