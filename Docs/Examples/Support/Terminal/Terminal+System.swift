import Resourceful

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

// The only file that queries the system about terminals, and writes to them.
extension Terminal {
    /// Standard output, for results.
    public static let output = Terminal(STDOUT_FILENO)
    /// Standard error, for errors.
    public static let errors = Terminal(STDERR_FILENO)

    private init(_ descriptor: Int32) {
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
        self.init(
            isTerminal: isatty(descriptor) == 1, environment: ProcessInfo.processInfo.environment,
            reported: isKnown ? Int(size.ws_col) : nil)
    }

    /// Writes lines, broken at spaces to fit.
    public func say(_ text: String = "", _ style: Style? = nil, indent: Int = 0) {
        write(laidOut(text, style, indent: indent) + "\n")
    }

    /// Writes a title above the next lines.
    public func title(_ text: String) { write("\n" + laidOut(text, .bold) + "\n\n") }

    /// Writes text unchanged, and flushes it.
    public func write(_ text: String) {
        print(text, terminator: "")
        fflush(nil)
    }
}

extension ExitCode {
    /// Exits with the status, unless the program succeeded.
    public func end() {
        guard self != .success else { return }
        fflush(nil)
        exit(rawValue)
    }
}

extension Complaint {
    /// Writes the complaint to standard error, and ends the program with its status.
    public func end(_ program: String) -> Never {
        fflush(nil)
        let bytes = Array((text(of: program, on: .errors) + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
        exit(status.rawValue)
    }
}
