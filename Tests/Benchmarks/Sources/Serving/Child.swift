import Foundation

/// A process that prints a line.
public final class Child {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    /// Starts a program.
    public init(_ program: String, _ words: [String]) throws {
        process.executableURL = URL(filePath: program)
        process.arguments = words
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// Returns what it prints first.
    public func line() -> String {
        String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Ends its input, and waits for its end.
    public func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// The path of this program.
    public static func program() throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }
}
