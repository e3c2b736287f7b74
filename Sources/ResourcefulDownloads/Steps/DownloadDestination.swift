extension FileDownload {
    /// Where to put a downloaded file.
    public enum Destination: Hashable, Sendable {
        /// A file. An existing one is replaced atomically when the download is complete.
        case file(URL)
        /// A file in a folder, with the name that the server suggests (`ContentDisposition.safeFileName`), or else
        /// the one in the URL. The name never leads out of the folder.
        case folder(URL, ifTaken: Taken = .numbered)

        /// What to do if the name of a file is taken in the folder.
        public enum Taken: Hashable, Sendable {
            /// Add a number: `name (2).ext`.
            case numbered
            /// Replace the existing file atomically.
            case replaced
        }
    }
}
