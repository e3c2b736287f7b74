"""What people type who look for something, and the article that must be among the first three that the search finds."""

WORDS = {
    # What the search found late or never when it looked at headings alone.
    "retry": "retryingrequests", "timeout": "troubleshooting", "header": "describingrequests", "oauth": "signingin",
    "nonisolated": "compilermessages", "snake_case": "workingwithjson", "ctrl-c": "commandlineprograms",
    "custom header": "describingrequests", "progress bar": "watchingprogress", "logging": "policies",
    "etag": "cachingresponses", "base url": "describingrequests",
    # First steps, and other libraries.
    "install": "installation", "swiftui": "swiftui", "mainactor": "swiftui", "linux": "linuxandcontainers",
    "combine": "comingfrompromises", "alamofire": "comingfromalamofire", "moya": "comingfrommoya",
    "migration": "fivestacks", "middleware": "policies", "interceptor": "policies", "endpoint": "describingrequests",
    # Requests and answers.
    "headers": "describingrequests", "query": "describingrequests", "form": "bodies", "multipart": "bodies",
    "upload": "uploads", "download": "downloading", "graphql": "recipes", "json": "workingwithjson",
    "json date": "workingwithjson", "codable": "workingwithjson", "decode error": "errors",
    "pagination": "loadingpages", "streams": "readingstreams", "sse": "readingstreams",
    "concurrent requests": "plans", "cancel": "plans", "debounce": "comingfrompromises", "redirect": "policies",
    "rate limit": "policies",
    # Signing in.
    "login": "signingin", "cookies": "signingin", "token refresh": "authenticatingrequests",
    "basic auth": "authenticatingrequests", "api key": "authenticatingrequests", "401": "authenticatingrequests",
    # The network.
    "proxy": "transports", "certificate pinning": "transports", "pinning": "transports",
    # What is elsewhere: the page that says so.
    "websocket": "comingfromurlsession", "background": "comingfromurlsession",
    # Caching and tests.
    "cache": "cachingresponses", "offline": "cachingresponses", "mock": "testingrequests", "stub": "testingrequests",
    "unit test": "testingrequests", "testing": "testingrequests",
}
