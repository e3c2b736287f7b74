import ExampleSupport

extension Help {
    /// The output of `episodes --help`.
    static let episodes = Help(
        usage: "episodes [download [URL] | explain [LOAD] | outbox | sign-in | what-if] [OPTIONS]",
        "Loads a podcast over HTTP and shows it. Each command has a server of its own on this machine.",
        [
            Topic(
                "Show the podcast",
                [
                    ("episodes", "Show it. A second run shows the stored list before it asks the server."),
                    ("--base-url URL", "Load it from another server with the same API."),
                    (
                        "--record FILE",
                        "Write what is sent and received as a HAR, without secrets, for tests to replay."
                    ),
                    ("--cache-folder FOLDER", "Keep responses in this folder."),
                    ("--clear-cache", "Remove what is kept, and do nothing else."),
                ]),
            Topic(
                "Watch what policies do about failures",
                [
                    ("episodes --flaky", "Load from a server that fails on purpose, and show a timeline."),
                    ("--har FILE", "Write the timeline as a HAR, for a browser's developer tools."),
                ]),
            Topic(
                "Ask what a load would do",
                [
                    ("episodes explain", "Explain the loads, with what is stored now. Nothing is sent."),
                    ("episodes explain LOAD", "Explain one of them: list, details, comment or flaky."),
                    ("--base-url URL", "Explain loads from another server."),
                    ("--cache-folder FOLDER", "Look for responses in this folder."),
                ]),
            Topic(
                "Ask what failures and changes of the server would do",
                [
                    (
                        "episodes what-if",
                        "Post a comment in every combination of failures, and see what the list needs of the server."
                    ),
                    ("--buggy", "Plant a bug in a policy, and see the shortest event log that leads to it. Status 70."),
                    ("--internals", "Show in it what policies keep for themselves, such as the budget for retries."),
                ]),
            Topic(
                "Download a file",
                [
                    ("episodes download", "Download it. Press Ctrl-C, run it again, and it resumes."),
                    ("episodes download URL", "Download from elsewhere."),
                    ("--to FOLDER", "Download into this folder."),
                    ("--rate BYTES", "Set how many bytes the server sends in a second."),
                    ("--flaky", "Let the server fail on purpose, and show the retries."),
                ]),
            Topic(
                "Kill a program that has something to send",
                [
                    (
                        "episodes outbox",
                        "Submit comments in a process that is killed twice. Each comment arrives once, in order."
                    ),
                    ("--cache-folder FOLDER", "Keep the outbox in this folder."),
                ]),
            Topic(
                "Sign in", [("episodes sign-in", "Get a token by OAuth's device flow, and renew it.")]),
            Topic(
                "Use it in a script",
                [
                    (
                        "exit status",
                        "0, 64 wrong arguments, 65 unreadable data, 68 unknown host, 69 unavailable, 70 a bug was "
                            + "found, 73 file "
                            + "not writable, 75 try again, 76 not HTTP, 77 not allowed, 130 after Ctrl-C"
                    ),
                    ("NO_COLOR=1", "Turn colors off. They are off, too, unless the output is a terminal."),
                    ("COLUMNS=60", "Choose the width of a terminal's lines. In a pipe they have any length."),
                ]),
        ])
}
