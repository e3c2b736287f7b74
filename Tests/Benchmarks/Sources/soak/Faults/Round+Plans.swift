import Foundation
import Resourceful
import ResourcefulPages
import ResourcefulTesting

extension Round {
    /// Several requests in one plan, one of which may fail.
    func plan(_ dice: inout Dice) async {
        let count = dice.number(in: 2...6)
        let bad = dice.chance(50) ? dice.number(in: 0...count - 1) : nil
        let content = dice.body()
        let fault = Fault.drawn(&dice, content)
        let bodies = (0..<count).map { _ in dice.bytes(20) }
        servers.main.answer(number) { [secrets] request, _ in
            let index = Int(request.url.lastPathComponent) ?? 0
            return index == bad
                ? fault.answer(body: content, echoing: secrets)
                : .delayed(.response(Response(body: bodies[index])), by: .milliseconds(index))
        }
        let values = (0..<count).map { $0 == bad ? content : bodies[$0] }
        let resources = (0..<count).map { index -> Resource<Data> in
            let isBad = index == bad
            return Resource<Data>(
                request("\(index)", timeout: isBad ? fault.timeout : Fault.long)
                    .maximumBodySize(isBad ? fault.limit : nil))
        }
        let expected: Expected = bad == nil ? .value : fault.expected
        // The others wait for nothing but themselves: the longest time-out is that of the plan.
        let limit = expected.allows(.value) ? Fault.long : fault.timeout
        let delay = dice.chance(20) ? dice.milliseconds(0...50) : nil
        let webservice = dice.chance(25) ? world.shared : webservice()
        let way = dice.number(in: 1...4)
        let atOnce = dice.number(in: 1...count)
        await run("a plan, way \(way), \(fault.name)", expected, within: limit * count, canceledAfter: delay) {
            let came: [Data]
            switch way {
            case 1: came = try await webservice.load(all(resources))
            case 2: came = try await webservice.load(Plan<[Data]>.all(resources, atOnce: atOnce))
            case 3:
                let first = zip(resources[0], resources[1])
                let rest = all(resources.dropFirst(2))
                let (two, others) = try await webservice.load(zip(first, rest))
                came = [two.0, two.1] + others
            default:
                var plan = resources[0].map { [$0] }.plan
                for resource in resources.dropFirst() {
                    plan = plan.flatMap { values in resource.map { values + [$0] } }
                }
                came = try await webservice.load(plan)
            }
            guard came == values else { throw Wrong(description: "the plan's values aren't those that were sent") }
        }
    }

    /// Many who wait for one run, some of whom leave.
    func sharedRun(_ dice: inout Dice) async {
        let content = dice.body()
        let fault = Fault.drawn(&dice, content)
        servers.main.answer(number) { [secrets] _, _ in fault.answer(body: content, echoing: secrets) }
        let resource = Resource<Data>(request(timeout: fault.timeout).maximumBodySize(fault.limit))
        let isPlan = dice.chance(50)
        let webservice = dice.chance(30) ? world.shared : webservice()
        let delays = (0..<dice.number(in: 2...8)).map { _ in dice.chance(40) ? dice.milliseconds(0...50) : nil }
        // Whoever comes last may begin a run of its own.
        let limit = fault.timeout * 2
        await withTaskGroup(of: Void.self) { group in
            for delay in delays {
                group.addTask { [number] in
                    await run("a shared run, \(fault.name)", fault.expected, within: limit, canceledAfter: delay) {
                        let data: Data =
                            isPlan
                            ? try await webservice.load(resource.plan.shared(as: "run \(number)"))
                            : try await webservice.load(resource)
                        try Round.check(data, is: fault.value)
                    }
                }
            }
        }
    }

    /// Pages, one of which may fail.
    func pages(_ dice: inout Dice) async {
        let count = dice.number(in: 1...6)
        let bad = dice.chance(40) ? dice.number(in: 1...count) : nil
        let isPrefetching = dice.chance(50)
        servers.main.answer(number) { [secrets] request, _ in
            let page = Query(of: request.url).values(of: "page").last.flatMap { Int($0) } ?? 1
            if page == bad { return .faulty(Response(), .cutShortInHead(after: 20)) }
            let text = #"{"items":[\#(page),\#(page)],"next":\#(page < count ? "\(page + 1)" : "null")}"#
            return .response(
                Response(
                    headerFields: ["Content-Type": "application/json", "X-Echo": secrets.query], body: Data(text.utf8)))
        }
        let paged = Paged<Int>(json: request(), items: "items", next: .cursor(at: "next", as: "page"))
        world.writings.look("the pages", "\(paged)")
        let webservice = webservice()
        let delay = dice.chance(20) ? dice.milliseconds(0...30) : nil
        let expected: Expected = bad == nil ? .value : .malformed
        await run("\(count) pages, \(bad ?? 0) fails", expected, within: Fault.long, canceledAfter: delay) {
            var items: [Int] = []
            for try await item in webservice.items(of: paged, prefetching: isPrefetching) { items.append(item) }
            guard items == (1...count).flatMap({ [$0, $0] }) else {
                throw Wrong(description: "the items \(items) came")
            }
        }
    }

    /// JSON that is what was asked for, or isn't; a server's own error beside it.
    func json(_ dice: inout Dice) async {
        struct Item: Codable, Sendable, Equatable {
            let number: Int
            let title: String
        }
        struct Problem: Decodable, Error { let message: String }
        let item = Item(number: dice.number(in: 0...999), title: dice.word(20))
        let good = #"{"number":\#(item.number),"title":"\#(item.title)","token":"\#(secrets.token)"}"#
        let bodies: [(String, Expected)] = [
            (good, .value), (String(good.dropLast(dice.number(in: 1...20))), [.parse]),
            (#"{"number":"\#(secrets.key)","title":"\#(secrets.query)"}"#, [.parse]),
            (#"{"number":\#(secrets.bearer)"#, [.parse]), ("", [.parse]), (secrets.query, [.parse]),
            (#"{"title":"\#(secrets.password)","password":"\#(secrets.password)"}"#, [.parse]),
        ]
        let (text, expected) = dice.pick(bodies)
        // Of its own: a POST isn't sent again where others have left a connection that ends.
        guard let server = try? RoundServer() else { return fail("no server") }
        defer { server.stop() }
        server.answer(number) { _, _ in
            .response(Response(headerFields: ["Content-Type": "application/json"], body: Data(text.utf8)))
        }
        let body = Body.json(["password": secrets.password])
        let resource = Resource<Item>(json: request(at: server, method: .post, body: body))
        world.writings.look("the resource", "\(resource)")
        world.writings.lookAtDump("the resource's dump", of: resource)
        let webservice = webservice()
        await run("JSON", expected, within: Fault.long) {
            let came = try await webservice.load(resource)
            guard came == item else { throw Wrong(description: "\(came) came instead of \(item)") }
        }
    }
}
