import ResourcefulLab
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Policies that leak, each in its own way.
enum PlantedLeaks {
    static let api = URL(string: "https://api.example.org/")!
    private static let elsewhere = URL(string: "https://cdn.example.org/")!

    /// A policy that leaks a secret.
    struct Mutant: CustomTestStringConvertible, Sendable {
        let name: String
        /// What the leak is in, as the report says it.
        let subject: String
        /// How many failures it needs.
        var failures = 0
        var needs = "password"
        let policy: @Sendable (Canaries) -> Policy
        var testDescription: String { name }
    }

    /// A policy that sends each request, and does something with each answer.
    private static func after(
        _ act: @escaping @Sendable (Request, Result<Response, any Error>) throws -> Plan<Response>
    ) -> Policy {
        Policy { request, next in
            next(request).flatMap { response in try act(request, .success(response)) }
                .recover { error in try act(request, .failure(error)) }
        }
    }

    private struct Failed: Error, CustomStringConvertible { let description: String }
    private struct Verbose: Error {
        let secret: String
    }
    private struct ForPeople: Error, LocalizedError, CustomStringConvertible {
        let description = "failed"
        let errorDescription: String?
    }

    private static func get(_ path: String, at url: URL = api) -> Request { Request(url: url.appending(path: path)) }

    /// A request that is sent before each request.
    private static func sending(_ request: @escaping @Sendable () throws -> Request) -> Policy {
        Policy { sent, next in
            guard sent.url.path == "/document" else { return next(sent) }
            return next(try request()).flatMap { _ in next(sent) }
        }
    }

    static let mutants: [Mutant] = [
        Mutant(name: "in the query, after a timeout", subject: "requests", failures: 1) { secrets in
            Policy { request, next in
                next(request).recover { error in
                    guard (error as? LoadError)?.stage == .transport, request.url.path == "/token" else { throw error }
                    return next(request.query(["p": secrets["password"]]))
                }
            }
        },
        Mutant(name: "in a field of another name", subject: "requests") { secrets in
            sending { get("a").header("X-Debug", secrets["password"]) }
        },
        Mutant(name: "in a path", subject: "requests") { secrets in sending { get("a/\(secrets["password"])") } },
        Mutant(name: "in a fragment", subject: "requests") { secrets in
            sending { Request(url: URL(string: "https://api.example.org/#\(secrets["password"])")!) }
        },
        Mutant(name: "as a host", subject: "requests") { secrets in
            sending { Request(url: URL(string: "https://\(secrets["password"]).example.org/")!) }
        },
        Mutant(name: "in Base64 in a cookie", subject: "requests") { secrets in
            sending { get("a").header("Cookie", "a=\(Data(secrets["password"].utf8).base64EncodedString())") }
        },
        Mutant(name: "as the user of another origin", subject: "requests") { secrets in
            .basic(user: "ada", password: secrets["password"], for: elsewhere)
                .wrapping(sending { get("a", at: elsewhere).header("Authorization", "Basic \(secrets["password"])") })
        },
        Mutant(name: "in an allowed field, at another origin", subject: "requests") { secrets in
            sending { get("a", at: elsewhere).header("Authorization", secrets["password"]) }
        },
        Mutant(name: "in an allowed body, with a path beside it", subject: "requests") { secrets in
            sending { get("tokens").method(.post).body(.form(["password": secrets["password"]])) }
        },
        Mutant(
            name: "in a body that is sent again after a redirect to another origin", subject: "requests", failures: 1
        ) {
            secrets in
            Policy { request, next in
                next(request).flatMap { response -> Plan<Response> in
                    guard let url = response.headerFields.location.flatMap({ URL(string: $0) }) else {
                        return .value(response)
                    }
                    var again = request
                    again.url = url
                    return next(again)
                }
            }
        },
        Mutant(name: "in a compressed body", subject: "requests") { secrets in
            sending { get("a").method(.post).body(.json(["p": secrets["password"]]).gzipped()) }
        },
        Mutant(name: "in a part of a multipart body", subject: "requests") { secrets in
            sending { get("a").method(.post).body(.multipart([.text(secrets["password"], name: "note")])) }
        },
        Mutant(name: "half of it", subject: "requests") { secrets in
            sending { get("a").query(["p": String(secrets["password"].dropFirst(3).prefix(10))]) }
        },
        Mutant(name: "in the description of an error", subject: "errors", failures: 1) { secrets in
            after { _, outcome in
                guard case .success(let response) = outcome, response.status.isSuccessful else {
                    throw Failed(description: "can't sign in with \(secrets["password"])")
                }
                return .value(response)
            }
        },
        Mutant(name: "in a member of an error", subject: "errors", failures: 1) { secrets in
            after { _, outcome in
                guard case .success(let response) = outcome, response.status.isSuccessful else {
                    throw Verbose(secret: secrets["password"])
                }
                return .value(response)
            }
        },
        Mutant(name: "in the message for people", subject: "errors", failures: 1) { secrets in
            after { _, outcome in
                guard case .success(let response) = outcome, response.status.isSuccessful else {
                    throw ForPeople(errorDescription: "no \(secrets["password"])")
                }
                return .value(response)
            }
        },
        Mutant(name: "in the message of a transport error", subject: "errors", failures: 1) { secrets in
            Policy { request, next in
                next(request).recover { error in
                    guard (error as? LoadError)?.stage == .transport else { throw error }
                    throw TransportError(.other, "\(secrets["password"]) was lost")
                }
            }
        },
        Mutant(name: "in a decision", subject: "events") { secrets in
            Policy { request, next in
                Plan.note(LoadDecision("sign-in", "with \(secrets["password"])")).flatMap { next(request) }
            }
        },
        Mutant(name: "in the name of a question", subject: "events") { secrets in
            Policy { request, next in
                Plan.ask(Question<String>("is \(secrets["password"]) right?")).map { _ in }.recover { _ in }
                    .flatMap { next(request) }
            }
        },
        Mutant(name: "in the name of a policy", subject: "descriptions") { secrets in
            Policy(named: "signs in with \(secrets["password"])") { request, next in next(request) }
        },
        Mutant(name: "in an entry", subject: "the store") { secrets in
            Policy { request, next in
                Plan.write(
                    StoreEntry(data: Data(secrets["password"].utf8.reversed().reversed()), date: Date()), to: "last"
                ).flatMap { next(request) }
            }
        },
        Mutant(name: "in the name of an entry", subject: "the store") { secrets in
            Policy { request, next in
                Plan.write(StoreEntry(data: Data(), date: Date()), to: "of \(secrets["password"])")
                    .flatMap { next(request) }
            }
        },
        Mutant(name: "another secret in an allowed entry", subject: "the store") { secrets in
            Policy { request, next in
                next(request).flatMap { response -> Plan<Response> in
                    Plan.write(StoreEntry(data: Data("\(response.headerFields)".utf8), date: Date()), to: "session")
                        .map { response }
                }
            }.wrapping(
                Policy { request, next in
                    next(request).flatMap { response -> Plan<Response> in
                        Plan.write(StoreEntry(data: Data(secrets["password"].utf8), date: Date()), to: "other")
                            .map { response }
                    }
                })
        },
        Mutant(name: "in a cached response", subject: "the cache") { secrets in
            .cache().wrapping(
                Policy { request, next in
                    next(request).map { response in
                        var response = response
                        response.headerFields["X-User"] = secrets["password"]
                        return response
                    }
                })
        },
        Mutant(name: "in the key of the cache", subject: "the cache") { secrets in
            Policy { request, next in next(request.query(["account": secrets["password"]])) }.wrapping(.cache())
        },
    ]
}
