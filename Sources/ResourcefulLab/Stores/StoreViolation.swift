/// A law that a store breaks.
public struct StoreViolation: Error, Sendable, CustomStringConvertible {
    /// The law, such as `an entry is read as it was written`.
    package let law: String
    /// What the store did, and what the law asks for.
    package let message: String
    /// The file and line of the assertion, such as `Tests/VaultTests.swift:12`.
    package let place: String

    /// The place, the law and the message.
    public var description: String { "\(place): the store breaks the law \"\(law)\": \(message)" }
}

/// What a store did against a law.
struct BrokenLaw: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

/// What every store of a kind must do, in words, and how that is tried.
struct StoreLaw<Store: Sendable>: Sendable {
    /// What the law is about.
    enum Scope: Sendable {
        case everyStore
        /// Stores that share their entries with others.
        case sharedStores
    }

    let text: String
    let scope: Scope
    /// Throws ``BrokenLaw``. Every law has names of its own, so a store can be used for all of them.
    let check: @Sendable (StoreTrial<Store>) async throws -> Void

    init(
        _ text: String, _ scope: Scope = .everyStore,
        check: @escaping @Sendable (StoreTrial<Store>) async throws -> Void
    ) {
        (self.text, self.scope, self.check) = (text, scope, check)
    }
}

/// The trial of a law.
struct StoreTrial<Store: Sendable>: Sendable {
    /// What the names of all entries begin with.
    let name: String
    /// Random numbers.
    let numbers: SplitMix64
    /// Makes a store. If stores share their entries, it has the others' entries.
    let make: @Sendable () async throws -> Store

    /// Tries laws one after the other.
    static func run(
        _ laws: [StoreLaw<Store>], prefix: String, isShared: Bool, seed: UInt64, place: String,
        making make: @escaping @Sendable () async throws -> Store
    ) async throws {
        for (index, law) in laws.enumerated() where isShared || law.scope == .everyStore {
            let trial = StoreTrial(name: "\(prefix)law\(index)", numbers: SplitMix64(seed: seed), make: make)
            do {
                try await law.check(trial)
            } catch let broken as BrokenLaw {
                throw StoreViolation(law: law.text, message: broken.message, place: place)
            }
        }
    }
}

/// Throws unless a condition holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(BrokenLaw) {
    if !condition { throw BrokenLaw(message()) }
}
