import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the cookies of one server do to those of another one, and to secure ones (RFC 6265bis, section 5.7).
struct CookieSiteTests {
    @Test func `a cookie without a name covers nothing that is secure, however a server trims it`() {
        let jar = CookieJarTests.jar("session=good; secure; path=/")
        let spaces = ["", " ", "\t", " \t", "\t ", "  "]
        for (before, after) in spaces.flatMap({ before in spaces.map { (before, $0) } }) {
            for line in ["=\(before)session\(after)=evil", "\(before)session\(after)", "\(before)session\(after)=evil"]
            {
                #expect(CookieJarTests.jar(line, from: "http://www.a.org/", in: jar) == jar, "\(line.debugDescription)")
            }
        }
        // Only the name counts, and also that of a secure cookie without one.
        #expect(CookieJarTests.jar("=other =session", from: "http://www.a.org/", in: jar).cookies.count == 2)
        let nameless = CookieJarTests.jar("=session =good; secure; path=/")
        #expect(CookieJarTests.jar("session=evil; path=/", from: "http://www.a.org/", in: nameless) == nameless)
    }
}
