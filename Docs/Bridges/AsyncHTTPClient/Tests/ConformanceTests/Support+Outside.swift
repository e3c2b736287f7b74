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

/// Random numbers that are the same for the same seed.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
