import Foundation
import ResourcefulCore
import ResourcefulFormats
import ResourcefulTesting
import Testing

struct RateLimitTests {
    static let date = Date(timeIntervalSince1970: 1_800_000_000)

    /// As servers send them.
    static let fixtures: [(fields: HeaderFields, limits: [RateLimit])] = [
        (
            ["RateLimit": "\"default\";r=50;t=30", "RateLimit-Policy": "\"default\";q=100;w=60"],
            [RateLimit(policy: "default", limit: 100, remaining: 50, reset: .after(.seconds(30)), window: .seconds(60))]
        ),
        (
            [
                "RateLimit": "burst;r=5;t=1, daily;r=900",
                "RateLimit-Policy": "burst;q=10;w=1,daily;q=1000;w=86400,x;q=7",
            ],
            [
                RateLimit(policy: "burst", limit: 10, remaining: 5, reset: .after(.seconds(1)), window: .seconds(1)),
                RateLimit(policy: "daily", limit: 1000, remaining: 900, window: .seconds(86_400)),
                RateLimit(policy: "x", limit: 7),
            ]
        ),
        (
            ["RateLimit": "limit=100, remaining=50, reset=5", "RateLimit-Policy": "100;w=10"],
            [RateLimit(limit: 100, remaining: 50, reset: .after(.seconds(5)), window: .seconds(10))]
        ),
        (
            [
                "RateLimit-Limit": "100, 100;w=60;burst=1000, 5000;w=3600", "RateLimit-Remaining": "8",
                "RateLimit-Reset": "9",
            ],
            [RateLimit(limit: 100, remaining: 8, reset: .after(.seconds(9)))]
        ),
        (
            ["RateLimit-Limit": "10", "RateLimit-Policy": "10;w=1, 1000;w=3600"],
            [RateLimit(limit: 10, window: .seconds(1))]
        ),
        (
            [
                "X-RateLimit-Limit": "5000", "X-RateLimit-Remaining": "4987", "X-RateLimit-Reset": "1800000060",
                "X-RateLimit-Used": "13", "X-RateLimit-Resource": "core",
            ],
            [RateLimit(policy: "core", limit: 5000, remaining: 4987, reset: .date(date + 60))]
        ),
        (
            ["x-rate-limit-limit": "15", "x-rate-limit-remaining": "0", "x-rate-limit-reset": "1800000060"],
            [RateLimit(limit: 15, remaining: 0, reset: .date(date + 60))]
        ),
        (
            ["X-RateLimit-Reset": "1800000060000", "X-RateLimit-Remaining": "1.0"],
            [RateLimit(remaining: 1, reset: .date(date + 60))]
        ),
        (
            ["X-RateLimit-Remaining": "-3", "X-RateLimit-Reset": "-7", "X-RateLimit-Limit": "-1"],
            [RateLimit(remaining: 0, reset: .after(.zero))]
        ),
        (
            ["X-RateLimit-Remaining": "1", "X-RateLimit-Reset-After": "0.25", "X-RateLimit-Bucket": "abcd"],
            [RateLimit(remaining: 1, reset: .after(.milliseconds(250)))]
        ),
        (
            ["X-RateLimit-Limit": "60", "X-RateLimit-Reset": "Fri, 15 Jan 2027 08:01:00 GMT"],
            [RateLimit(limit: 60, reset: .date(date + 60))]
        ),
        (
            ["X-RateLimit-Limit": "60", "X-RateLimit-Reset": "2027-01-15T08:01:00Z"],
            [RateLimit(limit: 60, reset: .date(date + 60))]
        ),
        (
            [
                "x-ratelimit-limit-requests": "60", "x-ratelimit-limit-tokens": "150000",
                "x-ratelimit-remaining-requests": "59", "x-ratelimit-reset-requests": "1s",
                "x-ratelimit-reset-tokens": "6m0s",
            ],
            [
                RateLimit(policy: "requests", limit: 60, remaining: 59, reset: .after(.seconds(1))),
                RateLimit(policy: "tokens", limit: 150_000, reset: .after(.seconds(360))),
            ]
        ),
        (["X-RateLimit-Limit-Minute": "20"], [RateLimit(policy: "minute", limit: 20)]),
        (["X-RateLimit-Limit": "unlimited", "X-RateLimit-Remaining": "soon", "X-RateLimit-Reset": "later"], []),
        (["RateLimit": "", "RateLimit-Limit": "x", "X-RateLimit-": "5", "X-RateLimit": "9"], []),
        (
            ["RateLimit": ";;;r=5, \"open;r=1", "X-RateLimit-Remaining": "60, 60"],
            [RateLimit(remaining: 5), RateLimit(policy: "open", remaining: 1)]
        ),
        (["X-RateLimit-Remaining": "60, 60"], [RateLimit(remaining: 60)]),
        ([:], []),
    ]

    @Test func `limits are read in all the forms in use`() {
        for (fields, limits) in Self.fixtures { #expect(fields.rateLimits == limits, "\(fields)") }
    }

    @Test func `the tightest is the one with the least left, then the one that lasts longest`() {
        var fields: HeaderFields = ["RateLimit": "a;r=7;t=1, b;r=3;t=10, c;r=3;t=20, d;t=1"]
        #expect(fields.rateLimit?.policy == "c")
        fields["RateLimit"] = "d;t=1, e;t=2"
        #expect(fields.rateLimit?.policy == "e")
        fields["RateLimit"] = nil
        #expect(fields.rateLimit == nil)
    }

    @Test func `a reset is a date, however it was said`() {
        #expect(RateLimit(reset: .after(.seconds(30))).resetDate(receivedAt: Self.date) == Self.date + 30)
        #expect(RateLimit(reset: .date(Self.date + 5)).resetDate(receivedAt: Self.date + 99) == Self.date + 5)
        #expect(RateLimit().resetDate(receivedAt: Self.date) == nil)
        #expect(RateLimit(remaining: 0).isExhausted && !RateLimit().isExhausted)
    }

    @Test func `nothing is too strange to be read`() {
        var random = SplitMix64(seed: 4)
        let names: [HeaderFields.Name] = [
            "RateLimit", "RateLimit-Policy", "RateLimit-Limit", "RateLimit-Reset", "X-RateLimit-Reset",
            "X-Rate-Limit-Limit-A",
        ]
        for _ in 0..<Effort.rounds(3_000) {
            var fields = HeaderFields()
            for name in names where Bool.random(using: &random) {
                let digits = String(
                    UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64.random(in: 0..<64, using: &random))
                fields[name] =
                    ["", "a;r=", "limit=", "-", "1e"].randomElement(using: &random)! + digits
                    + random.arbitraryText(upTo: 3)
            }
            for limit in fields.rateLimits {
                #expect((limit.remaining ?? 0) >= 0)
                #expect(limit != RateLimit(policy: limit.policy))
                if case .after(let wait) = limit.reset { #expect((.zero ... .seconds(31_536_000)).contains(wait)) }
            }
        }
    }
}
