// The app around the model: copy both files into a new app in Xcode.
//
// The views are compiled on Apple's platforms alone. The checks of this package that run elsewhere, those for Apple's
// platforms on Linux included, have no SwiftUI: they compile and test the model, and the program at the end.
#if canImport(SwiftUI)
    import SwiftUI

    @main
    struct EpisodesApp: App {
        var body: some Scene {
            WindowGroup {
                // An app that supports these versions alone needs only the first view.
                if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
                    EpisodesView()
                } else {
                    Text("This app uses Observation, which this system doesn't have.")
                }
            }
        }
    }

    /// The list. When it disappears, its tasks and their transfers are canceled.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    struct EpisodesView: View {
        @State private var model = EpisodesModel()

        var body: some View {
            NavigationStack {
                List(model.episodes) { episode in
                    VStack(alignment: .leading) {
                        Text(episode.title)
                        Text(episode.podcast).font(.caption).foregroundStyle(.secondary)
                    }
                }
                .navigationTitle("Episodes")
                .overlay { if model.isLoading { ProgressView(value: model.fraction) } }
                .safeAreaInset(edge: .bottom) { if let failure = model.failure { Text(failure).padding() } }
                .task { await model.appear() }
                .refreshable { await model.refresh() }
            }
        }
    }
#else
    /// The same model without SwiftUI: its list as text.
    @main
    enum EpisodesApp {
        @MainActor static func main() async {
            guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else { return }
            let model = EpisodesModel()
            await model.appear()
            for episode in model.episodes { print("\(episode.title) (\(episode.podcast))") }
            if let failure = model.failure { print(failure) }
        }
    }
#endif
