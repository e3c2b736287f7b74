/// The loops of a transport. All transfers to one origin use the same loop, so they share its connections and its
/// limit.
struct CurlLoops: Sendable {
    private let loops: [CurlLoop]
    /// Whether requests for `http` URLs to different origins may share connections to a proxy.
    private let sharesProxy: Bool

    init(
        _ count: Int, _ settings: CurlTransport.Settings, limitPerOrigin: Int, sharesProxy: @autoclosure () -> Bool
    ) {
        loops = (0..<min(max(1, count), LoopChoice.maximumCount)).map { _ in
            CurlLoop(settings, limitPerOrigin: limitPerOrigin)
        }
        self.sharesProxy = loops.count > 1 && sharesProxy()
    }

    /// Returns the loop that carries a transfer out.
    func loop(for transfer: Transfer) -> CurlLoop {
        guard loops.count > 1 else { return loops[0] }
        return loops[LoopChoice.index(of: transfer.origin, among: loops.count, sharesProxy: sharesProxy)]
    }

    /// Lets the threads end. There must be no active or later transfers.
    func stop() {
        for loop in loops { loop.stop() }
    }
}
