#if os(Linux)
    package import Foundation
    import Testing

    extension Program {
        /// Runs an example in a terminal without a screen. The outcome has what was shown; its lines end with `\n`.
        ///
        /// - Parameters:
        ///   - columns: How wide the terminal is; 0 if it doesn't know.
        ///   - environment: What is added to the environment; a terminal with colors if nothing is said.
        ///   - see: Called with all that has been shown, whenever there is more.
        package static func show(
            _ arguments: [String], of name: String = "episodes", columns: UInt16,
            environment: [String: String] = ["TERM": "xterm"], seeing see: (String, pid_t) -> Void = { _, _ in }
        ) throws -> Outcome {
            let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            defer { close(terminal) }
            var (isLocked, number): (Int32, Int32) = (0, 0)
            // TIOCSPTLCK and TIOCGPTN, which are macros.
            try #require(ioctl(terminal, 0x4004_5431, &isLocked) == 0 && ioctl(terminal, 0x8004_5430, &number) == 0)
            var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            try #require(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
            var shown = Data()
            let outcome = try run(
                arguments, of: name, environment: environment, in: "/dev/pts/\(number)", withErrors: true
            ) { process in
                var bytes = [UInt8](repeating: 0, count: 65_536)
                // It fails when the program has ended: nobody has the other side open.
                while case let count = read(terminal, &bytes, bytes.count), count > 0 {
                    shown.append(contentsOf: bytes[..<count])
                    see(String(decoding: shown, as: UTF8.self), process)
                }
            }
            let text = String(decoding: shown, as: UTF8.self).replacing("\r\n", with: "\n")
            return Outcome(status: outcome.status, output: text, errors: outcome.errors)
        }
    }
#endif
