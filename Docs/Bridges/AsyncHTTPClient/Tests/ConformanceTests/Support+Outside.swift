import Foundation
import Synchronization

/// What the suite has from the library where it is built with it.
final class Locked<State: Sendable>: Sendable {
    private let mutex: Mutex<State>

    init(_ state: State) { mutex = Mutex(state) }

    func withLock<Output: Sendable>(_ body: @Sendable (inout State) -> Output) -> Output {
        mutex.withLock { body(&$0) }
    }
}

/// Compresses with the system's own program.
enum Gzip {
    static func compressed(_ data: Data) -> Data {
        let (input, output) = (Pipe(), Pipe())
        let process = Process()
        process.executableURL = URL(filePath: "/bin/gzip")
        (process.standardInput, process.standardOutput) = (input, output)
        try? process.run()
        Thread.detachNewThread {
            input.fileHandleForWriting.write(data)
            try? input.fileHandleForWriting.close()
        }
        return output.fileHandleForReading.readDataToEndOfFile()
    }
}
