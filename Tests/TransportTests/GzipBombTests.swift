import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// A gigabyte of zeros that is a megabyte on the wire, or less, in a process of its own.
@Suite(.serialized) struct GzipBombTests {
    /// URLSession on Linux can't be told to stop while it undoes what it has: a gigabyte would take seconds.
    @Test(arguments: Subject.overSockets) func `a bomb ends at the limit, in memory in proportion to it`(
        subject: Subject
    ) async {
        await #expect(processExitsWith: .success) { [subject] in
            startWatchdog()
            for count in 1...3 {
                let bomb = try Bomb.zeros(codedTimes: count, aGigabyte: !subject.isURLSessionOnLinux)
                let codings = Array(repeating: "gzip", count: count).joined(separator: ", ")
                let server = try LoopbackServer { _ in
                    Response(headerFields: ["Content-Encoding": "\(codings)"], body: bomb)
                }
                let webservice = server.webservice(subject.own())
                let before = try peakMegabytes()
                #expect(await webservice.kindOfFailure(echo().maximumBodySize(10_000_000)) == .tooLarge)
                var received = 0
                let error = await #expect(throws: LoadError.self) {
                    for try await piece in webservice.stream(of: .bytes().maximumBodySize(10_000_000)) {
                        received += piece.count
                    }
                }
                #expect((error?.underlyingError as? TransportError)?.kind == .tooLarge)
                #expect(received <= 10_000_000)
                let grown = try peakMegabytes() - before
                #expect(grown < 40, "\(grown) MB more")
            }
        }
    }
}

private enum Bomb {
    /// A gigabyte of zeros, or a tenth of it, coded so many times: three times, it is of three hundred bytes.
    static func zeros(codedTimes count: Int, aGigabyte: Bool) throws -> Data {
        var bomb = try #require(Data(base64Encoded: (aGigabyte ? gigabyte : hundredMegabytes).joined()))
        for _ in count..<3 {
            let fields: HeaderFields = ["Content-Encoding": "gzip"]
            let decoder = try #require(try ContentDecoder.forContent(with: fields))
            decoder.feed(bomb)
            var whole = Data()
            while let piece = try decoder.next() { whole += piece }
            bomb = whole
        }
        return bomb
    }

    private static let gigabyte = [
        "H4sIAAAAAAACA5Pv5mAAASbmt3cX8v2OkT3+sD7zqLTL9c6VnGWSpq3XQvx57poosmxusY6YvJTrs9Q65q3cB3z3rTt8dpKA",
        "i2uo88MvTB/UK+VKv7jXF9ft/3na374pfun/X9WT/rw3/PNn/v6/v5fH/2eAAiXzP49nthke6D9ttvX6fWao6MbX/JXb+pmu",
        "vbtzghEqdFF69aYb9Rwz5L/78EGFOu5l/rz2W+zB3r195rZQMYWq+emzWnQPpM6+tVoGKiaw99+E9ERugzV3d06E2bDIPCx1",
        "ozznqHGjxo0aN2rcqHGjxo0aN2rciDMufvr784lcAf83+db/ucv/r99evf7X0/n1Pz4m/3hbz3jjkJWgfjs/AwC+d7nOFAoA",
        "AA==",
    ]
    private static let hundredMegabytes = [
        "H4sIAAAAAAACA5Pv5mAAASbmt3cV8w4lyBx7OK2Mc+YChYCO0u0HJhyY9mCagoMwX8OcZZyOZ98IXQ6WSeiTPiDz+TTLyYCU",
        "u7eMz9Sc/LzCf/+v6f/LP1/p0ep98lm377/c0c/nX4d/tmJigACm8D3rJ2uxdXwqsp93BirWcEF3U1iUO+P0yvwUPqgYx720",
        "C/nXxZn8VqdmwcXivtfIXNM9sO5O2bJvML0PZK95xmxlqNwp73+GESp4MDpl7ZYsxq7Te8yN2KFiLPnGL7a/9qeige9TL5xf",
        "LbagVkv+vbQgROzPbp26GXfvusnfD99/eNHkRfrVjAwAw169F1cBAAA=",
    ]
}
