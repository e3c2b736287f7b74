extension Circuit {
    /// Returns the answer to a request at a time, as text.
    func text(at now: Date, by rule: Rule) -> String {
        var circuit = self
        switch (state, circuit.admit(at: now, by: rule)) {
        case (.closed(let failures), _): return "closed, \(failures) of \(rule.failures) failures in a row"
        case (_, .refused(let time)): return "open: nothing is sent for \(time.inWords)"
        case (_, .admitted): return "half open: this request is the test"
        }
    }
}
