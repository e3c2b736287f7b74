import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Envelopes, as a modifier and as a model.
struct EnvelopeTests {
    private struct Post: Decodable, Equatable, Sendable { let id: Int }

    private func response(_ text: String, _ status: Response.Status = 200) -> Response {
        Response(status: status, body: Data(text.utf8))
    }

    private func posts(_ envelope: Envelope = Envelope()) -> Resource<[Post]> {
        Resource(json: Sample.url).inside(envelope)
    }

    @Test func `a code of success opens it, as a number or as a string`() {
        checkEach(["0", "200", "\"0\"", "\"200\"", "0.0", "2e2"]) { code throws in
            let text = #"{"code": \#(code), "message": "ok", "data": [{"id": 1}]}"#
            #expect(try posts().value(from: response(text)) == [Post(id: 1)], "\(code)")
            let model = Resource<ResponseData<[Post]>>(json: Sample.url)
            #expect(try model.map { try $0.get() }.value(from: response(text)) == [Post(id: 1)], "\(code)")
            #expect(try model.value(from: response(text)).message == "ok", "\(code)")
        }
    }

    @Test func `any other code throws the service's error, as it is`() {
        let cases: [(String, String)] = [
            ("1001", "1001"), ("\"E7\"", "E7"), ("\"0000\"", "0000"), ("false", "false"), ("-1", "-1"),
        ]
        checkEach(cases) { code, text in
            let failure = response(#"{"code": \#(code), "message": "余额不足", "data": ""}"#)
            let error = ServiceError(code: ServiceError.Code(text), message: "余额不足")
            #expect(throws: error, "\(code)") { try posts().value(from: failure) }
            #expect(throws: error, "\(code)") { try posts().parse(failure.body) }
            let model = try Resource<ResponseData<[Post]>>(json: Sample.url).value(from: failure)
            #expect(model.code.text == text && model.data == nil && !model.isSuccessful, "\(code)")
            #expect(throws: error, "\(code)") { try model.get() }
            #expect("\(error)" == "余额不足 (code \(text))", "\(code)")
            #expect(error.errorDescription == "余额不足", "\(code)")
        }
    }

    @Test func `fields and codes are those of the service`() throws {
        let envelope = Envelope(code: "meta.ok", message: "meta.text", data: "payload.0.posts", success: [true])
        let text = #"{"meta": {"ok": true}, "payload": [{"posts": [{"id": 3}]}]}"#
        #expect(try posts(envelope).value(from: response(text)) == [Post(id: 3)])
        #expect(throws: ServiceError(code: false, message: "no")) {
            try posts(envelope).value(from: response(#"{"meta": {"ok": false, "text": "no"}}"#))
        }
        let flat = Envelope(code: "status.ok", message: "status.text", data: "result.posts", success: ["yes"])
        let model = Resource<ResponseData<[Post]>>(
            json: Sample.url, decoder: JSON.Decoder(userInfo: [.envelope: flat]))
        let nested = #"{"status": {"ok": "yes", "text": "fine"}, "result": {"posts": [{"id": 4}]}}"#
        #expect(try model.value(from: response(nested)).get() == [Post(id: 4)])
        let foundations = JSONDecoder()
        foundations.userInfo[.envelope] = flat
        #expect(try foundations.decode(ResponseData<[Post]>.self, from: Data(nested.utf8)).get() == [Post(id: 4)])
    }

    @Test func `a failure can be any error`() throws {
        struct SoldOut: Error, Equatable { let code: Int? }
        let envelope = Envelope(failure: { SoldOut(code: $0.code.number) })
        #expect(throws: SoldOut(code: 7)) { try posts(envelope).value(from: response(#"{"code": 7}"#)) }
        let decoder = JSON.Decoder(userInfo: [.envelope: envelope])
        let model = try decoder.decode(ResponseData<[Post]>.self, from: Data(#"{"code": 7}"#.utf8))
        #expect(throws: SoldOut(code: 7)) { try model.get() }
    }

    @Test func `what is wrong inside is found at its path from the document on, and in its own text`() throws {
        let text = "{\"code\": 0,\n \"data\": [{\"id\": 1}, {\"id\": \"2\"}]}"
        let error = try #require(throws: LoadError.self) { try posts().value(from: response(text)) }
        #expect(error.stage == .parse)
        #expect(error.parseFailure?.path == ["data", 1, "id"])
        #expect(error.parseFailure?.position == TextPosition(line: 2, column: 29))
        let byHand = Resource(url: Sample.url, parseJSON: { try $0.array { try $0.id.int } }).inside(Envelope())
        #expect(
            #expect(throws: LoadError.self) { try byHand.value(from: response(text)) }?.parseFailure?.path
                == ["data", 1, "id"])
    }

    @Test func `without a code it is no envelope`() {
        let cases: [String] = ["{}", "[]", "3", #"{"message": "no code"}"#, #"{"code": null}"#, #"{"code": []}"#]
        checkEach(cases) { text in
            let error = try #require(throws: LoadError.self, "\(text)") { try posts().value(from: response(text)) }
            #expect(error.stage == .parse, "\(text)")
            #expect(error.parseFailure?.path == ["code"], "\(text)")
            #expect(throws: LoadError.self, "\(text)") {
                try Resource<ResponseData<[Post]>>(json: Sample.url).value(from: response(text))
            }
        }
    }

    @Test(arguments: [#"{"code": 0}"#, #"{"code": 0, "data": null}"#])
    func `a value that is missing on success is nil, nothing, or a failure, as its type is`(text: String) throws {
        let answer = response(text)
        #expect(try Resource<[Post]?>(json: Sample.url).inside(Envelope()).value(from: answer) == .some(nil))
        try Resource<Void>(Request(url: Sample.url)).inside(Envelope()).value(from: answer)
        let error = try #require(throws: LoadError.self) { try posts().value(from: answer) }
        #expect(error.stage == .parse)
        #expect(error.parseFailure?.path == ["data"])

        let model = try Resource<ResponseData<[Post]>>(json: Sample.url).value(from: answer)
        #expect(#expect(throws: ParseFailure.self) { try model.get() }?.path == ["data"])
        #expect(try Resource<ResponseData<[Post]?>>(json: Sample.url).value(from: answer).get() == nil)
    }

    @Test func `a status of failure with an envelope throws the service's error, with any other body not`() throws {
        #expect(throws: ServiceError(code: 40_001, message: "bad token")) {
            try posts().value(from: response(#"{"code": 40001, "message": "bad token"}"#, 401))
        }
        for text in ["<html>", "", #"{"code": 0}"#, "[]"] {
            #expect(#expect(throws: LoadError.self) { try posts().value(from: response(text, 502)) }?.stage == .status)
        }
    }

    @Test func `without a body nothing is inside`() throws {
        try Resource<Void>(Request(url: Sample.url, method: .delete)).inside(Envelope()).value(from: response("", 204))
        #expect(
            #expect(throws: LoadError.self) { try posts().value(from: response("")) }?.parseFailure?.found
                == "an empty body")
    }

    @Test func `values of other kinds are read from the text of their place`() throws {
        let data = Resource<Data>(Request(url: Sample.url)).inside(Envelope())
        #expect(try data.value(from: response(#"{"code":0,"data":[1, {"a":2}]}"#)) == Data(#"[1, {"a":2}]"#.utf8))
        let foundations = Resource<[Post]>(json: Sample.url, decoder: JSONDecoder()).inside(Envelope())
        #expect(try foundations.value(from: response(#"{"code":0,"data":[{"id":5}]}"#)) == [Post(id: 5)])
    }

    @Test func `an envelope can stand inside another`() throws {
        let twice = posts(Envelope(code: "status", data: "posts", success: ["ok"])).inside(Envelope())
        let text = #"{"code": 0, "data": {"status": "ok", "posts": [{"id": 6}]}}"#
        #expect(try twice.value(from: response(text)) == [Post(id: 6)])
        #expect(throws: ServiceError(code: "bad", message: "m")) {
            try twice.value(from: response(#"{"code": 0, "data": {"status": "bad", "message": "m"}}"#))
        }
    }
}
