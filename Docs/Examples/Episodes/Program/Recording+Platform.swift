import Resourceful
import ResourcefulTesting

extension Transport where Self == RecordingTransport<PlatformTransport> {
    /// The platform's transport, which records each exchange in a file.
    static func recording(to file: URL) -> Self { PlatformTransport().recording(to: file) }
}
