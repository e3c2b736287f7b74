/// The status that a program ends with, from sysexits.h, so that a script can tell failures apart.
public enum ExitCode: Int32, CaseIterable, Sendable {
    /// All went well.
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
    /// It may work later (EX_TEMPFAIL).
    case temporary = 75
    /// The server doesn't speak HTTP as it should (EX_PROTOCOL).
    case badProtocol = 76
    /// It isn't allowed (EX_NOPERM).
    case notAllowed = 77
    /// Ctrl-C was pressed: 128 and the signal's number, as shells have it.
    case interrupted = 130
}
