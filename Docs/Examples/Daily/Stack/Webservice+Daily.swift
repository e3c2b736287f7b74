import Resourceful
import ResourcefulIdentity

extension Webservice {
    /// The service and what all loads share: the cache, a field, the signature, the indicator and the messages.
    static func daily(
        _ key: DailyKey, on screen: Screen, cache: some CacheStore, transport: some Transport = .platform
    ) -> Webservice {
        let api = URL(string: "https://news-at.zhihu.com/api/4")!
        return Webservice(
            baseURL: api,
            policies: [
                .cache(in: cache, Caching(.never)),
                .headerFields(["Content-Type": "application/json"]),
                .signing(for: api, with: key.sign),
            ],
            observers: [
                .countingOnMainActor { screen.isLoading = $0 > 0 },
                .failuresOnMainActor { error, _ in screen.tips.append(ErrorMessages.daily(error)) },
            ],
            transport: transport)
    }
}

extension ErrorMessages {
    /// The text of an error message: the server's own if there is one.
    static let daily = ErrorMessages(
        otherwise: "出错了，请稍后再试",
        [.serverMessage, .transport("网络不可用"), .status(in: 500..<600, "服务器异常"), .stage(.parse, "数据解析失败")])
}
