import Foundation
import Resourceful
import ResourcefulCurl
import ResourcefulIdentity
import ResourcefulTesting
import Testing

// The recipes for webhooks and for URLs from users, word for word, compiled and run.
enum Webhook {
    /// Whether a body is signed with a secret, as GitHub does in
    /// X-Hub-Signature-256.
    static func isGenuine(
        _ body: Data, signature: String, secret: String
    ) -> Bool {
        let code = Signing.hmacSHA256(body, key: secret.utf8)
        let expected = Array("sha256=\(Signing.hexadecimal(code))".utf8)
        let received = Array(signature.utf8)
        guard received.count == expected.count else { return false }
        // Compares all bytes, so the time doesn't reveal which one differs.
        return expected.indices
            .reduce(0) { $0 | (expected[$1] ^ received[$1]) } == 0
    }
}

@Suite(.permit) struct WebhookTests {
    @Test func `a changed body, or one signed with another secret, isn't genuine`() {
        // The example of GitHub's documentation, "Validating webhook deliveries".
        let (body, secret) = (Data("Hello, World!".utf8), "It's a Secret to Everybody")
        let signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
        #expect(Webhook.isGenuine(body, signature: signature, secret: secret))
        #expect(!Webhook.isGenuine(body + [0x0A], signature: signature, secret: secret))
        #expect(!Webhook.isGenuine(body, signature: signature, secret: "guess"))
        #expect(!Webhook.isGenuine(body, signature: "", secret: secret))
    }

    @Test func `a URL into your own network is refused`() async throws {
        let server = try LoopbackServer { _ in Response(body: Data("secret".utf8)) }
        defer { server.stop() }
        let given = server.baseURL

        let limited = CurlTransport(reach: .publicAddresses)
        let previews = Webservice(transport: limited)
        let preview = Resource<String>(text: given)
            .timeout(.seconds(10)).maximumBodySize(1_000_000)

        let error = await #expect(throws: LoadError.self) { _ = try await previews.load(preview) }
        #expect((error?.underlyingError as? TransportError)?.kind == .addressRefused)
        #expect(server.requests.isEmpty)
    }
}
