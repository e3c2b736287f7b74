package import ResourcefulLoading
import ResourcefulURLSession

/// What loads where libcurl can't be had: a target of its own, so that a program that doesn't ask for it, with the
/// package's trait `URLSession`, isn't linked with the whole of Foundation.
package func fallbackTransport() -> some Transport { URLSessionTransport() }
