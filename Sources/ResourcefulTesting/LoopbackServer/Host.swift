import Dispatch

extension LoopbackServer {
    /// The state that the threads of a server share: one thread accepts connections, and each connection has its own.
    final class Host: Sendable {
        /// The requests and connections so far.
        struct Record: Sendable {
            var requests: [Request] = []
            var connectionCount = 0
        }

        private struct State: Sendable {
            var record = Record()
            var connections: [Descriptor: ServerThread] = [:]
            /// Threads that are about to end and can be joined.
            var finished: [ServerThread] = []
            var isStopping = false
            /// Whether no one waits for threads anymore, so that they must clean up after themselves.
            var isAbandoned = false
        }

        let baseURL: URL
        let bodyLimit: Int
        let receive: (@Sendable (Request, Data) -> Void)?
        private let answer: @Sendable (Request) throws -> Answer
        private let listener: Listener
        private let state = Locked(State())
        private let running = DispatchGroup()

        init(
            port: UInt16, bodyLimit: Int, receive: (@Sendable (Request, Data) -> Void)?,
            answer: @escaping @Sendable (Request) throws -> Answer
        ) throws {
            listener = try Listener(port: port)
            guard let baseURL = URL(string: "http://127.0.0.1:\(listener.port)/") else { throw SystemError("URL") }
            self.baseURL = baseURL
            self.bodyLimit = bodyLimit
            self.receive = receive
            self.answer = answer
            running.enter()
            do {
                _ = try ServerThread.start { self.acceptConnections() }
            } catch {
                listener.wake()
                listener.close()
                throw error
            }
        }

        var record: Record { state.withLock { $0.record } }

        /// Records a request, and returns the script that answers it.
        func script(for request: Request, head: RequestHead, canPersist: Bool) -> Script {
            state.withLock { $0.record.requests.append(request) }
            do {
                return Script(try answer(request), to: head, canPersist: canPersist)
            } catch {
                let response = Response(status: 500, text: "\(error)")
                return Script(.response(response), to: head, canPersist: canPersist)
            }
        }
    }
}

// The life cycle of threads.
extension LoopbackServer.Host {
    private func acceptConnections() {
        while let socket = listener.accept() {
            admit(socket)
            joinFinished()
        }
        listener.close()
        finish()
    }

    private func admit(_ socket: LoopbackServer.Descriptor) {
        running.enter()
        let isAdmitted = state.withLock { state in
            guard !state.isStopping, let thread = try? LoopbackServer.ServerThread.start({ self.serve(socket) }) else {
                return false
            }
            state.connections[socket] = thread
            state.record.connectionCount += 1
            return true
        }
        guard !isAdmitted else { return }
        socket.close()
        running.leave()
    }

    private func serve(_ socket: LoopbackServer.Descriptor) {
        var connection = LoopbackServer.Connection(socket: socket, host: self)
        connection.run()
        // Removed before it's closed: a new connection may reuse the number as soon as it's closed.
        _ = state.withLock { $0.connections.removeValue(forKey: socket) }
        socket.close()
        finish()
    }

    /// The last call of each thread.
    private func finish() {
        let current = LoopbackServer.ServerThread.current
        let isAbandoned = state.withLock { state in
            if !state.isAbandoned { state.finished.append(current) }
            return state.isAbandoned
        }
        if isAbandoned { current.detach() }
        running.leave()
    }

    private func joinFinished() {
        let finished = state.withLock { state in
            defer { state.finished = [] }
            return state.finished
        }
        for thread in finished { thread.join() }
    }

    /// Stops all threads, and waits for them unless that's impossible or an earlier call already waited.
    func stop(waitingAtMost limit: Duration) {
        let current = LoopbackServer.ServerThread.current
        let canWait = state.withLock { state in
            if !state.isStopping {
                state.isStopping = true
                listener.wake()
                for socket in state.connections.keys { socket.shutdown() }
            }
            // A thread can't wait for its own end.
            return !state.isAbandoned && !state.connections.values.contains { $0 == current }
        }
        let milliseconds = limit.wholeMilliseconds(in: 0...Int(Int32.max))
        if canWait { _ = running.wait(timeout: .now() + .milliseconds(milliseconds)) }
        state.withLock { $0.isAbandoned = true }
        joinFinished()
    }
}
