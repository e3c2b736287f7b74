import Resourceful

/// The names of the parameters.
enum ParameterKey {
    static let email = "email", password = "password", userID = "userId"
}

/// The endpoints. GET has its parameters in the URL, and POST as JSON.
enum PostsRouter: RequestConvertible {
    case posts(userID: Int), post(Int), publish(Draft), logIn(email: String, password: String)

    var asRequest: Request {
        switch self {
        case .posts(let userID): Request("posts").query(ParameterKey.userID, userID)
        case .post(let id): Request("posts/{id}", ["id": id])
        case .publish(let draft): Request("posts").posting(draft)
        case .logIn(let email, let password):
            Request("login").posting([ParameterKey.email: email, ParameterKey.password: password])
        }
    }
}
