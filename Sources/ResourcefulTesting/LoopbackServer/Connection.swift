extension LoopbackServer {
    /// A connection from its first request to its end. It reads requests, gets a script for each, and performs it.
    struct Connection {
        private let socket: Descriptor
        private let host: Host
        private var reader: RequestReader

        init(socket: Descriptor, host: Host) {
            self.socket = socket
            self.host = host
            let handOver = host.receive.map { receive in
                { (head: RequestHead, piece: Data) in
                    receive(try head.request(under: host.baseURL, body: Data()), piece)
                }
            }
            reader = RequestReader(bodyLimit: host.bodyLimit, handingOver: handOver) { count in
                try socket.receive(upTo: count)
            }
        }

        /// Answers requests until one side ends the connection. Errors are ignored: they mean that the client has left
        /// or that the server is stopping.
        mutating func run() {
            while let script = try? nextScript(), (try? carryOut(script)) == true {}
        }

        /// Returns the script for the next request; nil if there are no more requests.
        private mutating func nextScript() throws -> Script? {
            do {
                guard let incoming = try reader.next(inviting: invite) else { return nil }
                let request = try incoming.head.request(under: host.baseURL, body: incoming.body)
                return host.script(for: request, head: incoming.head, canPersist: incoming.isWhole)
            } catch let malformed as MalformedRequest {
                return Script(refusing: malformed)
            }
        }

        private func invite() throws { try send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }

        /// Performs a script. Returns whether the connection stays open.
        private func carryOut(_ script: Script) throws -> Bool {
            for move in script.moves {
                guard try carryOut(move) else { return false }
            }
            switch script.end {
            case .persist: return true
            case .close: socket.endOutputAndLinger()
            case .stall: _ = socket.isConnected(after: nil)
            case .reset:
                socket.awaitDelivery()
                socket.resetWhenClosed()
            }
            return false
        }

        /// Performs a move. Returns whether the client is still connected.
        private func carryOut(_ move: Script.Move) throws -> Bool {
            switch move {
            case .send(let data): try send(data)
            case .pause(let duration): return socket.isConnected(after: duration)
            case .drip(let data, let count, let interval):
                var rest = data
                while !rest.isEmpty {
                    try send(rest.prefix(count))
                    rest = rest.dropFirst(count)
                    guard rest.isEmpty || socket.isConnected(after: interval) else { return false }
                }
            }
            return true
        }

        private func send(_ data: Data) throws {
            try data.withUnsafeBytes { try socket.send($0) }
        }
    }
}
