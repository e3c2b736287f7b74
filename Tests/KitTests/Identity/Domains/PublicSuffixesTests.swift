import ResourcefulTesting
import Testing

@testable import ResourcefulIdentity

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The list of publicsuffix.org has international names as people write them; URLs have their ASCII form.
struct PublicSuffixesTests {
    /// Names of RFC 3492, section 7.1, and others; the ASCII forms are those of another implementation.
    private static let names = [
        ("公司", "55qx5d"), ("münchen", "mnchen-3ya"), ("bücher", "bcher-kva"), ("香港", "j6w193g"), ("ελ", "qxam"),
        ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
        ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
        ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v"), ("😀a", "a-iv3s"),
        ("安室奈美恵-with-super-monkeys", "-with-super-monkeys-pc58ag80a8qai00g7n9n"),
    ]

    @Test func `an international name of the list is the name of a URL`() {
        for (name, ascii) in Self.names {
            let list = PublicSuffixes(parsing: "cn\n\(name).cn\n*.\(name)\n!\(name).\(name)\n")
            #expect(list.registrableDomain(of: "www.shop.xn--\(ascii).cn") == "shop.xn--\(ascii).cn", "\(name)")
            #expect(list.contains("xn--\(ascii).cn") && list.contains("a.xn--\(ascii)"), "\(name)")
            #expect(list.registrableDomain(of: "a.xn--\(ascii).xn--\(ascii)") == "xn--\(ascii).xn--\(ascii)", "\(name)")
            #expect(PublicSuffixes(parsing: "xn--\(ascii).cn").contains("xn--\(ascii).cn"), "\(name)")
        }
    }

    @Test func `no cookie is for an international suffix`() {
        let list = PublicSuffixes(parsing: "cn\n公司.cn")
        let request = Request(url: URL(string: "https://www.shop.xn--55qx5d.cn/")!)
        let response = Response(headerFields: ["Set-Cookie": "a=b; Domain=xn--55qx5d.cn"])
        let jar = CookieJar().storing(response, to: request, at: Date(timeIntervalSince1970: 0), publicSuffixes: list)
        #expect(jar.isEmpty)
    }

    @Test func `what can't be a label stays as it is`() {
        let long = String(repeating: "ü", count: 64)
        #expect(PublicSuffixes(parsing: "\(long).cn").contains("\(long).cn"))
    }
}
