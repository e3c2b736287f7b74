extension StreamResource where Element: Decodable {
    /// Creates a stream of JSON Lines: every line is a document, decoded as an element as soon as it ends.
    ///
    /// Lines that contain only white space are skipped, and the last line needs no line ending. No Accept is sent,
    /// because JSON Lines has no registered media type and servers use many names. Set Accept yourself if the server
    /// requires it.
    ///
    /// Lines that arrive together are decoded together. If one of them can't be, those before it are decoded again, so
    /// their initializers run twice.
    ///
    /// A line that can't be read ends the stream with a `ParseFailure`, whose path begins with the index of the
    /// element, counted from 0.
    ///
    /// - Parameters:
    ///   - request: The `Request` or URL.
    ///   - decoder: The decoder, with its rules for dates, data, and keys.
    ///   - maximumSize: The maximum number of bytes of a line. A longer line ends the stream.
    public init(
        jsonLines request: some RequestConvertible, decoder: JSON.Decoder = JSON.Decoder(),
        maximumSize: Int = 64 << 20
    ) {
        let lines = JSONLines<Element>(decoder: decoder, maximumSize: maximumSize, mask: Redaction.standard)
        self.init(request.asRequest, parser: lines)
    }

    /// Creates a stream of the elements of one JSON array of any size. Each element is decoded as soon as it ends.
    ///
    /// The array is the document itself or at a path in it. The rest of the document is skipped without parsing it, so
    /// mistakes in it aren't found as long as its brackets and quotes are balanced. If a key occurs twice, the first
    /// one counts.
    ///
    /// An element that can't be read ends the stream with a `ParseFailure`, whose path leads to it.
    ///
    /// - Parameters:
    ///   - request: The `Request` or URL.
    ///   - path: The path of the array in the document.
    ///   - decoder: The decoder, with its rules for dates, data, and keys.
    ///   - maximumSize: The maximum number of bytes of an element. A longer element ends the stream.
    public init(
        jsonArray request: some RequestConvertible, at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder(),
        maximumSize: Int = 64 << 20
    ) {
        // One box for all elements.
        let mask: any TextMask = Redaction.standard
        let parser = JSONTextParser<Element>(.array(path), maximumSize: maximumSize) { text, pieces, elements in
            elements.append(try pieces.decode(Element.self, text, by: decoder, mask: mask))
        }
        self.init(request.asRequest, parser: parser)
    }
}

extension JSONLines: StreamParser {}
