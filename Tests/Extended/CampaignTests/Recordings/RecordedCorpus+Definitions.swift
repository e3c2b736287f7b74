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
             "registration_access_token": "⟦this.is.an.access.token.value.ffx83⟧","grant_types": ["authorization_code"],
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
            #"{"grant_type":"authorization_code", "code":"⟦SplxlOBeZQ⟧", "redirect_uri":"https://app.example.org/cb"}"#
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
            #"{"data":{"signIn":{"accessToken":"⟦t0kEn.Ab3.xyz⟧", "user":{"id":"VXNlcjox", "hasPassword":true}}}}"#
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
            #"""
            {"token":"⟦XXYYZZ0011aabbcc⟧","team_id":"T123","type":"event_callback","event":{"type":"message",
            "text":"hi"}}
            """#
        ),
        Document(
            "a webhook of a shop",
            #"""
            {"id":820982911946154508,"token":"⟦123456abcd7890ef⟧","note":null,
            "checkout_token":"⟦bd5a8aa1ecd0⟧","total":"10.00"}
            """#
        ),
        Document(
            "a push of a phone",
            #"{"device_token": "⟦a1b2c3d4e5f6⟧", "badge": 3, "aps": {"alert": "Your code", "sound": "default"}}"#),
        Document(
            "a message in a message",
            #"{"body": "{\"password\": \"⟦rosebud⟧\", \"key\": \"mit\"}", "attempt": 1, "key": "queue.mail"}"#),
        Document(
            "a mail server",
            #"""
            {"smtp": {"user": "ada", "password": "⟦sw0rdfish⟧", "port": 587, "secure": false},
             "imap": {"user": "ada", "pwd": "⟦sw0rdfish⟧", "port": 993, "auth_token": "⟦b64:Zm9vYmFy⟧"}}
            """#),
        Document(
            "variables of a pipeline",
            #"""
            [{"key": "NPM_TOKEN", "value": "⟦npm_Zq8w3Er5Ty7Ui9Op1As2Df4⟧", "protected": true, "masked": true},
             {"key": "DEPLOY_PASSWORD", "value": "⟦tulip⟧", "protected": true},
             {"key": "AWS_SECRET_ACCESS_KEY", "value": "⟦k7/Wq2+Zx9Lm4Nb8⟧", "protected": true},
             {"key": "NODE_ENV", "value": "production", "protected": false}]
            """#),
        Document(
            "settings of an application",
            #"""
            {"app": {"name": "shop", "debug": false, "secret_key": "⟦insecure-4!x9⟧"},
             "payments":{"secretKey":"⟦sk_test_51H8aZ2eZvKYlo2C⟧", "webhookSecret":"⟦whsec_5Yt8⟧", "publicKey":"pk_1"},
             "jwt": {"signingKey": "⟦correct-horse⟧", "algorithm": "HS256", "expires_in": 3600},
             "session": {"cookie": {"name": "shop", "secure": true}, "secret": "⟦keyboard cat⟧"}}
            """#),
        Document(
            "users of a database",
            #"""
            [{"id":1, "username":"ada", "passwordHash":"⟦$2b$12$KIXoHb5Qp8aLw⟧", "password_changed_at":"2026-01-02"},
             {"id": 2, "username": "bob", "passwordHash": "⟦$2b$12$9eRtYuIoPAsDf⟧", "password_changed_at": null}]
            """#),
        Document(
            "a bot",
            #"""
            {"bot_token":"⟦110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw⟧", "webhook":{"url":"https://bot.example.org/",
             "secret_token": "⟦h00k⟧", "max_connections": 40}, "signing_secret": "⟦8f742231b10e8888abcd99yyyzzz85a5⟧"}
            """#),
        Document(
            "a sign-in with a code",
            #"{"phone": "+4912345", "verification_code": "⟦804213⟧", "mfa_code": "⟦55 12 90⟧", "country_code": "DE"}"#),
        Document(
            "a rotation of keys",
            #"""
            {"old_api_key": "⟦k-11aa⟧", "new_api_key": "⟦k-22bb⟧", "key_id": 7, "client": {"private_key": "⟦MC4CAQAw⟧",
             "public_key": "MCowBQYDK2VwAyEA"}, "encryption_key": "⟦3q2+7w==⟧", "sort_key": "name"}
            """#),
        Document(
            "cookies of a browser",
            #"""
            {"cookies": [{"name": "theme", "value": "dark", "httpOnly": false}, {"name": "session_token",
              "value": "⟦7c1e9b⟧", "httpOnly": true, "expires": 1767225600}], "csrfToken": "⟦Kq4Zp1⟧"}
            """#),
        Document(
            "a log",
            #"{"events": [{"level": "info", "message": "started"}, {"token_count": 12, "key": 3, "secret": null}]}"#),
    ]
}
