/// Carries an error that a resource has declared, a server's own, past those who would wrap it in a ``LoadError``.
struct DeclaredFailure: Error {
    let error: any Error
    /// What the service has said in its envelope, if the error was made of that.
    var serviceError: ServiceError?
}
