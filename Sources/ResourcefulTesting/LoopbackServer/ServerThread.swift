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
    /// A system thread. Connections need real threads because the functions that they call may block.
    ///
    /// `@unchecked Sendable`: on some systems the handle is a pointer, but POSIX allows every thread to use it.
    struct ServerThread: @unchecked Sendable {
        private let handle: pthread_t

        /// The current thread.
        static var current: ServerThread { ServerThread(handle: pthread_self()) }

        /// Runs the function on a new thread, which must be joined or detached.
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

        /// Waits for the thread's end, and releases its resources.
        func join() { pthread_join(handle, nil) }

        /// Makes the thread release its resources when it ends.
        func detach() { pthread_detach(handle) }

        static func == (left: ServerThread, right: ServerThread) -> Bool {
            pthread_equal(left.handle, right.handle) != 0
        }
    }
}

/// The function of a thread, passed through C.
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
