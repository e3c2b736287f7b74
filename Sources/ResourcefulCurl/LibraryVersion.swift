import CResourcefulCurl
import ResourcefulLoading

/// Which libcurl was found, and what it does wrong that this library can't mend.
package struct LibraryVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let numbers: [Int]

    package var description: String { numbers.map(String.init).joined(separator: ".") }

    /// - Parameter text: What libcurl calls itself: `libcurl/7.88.1 OpenSSL/3.0.15 …`. Nil when that says no version.
    package init?(_ text: String) {
        guard let name = text.split(separator: " ").first, name.hasPrefix("libcurl/") else { return nil }
        // `8.12.1-DEV` is as good as `8.12.1`.
        let parts = name.dropFirst("libcurl/".count).prefix { $0 != "-" }.split(separator: ".").map { Int($0) }
        guard parts.count >= 2, let numbers = parts as? [Int] else { return nil }
        self.numbers = numbers
    }

    package static func < (left: LibraryVersion, right: LibraryVersion) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }

    /// The one that was found, once libcurl is loaded; nil when it does not say.
    static var installed: LibraryVersion? { assumed ?? LibraryVersion(String(cString: rsf_curl_version())) }

    /// The one that tests take for the one that was found.
    @TaskLocal package static var assumed: LibraryVersion?

    /// What is to be said about it; nil when nothing is.
    package var warning: String? {
        guard numbers.lexicographicallyPrecedes([7, 80]) else { return nil }
        return "libcurl \(self) is installed: before 7.80 it may send a POST twice when its connection ends, and take "
            + "what comes on an idle connection of plain HTTP for the next response. Install a newer one."
    }
}

extension CurlTransport {
    /// Prints a warning to standard error, once in a process.
    public static let printWarning: @Sendable (String) -> Void = { message in
        let isNew = printed.withLock { $0.insert(message).inserted }
        if isNew { DiskCache.printWarning(message) }
    }

    private static let printed = Locked<Set<String>>([])
}
