// write: try await webservice.download(audio, to: .folder(downloads))
import Foundation
import Resourceful
import ResourcefulDownloads

func save(_ audio: FileDownload, _ downloads: URL, _ webservice: Webservice) async throws -> Int {
    try await webservice.download(audio, to: .folder(downloads)).size
}
