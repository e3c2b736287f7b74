import ResourcefulCore
import ResourcefulTesting
import Testing

struct CacheControlTests {
    private func parsed(_ lines: String...) -> CacheControl {
        CacheControl(response: HeaderFields(lines.compactMap { try? HeaderFields.Field("Cache-Control", $0) }))
    }

    @Test func `the lifetime is a number, and 0 when it is malformed`() {
        let lines: [(String, Int?)] =
            [
                ("max-age=60", 60), ("Max-AGE=60", 60), ("max-age=\"60\"", 60), ("max-age=007", 7),
                (" ,, max-age=60 ,", 60),
                ("public;max-age=60", nil), ("max-age", 0), ("max-age=", 0), ("max-age=-1", 0), ("max-age=1.5", 0),
                ("max-age=1e3", 0), ("max-age='60'", 0), ("max-age=60s", 0), ("max-age=60 s", 0), ("max-age =60", 0),
                ("max-age= 60", 0), ("max-age=\"\"", 0), ("max-age=\"6\\0\"", 0), ("max-age=2147483647", 2_147_483_647),
                ("max-age=2147483648", 1 << 31), ("max-age=99999999999999999999999999", 1 << 31),
                ("max-age=60, max-age=30", 30),
                ("max-age=30, max-age=60", 30), ("max-age=60, max-age=x", 0), ("x=\"a, max-age=60\"", nil),
                ("x=\"a\\\", max-age=60\"", nil), ("x=\"a\", max-age=60", 60), ("s-maxage=60", nil),
                ("xmax-age=60", nil),
                ("max-agex=60", nil), ("\"max-age=60\"", nil), ("a=b=c, max-age=60", 60), ("=, max-age=60", 60),
            ] as [(String, Int?)]
        for (line, seconds) in lines { #expect(parsed(line).maxAge == seconds, "\(line)") }
    }

    @Test func `several lines are one`() {
        let control = parsed("max-age=60", "no-store", "Max-Age=50")
        #expect(control.maxAge == 50)
        #expect(control.directives == .noStore)
    }

    @Test func `directives that forbid count whatever their argument, and those that allow only without`() {
        for name in ["no-cache", "no-store", "private", "must-revalidate", "only-if-cached"] {
            let alone = parsed(name).directives
            #expect(alone.rawValue.nonzeroBitCount == 1)
            for line in ["\(name)=\"Set-Cookie, x\"", "\(name)=x", "\(name) x", name.uppercased(), "a,\(name)\t,b"] {
                #expect(parsed(line).directives == alone, "\(line)")
            }
        }
        for name in ["public", "immutable", "must-understand"] {
            #expect(parsed(name).directives.rawValue.nonzeroBitCount == 1)
            for line in ["\(name)=1", "\(name) x", "\(name)=\"\""] { #expect(parsed(line).directives == [], "\(line)") }
        }
    }

    @Test func `a quote that is not closed forbids everything`() {
        #expect(parsed("max-age=60, x=\"a").directives == [.noCache, .noStore])
        #expect(parsed("max-age=60, x=\"a\\").directives == [.noCache, .noStore])
        #expect(parsed("max-age=60, x=\"a\\\"").directives == [.noCache, .noStore])
        #expect(parsed("x=\"a", "max-age=60").maxAge == 60, "a line doesn't reach into the next")
    }

    @Test func `what a request allows is read strictly`() {
        #expect(parsed("max-stale").maxStale == CacheControl.longest)
        #expect(parsed("max-stale, max-stale=5").maxStale == 5)
        #expect(parsed("max-stale=x").maxStale == 0)
        #expect(parsed("min-fresh=5, min-fresh=7").minFresh == 7)
        #expect(parsed("min-fresh").minFresh == CacheControl.longest)
        #expect(parsed("stale-while-revalidate=5, stale-if-error=6").staleWhileRevalidate == 5)
        #expect(parsed("stale-while-revalidate=5, stale-if-error=6").staleIfError == 6)
        #expect(parsed("stale-while-revalidate").staleWhileRevalidate == 0)
    }

    @Test func `Pragma counts in a request without Cache-Control`() {
        #expect(CacheControl(request: ["Pragma": "no-cache"]).directives == .noCache)
        #expect(CacheControl(request: ["Pragma": "x, No-Cache"]).directives == .noCache)
        #expect(CacheControl(request: ["Pragma": "no-cache", "Cache-Control": "max-age=5"]).directives == [])
        #expect(CacheControl(request: ["Pragma": "no-cache", "Cache-Control": ""]).directives == [])
        #expect(CacheControl(response: ["Pragma": "no-cache"]).directives == [])
    }

    @Test func `what is written is read, in any order, case, and spacing, beside unknown ones`() {
        var numbers = SplitMix64(seed: 1)
        for _ in 0..<Effort.rounds(3000) {
            var parts: [String] = []
            var model = CacheControl()
            let flags: [(String, CacheControl.Directives)] = [
                ("no-cache", .noCache), ("no-store", .noStore), ("must-revalidate", .mustRevalidate),
                ("must-understand", .mustUnderstand), ("private", .private), ("public", .public),
                ("immutable", .immutable), ("only-if-cached", .onlyIfCached),
            ]
            for (name, directive) in flags where Bool.random(using: &numbers) {
                parts.append(name)
                model.directives.insert(directive)
            }
            let limits: [(String, WritableKeyPath<CacheControl, Int?>)] = [
                ("max-age", \.maxAge), ("min-fresh", \.minFresh), ("max-stale", \.maxStale),
                ("stale-while-revalidate", \.staleWhileRevalidate), ("stale-if-error", \.staleIfError),
            ]
            for (name, path) in limits where Bool.random(using: &numbers) {
                let seconds = Int.random(in: 0...(1 << 31), using: &numbers)
                parts.append(Bool.random(using: &numbers) ? "\(name)=\(seconds)" : "\(name)=\"\(seconds)\"")
                model[keyPath: path] = seconds
            }
            parts += ["x", "y=max-age", "z=\"no-store, a\\\"b, max-age=1\"", "s-maxage=3", "proxy-revalidate"]
            parts.shuffle(using: &numbers)
            let line = parts.map { Bool.random(using: &numbers) ? $0 : $0.uppercased() }
                .joined(separator: [",", ", ", " ,\t", ",,"].randomElement(using: &numbers) ?? ",")
            #expect(parsed(line) == model, "\(line)")
        }
    }

    @Test func `no bytes make it trap`() {
        var numbers = SplitMix64(seed: 2)
        let pieces = [
            "max-age", "no-store", "=", "\"", "\\", ",", " ", "\t", "1", "-", ";", "é", "max-stale=", "private",
        ]
        for _ in 0..<Effort.rounds(5000) {
            let count = Int.random(in: 0...8, using: &numbers)
            let line = (0..<count).map { _ in pieces.randomElement(using: &numbers) ?? "" }.joined()
            let control = parsed(line)
            #expect(control == parsed(line), "and it means the same twice")
        }
    }
}
