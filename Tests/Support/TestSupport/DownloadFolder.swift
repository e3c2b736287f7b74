package import Foundation
import ResourcefulTesting

/// Bytes that follow from a number.
package func content(_ count: Int, seed: UInt64 = 1) -> Data {
    var numbers = SplitMix64(seed: seed)
    var bytes = Data(capacity: count + 8)
    while bytes.count < count { withUnsafeBytes(of: numbers.next()) { bytes += $0 } }
    return bytes.prefix(count)
}

/// A folder for one test, gone when the test is over.
package final class DownloadFolder: Sendable {
    package let url: URL

    package init() {
        // In memory where that is possible: a whole file is brought to the disk, and that takes its time.
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        url = URL(filePath: "\(parent)/resourceful-download-\(UInt64.random(in: 0 ... .max))")
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A file in it.
    package var file: URL { url.appending(path: "file.bin") }
    /// The names of all that is in it.
    package var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }

    package func bytes(_ name: String = "file.bin") -> Data? {
        FileManager.default.contents(atPath: url.path + "/" + name)
    }

    package func write(_ bytes: Data, to name: String) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try bytes.write(to: url.appending(path: name))
    }
}
