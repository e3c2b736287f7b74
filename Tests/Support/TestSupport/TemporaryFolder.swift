package import Foundation

/// A folder for one test, gone when the test is over.
package final class TemporaryFolder: Sendable {
    package let url: URL
    package var path: String { url.path(percentEncoded: false) }

    /// - Parameter inMemory: Whether its files are in memory where that is possible, so waiting for the disk takes no
    ///   time.
    package init(inMemory: Bool = false) {
        let name = "resourceful-cache-\(UInt64.random(in: 0 ... .max))"
        let isPossible = inMemory && FileManager.default.isWritableFile(atPath: "/dev/shm")
        url = URL(filePath: isPossible ? "/dev/shm" : "/tmp").appending(path: name)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The names of the files in it.
    package var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
    /// The names of the files of entries.
    package var entries: [String] { names.filter { $0.count == 64 } }

    /// How many bytes all its files have.
    package var byteCount: Int {
        names.reduce(0) { sum, name in
            let size = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.size] as? Int
            return sum + (size ?? 0)
        }
    }

    /// The bytes of a file.
    package func bytes(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

    /// Puts bytes into a file, as it is: not by way of another file.
    package func write(_ bytes: Data, to name: String) throws {
        try bytes.write(to: url.appending(path: name), options: [])
    }
}
