/// Small documents in the shapes of real services, with invented values. A value between ⟦ and ⟧ is a secret, any other
/// isn't.
enum RecordedCorpus {
    struct Document {
        let name: String
        let marked: String

        init(_ name: String, _ marked: String) { (self.name, self.marked) = (name, marked) }

        /// The document as a service sends it.
        var text: String { marked.filter { $0 != "⟦" && $0 != "⟧" } }
    }

    static let documents = repositories + accounts + payments + platforms + identity + definitions + lists + events

    private static let repositories = [
        Document(
            "a repository with its license",
            #"""
            {"id": 1296269, "name": "hello", "private": false, "license": {"key": "mit", "spdx_id": "MIT",
             "url": "https://api.example.org/licenses/mit"}, "keys_url": "https://api.example.org/keys{/key_id}",
             "temp_clone_token": "⟦ABUZ4WLXQ7T2YH5D3KJM6N8PVE9RCS⟧", "permissions": {"admin": false, "push": true},
             "security_and_analysis": {"secret_scanning": {"status": "enabled"},
              "secret_scanning_push_protection": {"status": "disabled"}}}
            """#),
        Document(
            "licenses",
            #"""
            [{"key": "apache-2.0", "name": "Apache License 2.0"}, {"key": "bsd-3-clause", "name": "BSD"},
             {"key": "agpl-3.0", "name": "GNU Affero"}, {"key": "unlicense", "name": "The Unlicense"}]
            """#),
        Document(
            "an installation and its permissions",
            #"""
            {"token": "⟦ghs_16C7e42F292c6912E7710c838347Ae178B4a⟧", "expires_at": "2026-07-11T22:14:10Z",
             "permissions": {"issues": "write", "contents": "read", "secrets": "read", "organization_secrets": "write",
              "repository_hooks": "admin", "secret_scanning_alerts": "read"}, "repository_selection": "selected"}
            """#),
        Document(
            "the secrets of a repository",
            #"""
            {"total_count": 2, "secrets": [{"name": "DEPLOY_TOKEN", "created_at": "2025-08-10T14:59:22Z"},
             {"name": "API_KEY", "updated_at": "2025-01-10T14:59:22Z", "visibility": "private"}]}
            """#),
        Document(
            "the public key for secrets",
            #"{"key_id": "568250167242549743", "public_key": "2Sg8iYjAxxmI2LvUXpJjkYrMxURPc8r"}"#),
        Document(
            "a deploy key",
            #"""
            [{"id": 1, "key": "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7vbq ada@example.org", "title": "deploy",
              "verified": true, "read_only": true}]
            """#),
        Document(
            "a commit and its verification",
            #"""
            {"sha": "6dcb09b5b57875f334f61aebed695e2e4193db5e", "commit": {"message": "Fix the key",
             "verification": {"verified": false, "reason": "unsigned", "signature": null, "payload": null}}}
            """#),
        Document(
            "an issue of a tracker",
            #"""
            {"id": "10002", "key": "DEMO-1234", "fields": {"project": {"key": "DEMO", "name": "Demo"},
             "status": {"name": "Open"}, "summary": "Reset the password", "priority": {"id": "3"}}}
            """#),
        Document(
            "a webhook of a repository",
            #"""
            {"type":"Repository", "id":12345678, "active":true, "events":["push"], "config":{"content_type":"json",
             "insecure_ssl": "0", "url": "https://example.org/hook", "secret": "⟦fT7!kq0pLw2z⟧"}}
            """#),
        Document(
            "a package and its distribution",
            #"""
            {"name": "left", "version": "1.3.0", "dist": {"shasum": "5b8a3a7765dfe001261dde915589e782f8c94d1e",
             "integrity": "sha512-XI5MPzVNApjAyhQzphX8BkmKsKUxD4LdyK24iZeQ", "fileCount": 9},
             "_npmUser": {"name": "ada", "email": "ada@example.org"}, "keywords": ["token", "secret", "key"]}
            """#),
        Document(
            "a token of a registry",
            #"""
            {"objects":[{"token":"⟦a73c9572-f1b9-8983-983d-ba3ac3cc913d⟧", "key":"⟦9f2b61c4d07e8a3315b6c9e0f4a2d781⟧",
              "cidr_whitelist": null, "readonly": false, "created": "2024-11-23T18:20:30.123Z"}], "urls": {}}
            """#),
    ]

    private static let accounts = [
        Document(
            "a profile",
            #"{"login": "ada", "password_set": true, "two_factor_authentication": false, "has_token": false}"#),
        Document(
            "a settings page",
            #"""
            {"password_policy": {"min_length": 12, "require_symbols": true}, "password_updated_at": null,
             "passwordless": true, "password": {"enabled": true, "min": 8}, "max_tokens": 4096, "secret": false}
            """#),
        Document(
            "a sign-in",
            #"{"user": "ada", "password": "⟦correct horse battery staple⟧", "remember": true, "otp": ⟦492039⟧}"#),
        Document(
            "a weak password", #"{"username": "root", "password": "⟦admin⟧", "pwd": "⟦123⟧", "passcode": ⟦4711⟧}"#),
        Document(
            "an error of a form",
            #"""
            {"message": "invalid", "errors": {"password": ["is too short (minimum is 8 characters)", "can't be blank"],
             "token": "has expired", "email": ["is taken"]}}
            """#),
        Document(
            "labels of a form",
            #"{"labels":{"password":"Passwort", "token":"Schlüssel"}, "hints":{"password":"at least eight letters"}}"#
        ),
        Document(
            "recovery codes",
            #"{"recovery_codes": ["⟦5f1e-a9c2⟧", "⟦b07d-33fa⟧"], "generated_at": "2026-01-02T03:04:05Z", "count": 2}"#),
        Document(
            "sessions",
            #"""
            [{"session_id": "⟦9c1185a5c5e9fc54612808977ee8f548⟧", "current": true, "ip": "192.0.2.7"},
             {"session_id": null, "current": false, "ip": "192.0.2.8"}]
            """#),
        Document(
            "a session of a race",
            #"{"session_key": 9161, "meeting_key": 1219, "driver_number": 55, "session_name": "Qualifying"}"#),
        Document(
            "a backup of settings",
            #"""
            {"settings": [{"name": "smtp_password", "value": "⟦sunshine⟧"}, {"name": "smtp_host", "value": "mail"},
             {"name": "tokens_per_page", "value": "50"}]}
            """#),
    ]

    private static let payments = [
        Document(
            "a payment",
            #"""
            {"id": "pi_3MtwBwLkdIwHu7ix28a3tqPa", "object": "payment_intent", "amount": 2000, "currency": "usd",
             "client_secret": "⟦pi_3MtwBwLkdIwHu7ix28a3tqPa_secret_YrKJUKribcBjcG8HVhfZluoGH⟧", "livemode": false,
             "payment_method_types": ["card"], "next_action": null}
            """#),
        Document(
            "an endpoint for webhooks",
            #"""
            {"id":"we_1Mr5jULkdIwHu7ix1ibLTM0x","secret":"⟦whsec_wRNftLajMZNeslQOP6vEPm4iVx5NlZ6z⟧",
            "status":"enabled"}
            """#
        ),
        Document(
            "a card", #"{"number": "4242", "exp_month": 8, "exp_year": 2027, "cvc": "⟦314⟧", "cvc_check": "pass"}"#),
        Document(
            "an account and its links",
            #"""
            {"sid":"AC2a0747eba6abf96b7e3c3ff0b4530f6e","auth_token":"⟦7a1e8fb0c3d94b26a5e017c48f93b2d6⟧","type":"Full",
             "subresource_uris": {"keys": "/2010-04-01/Accounts/AC2a07/Keys.json",
              "signing_keys": "/2010-04-01/Accounts/AC2a07/SigningKeys.json"}}
            """#),
        Document(
            "a price of a coin",
            #"{"token": "WETH", "symbol": "ETH", "price": 3120.55, "token_type": "ERC20", "tokens": ["DAI", "USDC"]}"#),
    ]

    private static let platforms = [
        Document(
            "a pod",
            #"""
            {"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "app", "env": [
              {"name": "DB_PASSWORD", "valueFrom": {"secretKeyRef": {"name": "db", "key": "password"}}},
              {"name": "API_TOKEN", "value": "⟦2f9c4e7a1b⟧"}, {"name": "LOG_LEVEL", "value": "info"}]}],
             "volumes": [{"name": "creds", "secret": {"secretName": "db", "defaultMode": 420}}],
             "imagePullSecrets": [{"name": "regcred"}], "automountServiceAccountToken": false}}
            """#),
        Document(
            "a secret of a cluster",
            #"""
            {"apiVersion": "v1", "kind": "Secret", "type": "Opaque", "metadata": {"name": "db", "namespace": "default"},
             "data": {"password": "⟦aHVudGVyMg==⟧", "username": "YWRh"}}
            """#),
        Document(
            "outputs of an infrastructure",
            #"""
            {"outputs": {"db_password": {"value": "⟦hunter2⟧", "type": "string", "sensitive": true},
             "db_host": {"value": "db.example.org", "type": "string", "sensitive": false}}, "serial": 4}
            """#),
        Document(
            "keys of a bucket",
            #"""
            {"Contents": [{"Key": "photos/2024/IMG_1234.jpg", "Size": 142863}, {"Key": "notes.txt", "Size": 12}],
             "KeyCount": 2, "NextContinuationToken": "1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J/wm36Hy4vbOwM"}
            """#),
        Document(
            "temporary credentials",
            #"""
            {"Credentials": {"AccessKeyId": "ASIAIOSFODNN7EXAMPLE", "Expiration": "2026-11-09T13:34:41Z",
             "SecretAccessKey": "⟦wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLEKEY⟧", "SessionToken": "⟦AQoDYXdzEPT/x6Q==⟧"}}
            """#),
        Document(
            "buckets of a search",
            #"""
            {"aggregations":{"days":{"buckets":[{"key":1704067200000, "key_as_string":"2024-01-01", "doc_count":5},
             {"key": "swift", "doc_count": 3}, {"key": 25, "doc_count": 1}]}}}
            """#),
        Document(
            "tokens of an analyzer",
            #"""
            {"tokens": [{"token": "quick", "start_offset": 0, "type": "<ALPHANUM>", "position": 0},
             {"token": "internationalization", "start_offset": 6, "type": "<ALPHANUM>", "position": 1}]}
            """#),
        Document(
            "the use of a model",
            #"""
            {"id": "chatcmpl-9x", "usage": {"prompt_tokens": 1117, "completion_tokens": 46, "total_tokens": 1163},
             "tokens":[15339, 1917], "stop_token":"<eos>", "choices":[{"logprobs":{"token":"Hello", "logprob":-0.3}}]}
            """#),
        Document(
            "a database of a host",
            #"{"endpoint":{"host":"db", "port":5432, "password":"⟦rosebud⟧"}, "url":"postgres://ada:⟦rosebud⟧@db/app"}"#
        ),
    ]
}
