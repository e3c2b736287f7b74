/// A wrapper that keeps an error declared by a resource from becoming part of a ``LoadError``.
package struct DeclaredFailure: Error {
    package let error: any Error
    /// What the service said in its envelope, if the error was made from that.
    var serviceError: ServiceError?
}
