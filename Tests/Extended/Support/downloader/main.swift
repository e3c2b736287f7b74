// A process that downloads a file, for tests that kill it:
//
//     downloader URL FILE            fetches the file; prints how many bytes were there before
//     downloader URL FILE LIMIT      the same, where files may have so many bytes; prints the error
import Resourceful
import ResourcefulDownloads

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
guard words.count >= 3, let url = URL(string: words[1]) else { exit(2) }
if words.count == 4, let size = UInt(words[3]) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(size), rlim_max: rlim_t(size))
    #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
        setrlimit(RLIMIT_FSIZE, &limit)
    #endif
}
do {
    let file = try await Webservice().download(FileDownload(url: url), to: .file(URL(filePath: words[2])))
    print(file.resumedFrom)
} catch {
    print(error)
    exit(1)
}
