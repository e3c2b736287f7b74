extension RecordedCorpus {
    static let identity = [
        Document(
            "a token response",
            #"""
            {"access_token": "⟦2YotnFZFEjr1zCsicMWpAA⟧", "token_type": "Bearer", "expires_in": 3600,
             "refresh_token": "⟦tGzv3JOkF0XG5Qx2TlKWIA⟧", "scope": "read write"}
            """#),
        Document(
            "a discovery of a provider",
            #"""
            {"issuer": "https://id.example.org", "token_endpoint": "https://id.example.org/token",
             "grant_types_supported": ["authorization_code", "refresh_token", "client_credentials", "password"],
             "token_endpoint_auth_methods_supported": ["client_secret_basic", "private_key_jwt", "none"],
             "code_challenge_methods_supported": ["S256"], "scopes_supported": ["openid", "offline_access"]}
            """#),
        Document(
            "a registration of a client",
            #"""
            {"client_id": "s6BhdRkqt3", "client_secret": "⟦ZJYCqe3GGRvdrudKyZS0XhGv⟧", "client_secret_expires_at": 0,
             "registration_access_token": "⟦this.is.an.access.token.value.ffx83⟧", "grant_types": ["authorization_code"],
             "token_endpoint_auth_method": "client_secret_basic"}
            """#),
        Document(
            "a set of keys",
            #"""
            {"keys": [{"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "2011-04-29", "e": "AQAB",
              "n": "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx"}]}
            """#),
        Document(
            "a token of an older cloud",
            #"""
            {"access": {"token": {"id": "⟦ad5fd9a1b2c3d4e5f60718293a4b5c6d⟧", "expires": "2026-02-05T00:00:00Z",
             "tenant": {"id": "345", "name": "ACME"}}, "user": {"id": "12", "name": "ada", "roles": []}}}
            """#),
        Document(
            "an authorization of a device",
            #"""
            {"device_code": "⟦GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS⟧", "user_code": "WDJB-MJHT", "interval": 5,
             "verification_uri": "https://example.org/device", "expires_in": 1800}
            """#),
        Document(
            "API keys of a team",
            #"""
            {"api_keys": [{"id": "key_123", "name": "Prod", "created_at": "2025-05-01", "last_used_at": null,
              "scopes": ["read"], "secret": "⟦sec-0Zq8⟧"}], "csrf_token": "⟦1c9d8a⟧", "authorization": "required"}
            """#),
        Document(
            "a grant",
            #"{"grant_type": "authorization_code", "code": "⟦SplxlOBeZQ⟧", "redirect_uri": "https://app.example.org/cb"}"#
        ),
    ]

    static let definitions = [
        Document(
            "a JSON Schema",
            #"""
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "required": ["password"],
             "properties": {"password": {"type": "string", "minLength": 8, "title": "Password", "format": "password"},
              "token": {"type": ["string", "null"], "default": null}, "secret": {"type": "string", "example": "abc"},
              "api_key": {"$ref": "#/$defs/key"}, "otp": {"type": "integer", "maximum": 999999}}}
            """#),
        Document(
            "parameters of an API",
            #"""
            {"parameters": [{"name": "X-Api-Key", "in": "header", "required": true, "schema": {"type": "string"}},
             {"name": "access_token", "in": "query", "type": "string", "description": "the token of the user"}],
             "securityDefinitions": {"api_key": {"type": "apiKey", "name": "api_key", "in": "header"}}}
            """#),
        Document(
            "an introspection of GraphQL",
            #"""
            {"data": {"__type": {"name": "Login", "inputFields": [{"name": "password", "type": {"kind": "SCALAR",
              "name": "String"}, "defaultValue": null}, {"name": "token", "defaultValue": null}]}}}
            """#),
        Document(
            "a mutation of GraphQL",
            #"""
            {"query": "mutation Login($password: String!) { login(password: $password) { id } }",
             "variables": {"email": "ada@example.org", "password": "⟦rosebud⟧"}}
            """#),
        Document(
            "a result of GraphQL",
            #"{"data": {"signIn": {"accessToken": "⟦t0kEn.Ab3.xyz⟧", "user": {"id": "VXNlcjox", "hasPassword": true}}}}"#
        ),
        Document(
            "a resource of JSON:API",
            #"""
            {"data": {"type": "tokens", "id": "1", "attributes": {"name": "CI", "token": "⟦x5Yq8W1ZtR7k⟧", "key": "ci"},
             "relationships": {"secrets": {"data": [{"type": "secrets", "id": "7"}]}}, "links": {"self": "/tokens/1"}}}
            """#),
        Document(
            "a form of a page",
            #"""
            {"fields": [{"name": "password", "type": "password", "value": "", "required": true},
             {"name": "csrf_token", "type": "hidden", "value": "⟦f81d4fae⟧"}], "credentials": "same-origin"}
            """#),
        Document(
            "features of a plan",
            #"{"features": {"api_keys": true, "secrets": 5, "tokens": 100, "password_reset": "email"}}"#),
    ]

    static let lists = [
        Document(
            "tracks of music",
            #"{"audio_features": [{"key": 7, "mode": 1, "time_signature": 4, "tempo": 118.2}, {"key": -1, "mode": 0}]}"#
        ),
        Document("a key of a piece", #"{"key": "F# minor", "signature": "3/4", "sign": "natural", "tokens": null}"#),
        Document(
            "translations",
            #"[{"key": "home.title", "value": "Home"}, {"key": "sign_in.hint", "value": "Use your e-mail"}]"#),
        Document("features", #"{"items": [{"key": "dark-mode", "on": true}, {"key": "v2_checkout", "on": false}]}"#),
        Document(
            "fields of a request",
            #"{"headers": [["Accept", "*/*"], ["Authorization", "⟦Basic YWRhOnJvc2VidWQ=⟧"]], "method": "GET"}"#),
        Document(
            "a configuration of a client",
            #"""
            {"clientKey": "⟦sdk-5f0c2d9e8b⟧", "cacheKey": "v1:users", "sortKey": "name", "publicKey": "pk",
             "cookie": {"secure": true, "sameSite": "lax", "maxAge": 3600}, "cookies": true}
            """#),
    ]

    static let events = [
        Document(
            "an event of a chat",
            #"{"token": "⟦XXYYZZ0011aabbcc⟧", "team_id": "T123", "type": "event_callback", "event": {"type": "message", "text": "hi"}}"#
        ),
        Document(
            "a webhook of a shop",
            #"{"id": 820982911946154508, "token": "⟦123456abcd7890ef⟧", "note": null, "checkout_token": "⟦bd5a8aa1ecd0⟧", "total": "10.00"}"#
        ),
        Document(
            "a push of a phone",
            #"{"device_token": "⟦a1b2c3d4e5f6⟧", "badge": 3, "aps": {"alert": "Your code", "sound": "default"}}"#),
        Document(
            "a message in a message",
            #"{"body": "{\"password\": \"⟦rosebud⟧\", \"key\": \"mit\"}", "attempt": 1, "key": "queue.mail"}"#),
        Document(
            "a log",
            #"{"events": [{"level": "info", "message": "started"}, {"token_count": 12, "key": 3, "secret": null}]}"#),
    ]
}
