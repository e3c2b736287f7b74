import ExampleSupport
import Resourceful
import ResourcefulDiagnostics

extension Terminal {
    /// Shows a trace, one event on each line. Failures are red, decisions yellow.
    func show(_ trace: LoadTrace) {
        for (event, line) in zip(trace.events, trace.text.split(separator: "\n")) {
            say(String(line), Self.style(of: event.kind), indent: 10)
        }
    }

    private static func style(of kind: LoadEvent.Kind) -> Style? {
        switch kind {
        case .failed: .red
        case .decided: .yellow
        case .finished(let end): end.error == nil ? .green : .red
        default: nil
        }
    }
}
