// How the number of loads per second grows with the number of a transport's event loops, and with processors.
//
//     swift run -c release loops                the table, in about a minute and a half
//     swift run -c release loops 21 3           so many rounds, of so many seconds for each row
//     swift run -c release loops serve 16       the server alone, with so many ports; ends with its input
//     swift run -c release loops load 2 10000 PORTS...   so many loads over so many loops, for an instruction counter
//
// Each row is a process of its own, which `taskset` keeps on its processors. The server may use all of them.
import Foundation
import Glibc
import Serving

struct Wrong: Error, CustomStringConvertible {
    let description: String
}

/// An entry point without top-level `await`, which some instruction counters can't follow.
let words = Array(CommandLine.arguments.dropFirst())
let numbers = words.compactMap(Int.init)
Task.detached {
    do {
        switch (words.first, numbers.count) {
        case ("serve", 1): try Server.run(portCount: numbers[0])
        case ("load", 3...): try await Client(loops: numbers[0], ports: Array(numbers[2...])).load(numbers[1])
        case ("measure", 3...):
            let client = Client(loops: numbers[0], ports: Array(numbers[2...]))
            print(try await client.measure(seconds: numbers[1]).line)
        case (nil, _): try Table(rounds: 9, seconds: 2).measure()
        case (_, 2): try Table(rounds: numbers[0], seconds: numbers[1]).measure()
        default: throw Wrong(description: "the arguments are ROUNDS SECONDS, serve PORTS, or load LOOPS COUNT PORTS...")
        }
        exit(0)
    } catch {
        print(error)
        exit(1)
    }
}
while true { pause() }
