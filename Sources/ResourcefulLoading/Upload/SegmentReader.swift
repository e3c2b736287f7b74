/// Reads content in memory and in files as a single sequence of bytes. At most one file is open at a time.
struct SegmentReader: ~Copyable {
    private let segments: [Body.Segment]
    /// The offsets at which the segments begin, and the one at which the last one ends.
    private var starts = [0]
    private var index = 0
    private var offset = 0
    private var file: FileReader?

    /// The total number of bytes.
    let count: Int

    /// Creates a reader without bytes.
    init() {
        segments = []
        count = 0
    }

    /// Checks all files. A single segment's file stays open.
    ///
    /// - Throws: ``RequestError`` if a file doesn't exist, isn't a file or can't be read.
    init(_ segments: [Body.Segment]) throws(RequestError) {
        self.segments = segments
        for segment in segments {
            switch segment {
            case .data(let data): starts.append(starts[starts.count - 1] + data.count)
            case .file(let url):
                let opened = try FileReader(url)
                starts.append(starts[starts.count - 1] + opened.count)
                if segments.count == 1 { file = consume opened }
            }
        }
        count = starts[starts.count - 1]
    }

    /// Copies the next bytes, as many as fit in one read; 0 at the end.
    ///
    /// - Throws: ``RequestError`` if a file can't be read or its length has changed.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(RequestError) -> Int {
        while index < segments.count, offset == starts[index + 1] { leaveSegment() }
        let end = starts[min(index + 1, segments.count)]
        let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(min(buffer.count, end - offset)))
        guard !wanted.isEmpty else { return 0 }
        let copied = try read(segments[index], at: offset - starts[index], into: wanted)
        offset += copied
        return copied
    }

    private mutating func leaveSegment() {
        index += 1
        if index < segments.count || segments.count > 1 { file = nil }
    }

    private mutating func read(
        _ segment: Body.Segment, at place: Int, into buffer: UnsafeMutableRawBufferPointer
    ) throws(RequestError) -> Int {
        switch segment {
        case .data(let data):
            let start = data.startIndex + place
            data.copyBytes(to: buffer, from: start..<(start + buffer.count))
            return buffer.count
        case .file(let url):
            if file == nil {
                let opened = try FileReader(url)
                guard opened.count == starts[index + 1] - starts[index] else {
                    throw RequestError("the file \(url.path(percentEncoded: false)) changed while it was sent")
                }
                file = consume opened
            }
            return try file?.read(at: place, into: buffer) ?? 0
        }
    }

    /// Moves to an offset. Returns false if it is out of range.
    mutating func seek(to offset: Int) -> Bool {
        guard (0...count).contains(offset) else { return false }
        self.offset = offset
        index = max(0, (starts.firstIndex { $0 > offset } ?? segments.count) - 1)
        if segments.count > 1 { file = nil }
        return true
    }
}
