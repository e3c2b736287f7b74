#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

extension LoopbackServer {
    /// A thread of the system: connections need true threads, for the functions that they call may block.
    ///
    /// `@unchecked Sendable`: the handle is a pointer on some systems, but one that POSIX lets every thread use.
    struct ServerThread: @unchecked Sendable {
        private let handle: pthread_t

        /// The thread that asks.
        static var current: ServerThread { ServerThread(handle: pthread_self()) }

        /// Runs the function on a new thread, which is to be joined or detached.
        static func start(_ function: @escaping @Sendable () -> Void) throws(SystemError) -> ServerThread {
            var attributes = pthread_attr_t()
            pthread_attr_init(&attributes)
            defer { pthread_attr_destroy(&attributes) }
            pthread_attr_setstacksize(&attributes, 512 * 1024)
            #if canImport(Glibc) || canImport(Android)
                var handle = pthread_t()
            #else
                var handle: pthread_t?
            #endif
            let context = Unmanaged.passRetained(Work(function)).toOpaque()
            let code = pthread_create(&handle, &attributes, run, context)
            let started: pthread_t? = handle
            guard code == 0, let started else {
                Unmanaged<Work>.fromOpaque(context).release()
                throw SystemError("pthread_create", code: code)
            }
            return ServerThread(handle: started)
        }

        /// Waits for the end of the thread, and gives back what it holds.
        func join() { pthread_join(handle, nil) }

        /// Lets the thread give back by itself what it holds.
        func detach() { pthread_detach(handle) }

        static func == (left: ServerThread, right: ServerThread) -> Bool {
            pthread_equal(left.handle, right.handle) != 0
        }
    }
}

/// What a thread is to do, on its way through C.
private final class Work: Sendable {
    let function: @Sendable () -> Void
    init(_ function: @escaping @Sendable () -> Void) { self.function = function }
}

#if canImport(Darwin)
    private func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? { take(context) }
#else
    private func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { context.flatMap(take) }
#endif

private func take(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(context).takeRetainedValue().function()
    return nil
}
