import ResourcefulDisk
import ResourcefulLoading

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

/// What a process does with a lease in a file that others share.
struct Leasing: Sendable {
    private struct NoNetwork: Transport {
        func send(_ request: Request) async throws -> Response { throw TransportError(.cannotConnect, "no network") }
    }

    let file: URL
    let duration: Duration

    private var webservice: Webservice {
        Webservice(store: FileStore(at: file, keeping: { _ in true }), transport: NoNetwork())
    }

    /// Adds one to the number, in two steps: two that did so at once would lose one.
    private var adding: Plan<Void> {
        Plan<Void>.leased(as: "number", for: duration) { _ in
            Plan<StoreEntry?>.read("number").flatMap { entry in
                let number = entry.flatMap { Int(String(decoding: $0.data, as: UTF8.self)) } ?? 0
                return Plan<Void>.wait(for: .milliseconds(1)).flatMap {
                    Plan<Void>.write(StoreEntry(data: Data("\(number + 1)".utf8), date: Date()), to: "number")
                }
            }
        }
    }

    func count(_ times: UInt64) async {
        let webservice = webservice
        do {
            for _ in 0..<times { try await webservice.load(adding) }
            let entry = try await webservice.load(Plan<StoreEntry?>.read("number"))
            print(entry.map { String(decoding: $0.data, as: UTF8.self) } ?? "nothing")
        } catch {
            print(error)
            exit(1)
        }
    }

    func hold() async {
        _ = try? await webservice.load(
            Plan<Void>.leased(as: "number", for: duration) { _ in
                print("held")
                fflush(nil)
                return Plan<Void>.wait(for: .seconds(3_600))
            })
    }
}
