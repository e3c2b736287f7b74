// What a record says that an effect had as its outcome.
extension Simulation {
    /// Lets the next effect have its recorded outcome. An entry replaces the one in the store or the cache.
    func recall(_ outcome: EffectOutcome?, of name: EffectName, in branch: RerunBranch, at time: Duration) {
        recalled = outcome
        switch (name.subject, outcome) {
        case (.entry(let name), .entry(let entry)): store[name.text] = entry
        case (.entry(let name), .done): store[name.text] = nil
        case (.entry(let name), .size(let size)) where store[name.text] == nil:
            _ = branch.rerun.note(
                branch, at: time, recorded: "\(size) bytes in the entry \(name.text)", asked: "none: set run.store")
        case (.cached(let key), .cached(let entry)): cache[key] = entry
        case (.cached(let key), .done): cache[key] = nil
        case (.cached(let key), .size(let size)) where cache[key] == nil:
            _ = branch.rerun.note(
                branch, at: time, recorded: "\(size) bytes in the cache for \(branch.rerun.shownURL(of: key))",
                asked: "none: set run.cache")
        default: break
        }
    }
}

extension Rerun {
    /// Returns the key of an effect, without secrets.
    func key(of name: EffectName) -> RecordedEffect.Key {
        switch name.subject {
        case .nothing: RecordedEffect.Key(name.word)
        case .text(let text): RecordedEffect.Key(name.word, shown(text))
        case .entry(let entry): RecordedEffect.Key(name.word, shown(entry.text))
        case .cached(let key): RecordedEffect.Key(name.word, shownURL(of: key))
        case .gate(let gate): RecordedEffect.Key(name.word, shown("\(gate)"))
        case .duration(let duration): .wait(duration)
        }
    }

    /// Returns the URL of a key without secrets. The qualifier isn't compared: it's a digest of credentials, which a
    /// record doesn't have.
    fileprivate func shownURL(of key: CacheKey) -> String { record.exchanges.redaction.redacted(urlText: key.url) }
}

/// A failure that was recorded as text.
struct RecordedFailure: Error, CustomStringConvertible {
    let description: String
}
