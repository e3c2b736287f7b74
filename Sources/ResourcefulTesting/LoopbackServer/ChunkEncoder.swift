extension LoopbackServer {
    /// The chunked transfer coding (RFC 9112, section 7.1).
    enum ChunkEncoder {
        /// Returns the body in chunks of at most the given number of bytes, without the last chunk.
        static func chunks(of body: Data, size: Int) -> Data {
            var coded = Data()
            var rest = body
            while !rest.isEmpty {
                let piece = rest.prefix(max(1, size))
                coded.append(sizeLine(piece.count))
                coded.append(piece)
                coded.append(contentsOf: "\r\n".utf8)
                rest = rest.dropFirst(piece.count)
            }
            return coded
        }

        /// Returns the chunks up to the given number of bytes of the body. If the last of them is incomplete, its size
        /// line still has its full size.
        static func chunks(of body: Data, size: Int, cutShortAfter count: Int) -> Data {
            let size = max(1, size)
            let count = min(max(0, count), body.count)
            let whole = body.prefix(count - count % size)
            let rest = body.dropFirst(whole.count).prefix(size)
            guard !rest.isEmpty else { return chunks(of: whole, size: size) }
            return chunks(of: whole, size: size) + sizeLine(rest.count) + rest.prefix(count % size)
        }

        /// Returns the last chunk, the trailers, and the empty line that ends them.
        static func end(trailers: HeaderFields) -> Data {
            Data("0\r\n".utf8) + trailers.lines + Data("\r\n".utf8)
        }

        private static func sizeLine(_ size: Int) -> Data { Data("\(String(size, radix: 16))\r\n".utf8) }
    }
}

extension HeaderFields {
    /// The lines of a header or trailer section as they are sent, without the empty line at the end.
    var lines: Data { Data(map { "\($0.name.rawName): \($0.value)\r\n" }.joined().utf8) }
}
