extension MediaType {
    /// Creates the media type of a file name's extension: `image/jpeg` for `photo.JPG`, and `application/octet-stream`
    /// if the extension is unknown.
    ///
    /// Only the name is considered. Text is assumed to be UTF-8.
    public init(fileName: String) {
        let ending = fileName.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
        self = Self.ofEndings[ending].flatMap { MediaType($0) } ?? .octetStream
    }

    /// The media types of common extensions, with the names registered with IANA, or else those that browsers use.
    private static let ofEndings: [String: String] = {
        let table: [(type: String, endings: String)] = [
            ("application/epub+zip", "epub"), ("application/gzip", "gz tgz"), ("application/json", "json map"),
            ("application/manifest+json", "webmanifest"), ("application/msword", "doc"),
            ("application/ndjson", "ndjson jsonl"), ("application/pdf", "pdf"), ("application/rtf", "rtf"),
            ("application/vnd.android.package-archive", "apk"), ("application/vnd.ms-excel", "xls"),
            ("application/vnd.ms-powerpoint", "ppt"), ("application/vnd.oasis.opendocument.text", "odt"),
            ("application/vnd.oasis.opendocument.spreadsheet", "ods"),
            ("application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx"),
            ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
            ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"),
            ("application/vnd.sqlite3", "sqlite db"), ("application/wasm", "wasm"),
            ("application/x-7z-compressed", "7z"), ("application/x-bzip2", "bz2"), ("application/x-tar", "tar"),
            ("application/x-plist", "plist"), ("application/xml", "xml"), ("application/zip", "zip"),
            ("application/zstd", "zst"), ("application/geo+json", "geojson"), ("application/gpx+xml", "gpx"),
            ("audio/aac", "aac"), ("audio/flac", "flac"), ("audio/midi", "mid midi"), ("audio/mp4", "m4a"),
            ("audio/mpeg", "mp3"), ("audio/ogg", "ogg oga opus"), ("audio/wav", "wav"), ("font/otf", "otf"),
            ("font/ttf", "ttf"), ("font/woff", "woff"), ("font/woff2", "woff2"), ("image/avif", "avif"),
            ("image/bmp", "bmp"), ("image/gif", "gif"), ("image/heic", "heic"), ("image/heif", "heif"),
            ("image/jpeg", "jpg jpeg"), ("image/jxl", "jxl"), ("image/png", "png"), ("image/svg+xml", "svg"),
            ("image/tiff", "tif tiff"), ("image/vnd.microsoft.icon", "ico"), ("image/webp", "webp"),
            ("model/gltf-binary", "glb"), ("model/vnd.usdz+zip", "usdz"), ("text/calendar; charset=utf-8", "ics"),
            ("text/css; charset=utf-8", "css"), ("text/csv; charset=utf-8", "csv"),
            ("text/html; charset=utf-8", "html htm"), ("text/javascript; charset=utf-8", "js mjs"),
            ("text/markdown; charset=utf-8", "md markdown"), ("text/plain; charset=utf-8", "txt text log"),
            ("text/tab-separated-values; charset=utf-8", "tsv"), ("text/vcard; charset=utf-8", "vcf"),
            ("video/mp2t", "ts"), ("video/mp4", "mp4 m4v"), ("video/mpeg", "mpg mpeg"), ("video/ogg", "ogv"),
            ("video/quicktime", "mov"), ("video/webm", "webm"), ("video/x-matroska", "mkv"),
            ("video/x-msvideo", "avi"), ("application/vnd.apple.mpegurl", "m3u8"),
        ]
        let pairs = table.flatMap { row in row.endings.split(separator: " ").map { (String($0), row.type) } }
        return Dictionary(pairs) { first, _ in first }
    }()
}
