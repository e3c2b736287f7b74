/// Something that keeps the effects of loads instead of observing their events.
protocol LoadKeeper: AnyObject, Sendable {}
