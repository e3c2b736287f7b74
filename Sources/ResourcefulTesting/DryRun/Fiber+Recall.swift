// Recorded entries of the store and the cache.
extension Fiber {
    /// Replaces an entry of the store by the recorded one, if the record has its content.
    func recall(_ content: RecordedEffect.Content<StoreEntry>, named name: String, in branch: RerunBranch) {
        switch content {
        case .entry(let entry): simulation.recall(entry, named: name)
        case .size(let size) where simulation.store[name] == nil:
            _ = branch.rerun.note(
                branch, at: time, recorded: "\(size) bytes in the entry \(name)", asked: "none: set run.store")
        case .size: break
        }
    }

    /// Replaces an entry of the cache by the recorded one, if the record has its content.
    func recall(_ content: RecordedEffect.Content<CacheEntry>, under key: CacheKey, in branch: RerunBranch) {
        switch content {
        case .entry(let entry): simulation.recall(entry, under: key)
        case .size(let size) where simulation.cache[key] == nil:
            _ = branch.rerun.note(
                branch, at: time, recorded: "\(size) bytes in the cache for \(branch.rerun.shownURL(of: key))",
                asked: "none: set run.cache")
        case .size: break
        }
    }
}

extension Rerun {
    /// Returns the URL of a key without secrets. The qualifier isn't compared: it's a digest of credentials, which a
    /// record doesn't have.
    func shownURL(of key: CacheKey) -> String { record.exchanges.redaction.redacted(urlText: key.url) }
}

/// A failure that was recorded as text.
struct RecordedFailure: Error, CustomStringConvertible {
    let description: String
}
