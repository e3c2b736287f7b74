import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// A gigabyte of zeros that is a megabyte on the wire, or less, in a process of its own.
@Suite(.serialized) struct GzipBombTests {
    @Test(arguments: Subject.overSockets, ["gzip", "gzip, gzip", "gzip, gzip, gzip"])
    func `a bomb ends at the limit, in memory in proportion to it`(subject: Subject, codings: String) async {
        await #expect(processExitsWith: .success) { [subject, codings] in
            startWatchdog()
            let bomb = try Bomb.gigabyte(codings)
            let server = try LoopbackServer { _ in Response(headerFields: ["Content-Encoding": codings], body: bomb) }
            let webservice = server.webservice(subject.own())
            let before = try peakMegabytes()
            #expect(await webservice.kindOfFailure(echo().maximumBodySize(10_000_000)) == .tooLarge)
            var count = 0
            let error = await #expect(throws: LoadError.self) {
                for try await piece in webservice.stream(of: .bytes().maximumBodySize(10_000_000)) {
                    count += piece.count
                }
            }
            #expect((error?.underlyingError as? TransportError)?.kind == .tooLarge)
            #expect(count <= 10_000_000)
            let grown = try peakMegabytes() - before
            #expect(grown < 40, "\(grown) MB more")
        }
    }
}

private enum Bomb {
    /// A gigabyte of zeros in so many codings, of which the outermost two make a megabyte of three hundred bytes.
    static func gigabyte(_ codings: String) throws -> Data {
        var bomb = try #require(Data(base64Encoded: coded.joined()))
        for _ in codings.split(separator: ",").count..<3 {
            let fields: HeaderFields = ["Content-Encoding": "gzip"]
            let decoder = try #require(try ContentDecoder.forContent(with: fields))
            decoder.feed(bomb)
            var whole = Data()
            while let piece = try decoder.next() { whole += piece }
            bomb = whole
        }
        return bomb
    }

    private static let coded = [
        "H4sIAAAAAAACA5Pv5mAAASbmt3cX8v2OkT3+sD7zqLTL9c6VnGWSpq3XQvx57poosmxusY6YvJTrs9Q65q3cB3z3rTt8dpKA",
        "i2uo88MvTB/UK+VKv7jXF9ft/3na374pfun/X9WT/rw3/PNn/v6/v5fH/2eAAiXzP49nthke6D9ttvX6fWao6MbX/JXb+pmu",
        "vbtzghEqdFF69aYb9Rwz5L/78EGFOu5l/rz2W+zB3r195rZQMYWq+emzWnQPpM6+tVoGKiaw99+E9ERugzV3d06E2bDIPCx1",
        "ozznqHGjxo0aN2rcqHGjxo0aN2rciDMufvr784lcAf83+db/ucv/r99evf7X0/n1Pz4m/3hbz3jjkJWgfjs/AwC+d7nOFAoA",
        "AA==",
    ]
}
