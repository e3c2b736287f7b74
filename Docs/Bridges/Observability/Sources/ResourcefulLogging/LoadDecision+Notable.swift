import ResourcefulLoading
import ResourcefulResilience

extension LoadDecision {
    /// How a decision concerns those who operate a service.
    enum Note {
        /// Each load may decide it: it is of interest for one load.
        case detail
        /// A state of a server has changed.
        case change
        /// Something failed, and loads go on: equal ones are counted.
        case failure
    }

    /// How the decision concerns those who operate a service.
    var note: Note {
        switch (kind, action) {
        case (.circuit, .opened), (.circuit, .closed): .change
        case (_, .away), (_, .back): .change
        case (.credentials, .failed), (.failover, .switched), (.failover, .gaveUp), (.retry, .gaveUp), (.warning, _):
            .failure
        default: .detail
        }
    }
}
