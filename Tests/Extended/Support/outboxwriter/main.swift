// A process that submits orders and sends them, for tests that kill it:
//
//     outboxwriter URL FOLDER COUNT [MILLISECONDS]   submits so many orders in three lanes, and sends what waits;
//                                                    prints how many are done. For so many milliseconds after its
//                                                    start, no byte can be written to a file.
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

/// Sets how many bytes a file of this process can have.
func limitFiles(to count: rlim_t) {
    var limit = rlimit()
    #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
        let resource = RLIMIT_FSIZE
    #endif
    getrlimit(resource, &limit)
    limit.rlim_cur = min(count, limit.rlim_max)
    setrlimit(resource, &limit)
}

let words = CommandLine.arguments
guard (4...5).contains(words.count), let url = URL(string: words[1]), let count = Int(words[3]) else { exit(2) }
let fullFor = words.count == 5 ? Int(words[4]) ?? 0 : 0
var retry = RetryRule.outbox
retry.waits = .constant(.milliseconds(5))
let rule = OutboxRule(retry: retry, lease: .milliseconds(500), answersKept: count)
let store = FolderStore(at: URL(filePath: words[2]), warning: { _ in })
let webservice = Webservice(store: store)
let plans = Outbox(rule)
let outbox = webservice.outbox(plans)

/// The first order that isn't kept yet. They are submitted in their order, so those before it are.
func firstMissing() async throws -> Int {
    var (low, high) = (0, count)
    while low < high {
        let middle = (low + high) / 2
        if try await webservice.load(plans.item("order \(middle)")) == nil { high = middle } else { low = middle + 1 }
    }
    return low
}

func submit(_ number: Int) async throws {
    let lane = "lane \(number % 3)"
    let order = Resource<Void>(url: url, method: .post, body: .json(["lane": lane, "order": "\(number)"]))
    while true {
        do {
            _ = try await outbox.submit(order, as: "order \(number)", in: lane)
            return
        } catch let error as OutboxError where error.kind == .notKept {
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}

do {
    if fullFor > 0 {
        signal(SIGXFSZ, SIG_IGN)
        limitFiles(to: 0)
        Task.detached {
            try await Task.sleep(for: .milliseconds(fullFor))
            limitFiles(to: .max)
        }
    }
    // The last one may have been interrupted.
    for number in max(0, try await firstMissing() - 1)..<count { try await submit(number) }
    try await outbox.send()
    var done = 0
    for try await item in outbox where item.state == .done { done += 1 }
    print(done)
} catch {
    print(error)
    exit(1)
}
