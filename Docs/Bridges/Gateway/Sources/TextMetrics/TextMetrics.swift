package import CoreMetrics
import Synchronization

/// A metrics system that shows its values as text in Prometheus's format: enough to see what there is to measure. In
/// production, use swift-prometheus or swift-otel.
package final class TextMetrics: MetricsFactory {
    private let values = Mutex([String: MetricValue]())

    /// Creates a system without any values.
    package init() {}

    /// All values, a line each, sorted.
    package var text: String {
        let values = values.withLock { $0 }
        return values.map { "\($0.key) \($0.value.number)\n" }.sorted().joined()
    }

    private func value(_ label: String, _ dimensions: [(String, String)], suffix: String = "") -> MetricValue {
        let name = label.map { $0 == "." || $0 == "-" ? "_" : String($0) }.joined() + suffix
        let labels = dimensions.map { "\($0)=\"\($1.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline })\"" }
        let key = labels.isEmpty ? name : "\(name){\(labels.joined(separator: ","))}"
        return values.withLock { values in
            if let value = values[key] { return value }
            let value = MetricValue()
            values[key] = value
            return value
        }
    }

    private func counts(_ label: String, _ dimensions: [(String, String)], unit: Double, suffix: String) -> CountedSum {
        CountedSum(
            sum: value(label, dimensions, suffix: suffix + "_sum"),
            count: value(label, dimensions, suffix: suffix + "_count"), unit: unit)
    }

    // MARK: MetricsFactory

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        value(label, dimensions, suffix: "_total")
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        value(label, dimensions)
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        if aggregate { return counts(label, dimensions, unit: 1, suffix: "") }
        return value(label, dimensions)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        counts(label, dimensions, unit: 1e-9, suffix: "_seconds")
    }

    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}
}

/// A number that changes.
private final class MetricValue: CounterHandler, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)

    var number: Double { value.withLock { $0 } }

    func add(_ amount: Double) { value.withLock { $0 += amount } }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Int64) { add(Double(amount)) }
    func increment(by amount: Double) { add(amount) }
    func decrement(by amount: Double) { add(-amount) }
    func set(_ value: Int64) { set(Double(value)) }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
    func reset() { set(0.0) }
}

/// The sum and the number of what was recorded.
private final class CountedSum: RecorderHandler, TimerHandler {
    private let sum: MetricValue
    private let count: MetricValue
    private let unit: Double

    init(sum: MetricValue, count: MetricValue, unit: Double) { (self.sum, self.count, self.unit) = (sum, count, unit) }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        sum.add(value * unit)
        count.add(1)
    }

    func recordNanoseconds(_ duration: Int64) { record(duration) }
}
