package import ResourcefulLoading
import ResourcefulURLSession

/// Returns the transport for programs without libcurl. It is a separate target, so programs without the package's trait
/// `URLSession` aren't linked with all of Foundation.
package func fallbackTransport() -> some Transport { URLSessionTransport() }
