/// What the first service knows of a user.
struct Profile: Codable, Sendable {
    let name: String
    let city: String
}

/// An item of the second service.
struct Item: Codable, Sendable {
    let id: Int
    let title: String
}

/// A price of the third service.
struct Price: Codable, Sendable {
    let id: Int
    let cents: Int
}

/// What the gateway makes of all three.
struct Page: Codable, Sendable {
    let profile: Profile
    let items: [Item]
    let prices: [Price]
}

/// Loads pages from the three services.
protocol PageSource: Sendable {
    func page(for user: Int) async throws -> Page
    /// Ends what it has begun.
    func close() async throws
}
