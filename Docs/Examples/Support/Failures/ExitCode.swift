/// The exit status of a program, from sysexits.h, which lets a script distinguish failures.
public enum ExitCode: Int32, CaseIterable, Sendable {
    /// The program succeeded.
    case success = 0
    /// The command line is wrong (EX_USAGE).
    case usage = 64
    /// The data can't be used (EX_DATAERR).
    case badData = 65
    /// The host doesn't exist (EX_NOHOST).
    case noHost = 68
    /// The server can't be reached, or doesn't offer what was asked for (EX_UNAVAILABLE).
    case unavailable = 69
    /// The program has an error (EX_SOFTWARE).
    case software = 70
    /// A file can't be written (EX_CANTCREAT).
    case cannotCreate = 73
    /// Reading or writing failed (EX_IOERR).
    case inputOutput = 74
    /// The failure is temporary (EX_TEMPFAIL).
    case temporary = 75
    /// The server violates HTTP (EX_PROTOCOL).
    case badProtocol = 76
    /// The action isn't allowed (EX_NOPERM).
    case notAllowed = 77
    /// Ctrl-C was pressed: 128 plus the signal's number, as in shells.
    case interrupted = 130
}
