import Resourceful

extension ErrorMessages {
    /// The type of an error determines its message. The service's own message comes first.
    static let posts = ErrorMessages(
        otherwise: "未知错误",
        [
            .error(ServiceError.self) { $0.message.isEmpty ? "服务器返回错误 code: \($0.code)" : $0.message },
            .cancelled("已取消"), .status(403, "服务器禁止访问"), .status(404, "未找到页面"),
            .status(in: 500..<600, "服务器异常"), .transport(.timedOut, message: "请求超时"), .transport("网络错误"),
            .init { error in
                (error as? LoadError).flatMap { $0.stage == .request ? "无效的URL，错误url: \($0.request.url)" : nil }
            },
            .parse(.mediaType, message: "返回的不是Json"), .parse(.empty, message: "没有返回数据"),
            .parse(.malformed, message: "解析Json格式错误"),
            .init { ($0 as? LoadError)?.parseFailure?.path == "code" ? "解析服务器定义StatusCode格式错误" : nil },
            .parse(.missing, message: "缺少字段"),
            .parse(.mismatch, message: "字段类型错误"),
        ])
}
