#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension FileDownload {
    /// Where a file goes.
    public enum Destination: Hashable, Sendable {
        /// To a place of its own. What is there is replaced, in one step, when the file is whole.
        case file(URL)
        /// Into a folder, under the name that the server suggests (``ContentDisposition/safeFileName``), else that in
        /// the URL. It never leads out of the folder.
        case folder(URL, ifTaken: Taken = .numbered)

        /// What becomes of a file in a folder whose name is taken.
        public enum Taken: Hashable, Sendable {
            /// It gets a number: `name (2).ext`.
            case numbered
            /// It replaces what is there, in one step.
            case replaced
        }
    }
}
