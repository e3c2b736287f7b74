/// What carries statements to a server.
protocol PostgresStatements: Sendable {
    /// How many statements it runs at the same time.
    var count: Int { get }

    /// What is equal for all that carry statements to the same server; nil if that isn't known.
    var server: String? { get }

    /// Runs a statement with binary values, and returns the rows.
    ///
    /// - Throws: ``PostgresFailure``. Then the statement may or may not have been carried out.
    func rows(_ statement: String, _ values: [[UInt8]?], _ limit: AnswerLimit) async throws -> [[[UInt8]?]]

    /// Throws unless the server answers, and all is there that the statements need.
    func probe(_ limit: AnswerLimit) async throws

    /// Asks for a sign of life, if that doesn't have to wait behind something else.
    func ask(_ limit: AnswerLimit) async throws

    /// Ends what is connected.
    func close() async
}
