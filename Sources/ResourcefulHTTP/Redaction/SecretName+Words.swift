// The vocabulary of secrets.
extension SecretName {
    /// What is secret wherever it stands in a name.
    static let secret: Set<String> = [
        "apikey", "apikeys", "assertion", "authorization", "bearer", "credential", "credentials", "csrf", "cvc", "cvv",
        "hmac", "jwt", "otp", "passcode", "passphrase", "passwd", "password", "passwords", "passwort", "pwd", "secret",
        "secrets", "signature", "totp", "verifier", "xsrf",
    ]

    /// What is secret wherever it stands in a word.
    static let anywhere = ["password", "passwd", "passphrase", "passcode", "credential", "authorization", "apikey"]

    /// What is secret at the end of a word, unless one of these stands before it.
    static let endings: [(String, Set<String>)] = [
        ("token", cursors), ("secret", []), ("sessionid", []), ("sessid", []), ("jwt", []), ("signature", []),
        ("verifier", []), ("assertion", []), ("authcode", []), ("cookie", []),
    ]

    /// Words that are names by themselves, in whatever way they are parted.
    static let joined: Set<String> = [
        "dpop", "devicecode", "authorizationcode", "samlart", "samlrequest", "samlresponse", "secretkey",
        "secretaccesskey", "cookie2",
    ]

    /// What is secret where a name has a value alone, and a thing of its own in a document.
    static let inPairs: Set<String> = ["auth", "code", "pass", "session", "ticket"]

    /// The last word of a name that says something about a secret.
    static let describing: Set<String> = [
        "age", "alg", "algorithm", "at", "changed", "check", "checks", "count", "created", "date", "disabled",
        "enabled", "endpoint",
        "endpoints", "error", "errors", "exp", "expiration", "expired", "expires", "expiry", "field", "format", "href",
        "id", "ids", "in", "issuer", "kind", "label", "len", "length", "less", "lifetime", "limit", "link", "manager",
        "max", "message", "method", "methods", "min", "name", "names", "needed", "path", "placeholder", "policy",
        "prefix", "protection", "ref", "refs", "remaining", "required", "reset", "scanning", "scheme", "scope",
        "scopes", "size", "status", "strength",
        "supported", "time", "title", "ttl", "type", "types", "updated", "uri", "uris", "url", "urls", "usage", "used",
        "valid", "version",
    ]

    /// The first word of a name that asks something about a secret.
    static let asking: Set<String> = [
        "allow", "can", "has", "is", "max", "min", "needs", "require", "requires", "show",
    ]

    /// The tokens that say where a list goes on, or mean something to a model of language.
    static let cursors: Set<String> = [
        "after", "backward", "before", "bos", "change", "continuation", "continue", "cursor", "delta", "end", "eos",
        "forward", "iteration",
        "iterator", "list", "marker", "mask", "more", "next", "pad", "page", "pagination", "paging", "position", "prev",
        "previous", "resume", "resumption", "scroll", "skip", "special", "start", "stop", "sync", "unk",
    ]

    /// Where tokens are counted.
    static let counters: Set<String> = [
        "audio", "budget", "cached", "completion", "context", "estimated", "image", "input", "limit", "max", "min",
        "new", "num", "number", "output", "per", "prediction", "prompt", "rate", "ratelimit", "reasoning", "remaining",
        "text", "thinking", "total", "used",
    ]

    /// The keys that only find something.
    static let openKeys: Set<String> = [
        "arrow", "bucket", "business", "cache", "candidate", "child", "column", "composite", "config", "cursor",
        "deduplication", "dictionary", "document", "end", "entity", "evaluated", "event", "feature", "field", "file",
        "flag", "folder",
        "foreign", "group", "grouping", "hash", "hot", "idempotency", "image", "index", "issue", "item", "json",
        "localization", "lookup", "map", "message", "metric", "name", "natural", "object", "order", "parent",
        "partition", "primary", "project", "property", "public", "range", "record", "ring", "routing", "row", "setting",
        "settings", "shortcut", "sort", "sorting", "start", "storage", "surrogate", "title", "topology", "translation",
        "type", "unique",
        "websocket", "socket",
    ]

    /// The keys that open something.
    static let closedKeys: Set<String> = [
        "access", "account", "api", "app", "application", "auth", "client", "consumer", "encryption", "function",
        "functions", "host", "license", "master", "private", "secret", "server", "service", "session", "shared",
        "signing", "ssh", "subscription",
    ]

    /// The codes that let somebody in.
    static let codes: Set<String> = [
        "access", "activation", "auth", "authentication", "authorization", "backup", "confirmation", "device",
        "exchange", "fa", "factor", "grant", "invitation", "invite", "login", "mfa", "oauth", "one", "otp", "pairing",
        "pass", "pin", "recovery", "reset", "security", "sms", "time", "verification", "verify",
    ]
}
