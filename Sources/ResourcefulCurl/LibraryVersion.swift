import CResourcefulCurl

/// The version of the installed libcurl, and its faults that this library can't work around.
package struct LibraryVersion: Hashable, Sendable, CustomStringConvertible {
    private let numbers: [Int]

    package var description: String { numbers.map(String.init).joined(separator: ".") }

    /// Parses libcurl's version text; nil if it contains no version.
    ///
    /// - Parameter text: The text, such as `libcurl/7.88.1 OpenSSL/3.0.15 …`.
    package init?(_ text: String) {
        guard let name = text.split(separator: " ").first, name.hasPrefix("libcurl/") else { return nil }
        // `8.12.1-DEV` counts as `8.12.1`.
        let parts = name.dropFirst("libcurl/".count).prefix { $0 != "-" }.split(separator: ".").map { Int($0) }
        guard parts.count >= 2, let numbers = parts as? [Int] else { return nil }
        self.numbers = numbers
    }

    /// The installed version, once libcurl is loaded; nil if it is unknown.
    static var installed: LibraryVersion? { assumed ?? LibraryVersion(String(cString: rsf_curl_version())) }

    /// The version that tests use instead of the installed one.
    @TaskLocal package static var assumed: LibraryVersion?

    /// Whether it resumes a TLS session only for the same configuration: before 7.83.1, it compares parts of it
    /// (CVE-2022-27782).
    package var comparesTLS: Bool { !numbers.lexicographicallyPrecedes([7, 83, 1]) }

    /// Whether it can use a connection of HTTP/2 without TLS again: in 7.88, each request but the first one fails.
    package var reusesPlainHTTP2: Bool { !numbers.starts(with: [7, 88]) }

    /// A warning about the version; nil if there is nothing to warn about.
    package var warning: String? {
        guard numbers.lexicographicallyPrecedes([7, 80]) else { return nil }
        return "libcurl \(self) is installed: before 7.80 it may send a POST twice when its connection ends, and take "
            + "data on an idle connection of plain HTTP for the next response. Install a newer version."
    }
}

extension CurlTransport {
    /// Prints a warning to standard error, once per process.
    public static let printWarning: @Sendable (String) -> Void = { message in
        let isNew = printed.withLock { $0.insert(message).inserted }
        if isNew { writeToStandardError(message) }
    }

    private static let printed = Locked<Set<String>>([])
}
