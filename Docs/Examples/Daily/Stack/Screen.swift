import Resourceful

/// The state of the screen.
@MainActor final class Screen {
    var isLoading = false
    var tips: [String] = []
    var text = ""

    /// `firstly`, `then`, `always` and `catch`, in plain Swift.
    func show(_ latest: Resource<LatestStories>, from daily: Webservice) async {
        defer { text += "。" }
        do {
            let latest = try await daily.load(latest)
            text = (latest.stories ?? []).map(\.title).joined(separator: " / ")
        } catch {
            text = "没有数据"
        }
    }
}
