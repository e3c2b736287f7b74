// The vocabulary of secret names.
extension SecretName {
    /// Words that make a name secret at any position.
    static let secret: Set<String> = [
        "apikey", "apikeys", "assertion", "authcode", "authorization", "bearer", "credential", "credentials", "csrf",
        "cvc", "cvv", "hmac", "jwt", "otp", "passcode", "passphrase", "passwd", "password", "passwords", "passwort",
        "pwd", "secret", "secrets", "sessid", "sessionid", "signature", "totp", "verifier", "xsrf",
    ]

    /// Parts that make a word secret at any position in it.
    static let anywhere = ["password", "passwd", "passphrase", "passcode", "credential", "authorization", "apikey"]

    /// Endings that make a word secret, unless one of the given words comes before them.
    static let endings: [(String, Set<String>)] = [
        ("token", cursors), ("secret", []), ("sessionid", []), ("sessid", []), ("jwt", []), ("signature", []),
        ("verifier", []), ("assertion", []), ("authcode", []), ("cookie", []),
    ]

    /// Secret names that may be split into words in any way.
    static let joined: Set<String> = [
        "dpop", "devicecode", "authorizationcode", "samlart", "samlrequest", "samlresponse", "secretkey",
        "secretaccesskey", "cookie2",
    ]

    /// Words that are secret in pairs of a name and a single value, and have another meaning in a document.
    static let inPairs: Set<String> = ["auth", "code", "pass", "session", "ticket"]

    /// Last words of names that only describe a secret.
    package static let describing: Set<String> = [
        "age", "alg", "algorithm", "at", "changed", "check", "checks", "count", "created", "date", "disabled",
        "enabled", "endpoint", "endpoints", "error", "errors", "exp", "expiration", "expired", "expires", "expiry",
        "field", "format", "href", "id", "ids", "in", "issuer", "kind", "label", "len", "length", "less", "lifetime",
        "limit", "link", "manager", "max", "message", "method", "methods", "min", "name", "names", "needed", "path",
        "placeholder", "policy", "prefix", "protection", "ref", "refs", "remaining", "required", "reset", "scanning",
        "scheme", "scope", "scopes", "size", "status", "strength", "supported", "time", "title", "ttl", "type", "types",
        "updated", "uri", "uris", "url", "urls", "usage", "used", "valid", "version",
    ]

    /// First words of names that only ask something about a secret.
    static let asking: Set<String> = [
        "allow", "can", "has", "is", "max", "min", "needs", "require", "requires", "show",
    ]

    /// Words before `token` for pagination cursors, or for special tokens of language models.
    static let cursors: Set<String> = [
        "after", "backward", "before", "bos", "change", "continuation", "continue", "cursor", "delta", "end", "eos",
        "forward", "iteration", "iterator", "list", "marker", "mask", "more", "next", "pad", "page", "pagination",
        "paging", "position", "prev", "previous", "resume", "resumption", "scroll", "skip", "special", "start", "stop",
        "sync", "unk",
    ]

    /// Words in names that count tokens.
    static let counters: Set<String> = [
        "audio", "budget", "cached", "completion", "context", "estimated", "image", "input", "limit", "max", "min",
        "new", "num", "number", "output", "per", "prediction", "prompt", "rate", "ratelimit", "reasoning", "remaining",
        "text", "thinking", "total", "used",
    ]

    /// Words before `key` for keys that only identify something.
    static let openKeys: Set<String> = [
        "arrow", "bucket", "business", "cache", "candidate", "child", "column", "composite", "config", "cursor",
        "deduplication", "dictionary", "document", "end", "entity", "evaluated", "event", "feature", "field", "file",
        "flag", "folder", "foreign", "group", "grouping", "hash", "hot", "idempotency", "image", "index", "issue",
        "item", "json", "localization", "lookup", "map", "message", "metric", "name", "natural", "object", "order",
        "parent", "partition", "primary", "project", "property", "public", "range", "record", "ring", "routing", "row",
        "setting", "settings", "shortcut", "sort", "sorting", "start", "storage", "surrogate", "title", "topology",
        "translation", "type", "unique", "websocket", "socket",
    ]

    /// Words before `key` for keys that grant access.
    static let closedKeys: Set<String> = [
        "access", "account", "api", "app", "application", "auth", "client", "consumer", "encryption", "function",
        "functions", "host", "license", "master", "private", "secret", "server", "service", "session", "shared",
        "signing", "ssh", "subscription",
    ]

    /// Words before `code` for codes that grant access.
    static let codes: Set<String> = [
        "access", "activation", "auth", "authentication", "authorization", "backup", "confirmation", "device",
        "exchange", "fa", "factor", "grant", "invitation", "invite", "login", "mfa", "oauth", "one", "otp", "pairing",
        "pass", "pin", "recovery", "reset", "security", "sms", "time", "verification", "verify",
    ]
}
