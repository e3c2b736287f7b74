// A process that uploads a file and can be killed:
//
//     uploader URL PROTOCOL FILE STORE     PROTOCOL is tus, draft or s3; prints how much the server has, each time
import Resourceful
import ResourcefulDisk
import ResourcefulUploads

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

let words = CommandLine.arguments
guard words.count == 5, let url = URL(string: words[1]) else { exit(2) }
let rules: UploadProtocol =
    switch words[2] {
    case "tus": .tus
    case "s3": .s3()
    default: .draft()
    }
let upload = ResumableUpload(URL(filePath: words[3]), to: Request(url: url), by: rules, pieceSize: 100_000)
do {
    let uploaded = try await Webservice(store: FileStore(at: URL(filePath: words[4])))
        .load(
            upload.onProgress { progress in
                print(progress.received)
                fflush(nil)
            })
    print(uploaded.url.lastPathComponent)
} catch {
    print(error)
    exit(1)
}
