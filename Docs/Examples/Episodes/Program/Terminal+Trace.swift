import ExampleSupport
import Resourceful

extension Terminal {
    /// Shows a trace, an event a line: failures are red, decisions yellow.
    func show(_ trace: LoadTrace) {
        for (event, line) in zip(trace.events, trace.text.split(separator: "\n")) {
            let text = fitted(String(line), indent: 10)
            say(Self.style(of: event.kind).map { styled(text, $0) } ?? text)
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
