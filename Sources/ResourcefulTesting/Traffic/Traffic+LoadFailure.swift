extension Traffic {
    /// The error of a load whose traffic was to be measured.
    ///
    /// A load that fails often sends less, so a budget for it means little: the test fails instead. To measure how a
    /// program behaves without its server, catch this error and check its traffic.
    public struct LoadFailure: Error, CustomStringConvertible {
        /// The traffic until the load failed.
        public let traffic: Traffic
        /// The error of the load.
        public let underlyingError: any Error

        /// The error and the traffic's waterfall.
        public var description: String { "the load failed, so its traffic isn't complete\n\(traffic.waterfall)" }
    }
}
