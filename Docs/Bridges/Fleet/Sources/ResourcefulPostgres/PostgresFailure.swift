import ResourcefulFleet

/// What a server has refused, or not answered in time.
struct PostgresFailure: ServerFailure, CustomStringConvertible {
    let description: String
    let isRejection: Bool
    let isDelay: Bool
    /// The server's code of what it has refused.
    private let code: String

    init(_ description: String, isRejection: Bool = false, isDelay: Bool = false, code: String = "") {
        (self.description, self.isRejection, self.isDelay, self.code) = (description, isRejection, isDelay, code)
    }

    /// Whether the server didn't know a command by its name, or has another one of that name.
    var isUnprepared: Bool { code == "26000" || code == "42P05" }
}
