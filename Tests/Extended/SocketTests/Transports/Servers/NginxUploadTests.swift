import Foundation
import ResourcefulTesting
import Testing

/// Bodies for nginx: kept where they are welcome, refused before they have been sent where they are not.
@Suite(.permit, .needsServers) struct NginxUploadTests {
    @Test(arguments: Subject.overSockets) func `a large body arrives whole, from memory and from a file`(
        subject: Subject
    ) async throws {
        let folder = try #require(Servers.folder)
        let file = URL(filePath: folder + "/www/large.bin")
        let content = try Servers.content("www/large.bin")
        for body in [Body.data(content), .file(file)] {
            let name = "uploads/\(UInt64.random(in: 0 ... .max))"
            let response = try await subject.load(Servers.plain + name, method: .put, body: body, timeout: .seconds(60))
            #expect(response.status == 201)
            let isSame = try Servers.content("www/" + name) == content
            #expect(isSame)
            try FileManager.default.removeItem(atPath: "\(folder)/www/\(name)")
        }
    }

    @Test(arguments: Subject.overSockets, [Request.Method.put, .post])
    func `a body that is too large is answered while it is being sent`(
        subject: Subject, method: Request.Method
    ) async throws {
        let body = Body.data(Data(count: 30_000_000))
        for _ in 0..<3 {
            let response = try await subject.load(Servers.plain + "small/x", method: method, body: body)
            #expect(response.status == 413)
            #expect(String(decoding: response.body, as: UTF8.self).contains("413 Request Entity Too Large"))
        }
        #expect(try await subject.load(Servers.plain + "hello.txt").status == 200)
    }

    @Test(arguments: Subject.overSockets) func `uploads at once don't mix`(subject: Subject) async throws {
        let names = (0..<8).map { _ in "uploads/\(UInt64.random(in: 0 ... .max))" }
        let uploads = names.map { name in
            let content = Data(String(repeating: name, count: 50_000).utf8)
            return echo(Servers.plain + name, method: .put, body: .data(content)).map(\.status)
        }
        let statuses = try await Webservice(transport: subject.shared()).load(all(uploads))
        #expect(Set(statuses) == [201])
        for name in names {
            let isSame = try Servers.content("www/" + name) == Data(String(repeating: name, count: 50_000).utf8)
            #expect(isSame)
        }
    }
}
