import Foundation
import ResourcefulTesting
import Testing

/// Statuses and fields of responses, from httpbin.
@Suite(.permit, .needsServers, .knownDifferences) struct HttpbinStatusTests {
    @Test(
        arguments: Subject.overSockets,
        [
            200, 201, 202, 203, 204, 205, 206, 226, 299, 300, 304, 305, 306, 400, 401, 402, 403, 404, 405, 406, 407,
            408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 421, 422, 425, 426, 428, 429, 431, 451, 499, 500,
            501, 502, 503, 504, 505, 511, 599,
        ])
    func `every status is a response`(subject: Subject, code: Int) async throws {
        let response = try await subject.load(Servers.httpbin + "status/\(code)")
        #expect(response.status.code == code)
    }

    @Test(arguments: Subject.overSockets, [Request.Method.post, .put, .patch, .delete])
    func `so it is to other methods`(subject: Subject, method: Request.Method) async throws {
        for code in [200, 204, 401, 404, 418, 500] {
            let body = Body.data(Data("content".utf8))
            let response = try await subject.load(Servers.httpbin + "status/\(code)", method: method, body: body)
            #expect(response.status.code == code)
        }
    }

    @Test(arguments: Subject.overSockets) func `the redirecting ones are followed`(subject: Subject) async throws {
        for code in [301, 302, 303, 307] {
            let response = try await subject.load(Servers.httpbin + "status/\(code)")
            #expect(response.status == 200)
            #expect(response.url?.path == "/get")
        }
        // httpbin gives no place to go to.
        #expect(try await subject.load(Servers.httpbin + "status/308").status == 308)
    }

    @Test(arguments: Subject.overSockets) func `an error's page comes with it`(subject: Subject) async throws {
        let teapot = try await subject.load(Servers.httpbin + "status/418")
        #expect(String(decoding: teapot.body, as: UTF8.self).contains("teapot"))
        #expect(teapot.headerFields["X-More-Info"] == "http://tools.ietf.org/html/rfc2324")
    }

    @Test(arguments: Subject.overSockets) func `fields come one by one`(subject: Subject) async throws {
        let response = try await subject.load(
            Servers.httpbin + "response-headers?X-A=1&X-A=2,%203&Set-Cookie=a=1&Set-Cookie=b=2")
        #expect(response.status == 200)
        try await subject.check(.fieldsLoseOrder) {
            #expect(response.headerFields.values(of: "X-A") == ["1", "2, 3"])
            #expect(response.headerFields.values(of: "Set-Cookie") == ["a=1", "b=2"])
        }
        #expect(response.headerFields["X-A"]?.contains("1") == true)
    }

    @Test(arguments: Subject.overSockets) func `a field in ISO 8859-1 comes as text`(subject: Subject) async throws {
        try await subject.check(.latin1) {
            let response = try await subject.load(Servers.httpbin + "response-headers?X-A=%C3%A4%20b")
            #expect(response.status == 200)
            #expect(response.headerFields["X-A"]?.hasSuffix(" b") == true)
        }
    }

    @Test(arguments: Subject.overSockets) func `tags and dates decide what is sent`(subject: Subject) async throws {
        let tagged = Servers.httpbin + "etag/tag"
        #expect(try await subject.load(tagged).headerFields["ETag"] == "tag")
        #expect(try await subject.load(tagged, headerFields: ["If-None-Match": "tag"]).status == 304)
        #expect(try await subject.load(tagged, headerFields: ["If-None-Match": "other"]).status == 200)
        #expect(try await subject.load(tagged, headerFields: ["If-Match": "other"]).status == 412)
        let dated = Servers.httpbin + "cache"
        let date = try #require(try await subject.load(dated).headerFields["Last-Modified"])
        #expect(try await subject.load(dated, headerFields: ["If-Modified-Since": date]).status == 304)
    }

    @Test(arguments: Subject.overSockets) func `what may be kept is asked for again all the same: no policy keeps it`(
        subject: Subject
    ) async throws {
        for _ in 0..<2 {
            let response = try await subject.load(Servers.httpbin + "cache/3600")
            #expect(response.status == 200)
            #expect(response.headerFields["Cache-Control"] == "public, max-age=3600")
            #expect(!response.headerFields.contains("Age"))
        }
    }
}
