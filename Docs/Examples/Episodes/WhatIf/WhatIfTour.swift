import ExampleSupport
import Resourceful
import ResourcefulLab

/// What the program would do if requests fail, and if the server changes its answer. It needs no network.
struct WhatIfTour {
    let arguments: WhatIfArguments

    /// - Throws: ``BugFound`` after its event log was shown.
    func run(on terminal: Terminal = .output) throws {
        terminal.write(terminal.laidOut("What if requests fail?", .bold) + "\n\n")
        try FailureTour(isBuggy: arguments.isBuggy, hasInternals: arguments.hasInternals).run(on: terminal)
        terminal.title("What if the server changes its list of episodes?")
        terminal.write("\(try Self.sensitivity().table(fitting: terminal.columns))\n")
    }

    /// What the list of episodes needs of the server's answer.
    static func sensitivity() throws -> Sensitivity {
        try Episode.all.sensitivity(
            to: PodcastServer.respond(to: Request("episodes.json"), podcast: Shelf(Podcast())))
    }
}
