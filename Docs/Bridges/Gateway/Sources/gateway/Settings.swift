import Foundation
import Logging

/// What the environment says. Everything has a default, so `swift run gateway` starts without anything else.
struct Settings: Sendable {
    let host: String
    let port: Int
    /// The roots of the two services behind this one, and where their tokens come from.
    let profiles, recommendations, token: URL
    /// Whether no services are named: then this process has its own.
    let hasOwnUpstreams: Bool
    let clientID, clientSecret: String
    /// Where all processes keep tokens and responses: in Redis or PostgreSQL; nil for the memory of this process.
    let store: String?
    /// How long a page may take; how long all takes when the service ends, and how long it still takes requests then.
    let deadline, shutdown, drain: Duration
    let logLevel: Logger.Level

    init(_ environment: [String: String]) throws {
        func value<Value>(_ name: String, _ standard: String, _ read: (String) -> Value?) throws -> Value {
            let text = environment[name] ?? standard
            guard let value = read(text) else { throw InvalidSetting(description: "\(name) can't be \(text)") }
            return value
        }
        func milliseconds(_ text: String) -> Duration? { Int(text).map { .milliseconds($0) } }
        host = environment["HOST"] ?? "127.0.0.1"
        port = try value("PORT", "8080") { Int($0) }
        profiles = try value("PROFILES_URL", "http://127.0.0.1:8081/") { URL(string: $0) }
        recommendations = try value("RECOMMENDATIONS_URL", "http://127.0.0.1:8081/") { URL(string: $0) }
        token = try value("TOKEN_URL", "http://127.0.0.1:8081/token") { URL(string: $0) }
        hasOwnUpstreams = environment["PROFILES_URL"] == nil
        clientID = environment["CLIENT_ID"] ?? "gateway"
        clientSecret = environment["CLIENT_SECRET"] ?? "secret"
        store = environment["STORE_URL"]
        deadline = try value("DEADLINE_MS", "500", milliseconds)
        shutdown = try value("SHUTDOWN_MS", "10000", milliseconds)
        drain = try value("DRAIN_MS", "0", milliseconds)
        logLevel = try value("LOG_LEVEL", "info") { Logger.Level(rawValue: $0) }
    }
}

struct InvalidSetting: Error {
    let description: String
}
