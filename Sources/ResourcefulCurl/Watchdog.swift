import Dispatch

/// Sees to it that libcurl comes back from each call: while a server sends HTTP/2 frames without content faster than
/// they are read, libcurl reads on, and no time limit takes effect for any transfer of the loop.
final class Watchdog {
    private let timer: any DispatchSourceTimer

    /// Looks once a second, as long as this exists.
    init(_ multi: MultiHandle) {
        timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
        timer.setEventHandler { [weak multi] in multi?.endFloods() }
        timer.activate()
    }

    deinit { timer.cancel() }
}
