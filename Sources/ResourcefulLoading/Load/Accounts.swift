/// The coordinators of accounts, as long as something uses them.
final class Accounts: Sendable {
    private struct Reference: Sendable {
        weak var coordinator: Coordinator?
    }

    private let references = Locked<[String: Reference]>([:])

    /// Returns the coordinator of an account.
    func coordinator(of account: String) -> Coordinator {
        references.withLock { references in
            if let coordinator = references[account]?.coordinator { return coordinator }
            references = references.filter { $0.value.coordinator != nil }
            let coordinator = Coordinator()
            references[account] = Reference(coordinator: coordinator)
            return coordinator
        }
    }
}
