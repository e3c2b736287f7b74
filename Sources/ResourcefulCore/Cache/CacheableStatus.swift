extension Response.Status {
    /// Whether a response may be stored, with a guessed lifetime, although its fields don't say so (RFC 9110, section
    /// 15.1).
    ///
    /// 206 is heuristically cacheable as well, but partial responses aren't stored here.
    var isHeuristicallyCacheable: Bool {
        switch code {
        case 200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501: true
        default: false
        }
    }

    /// Whether the cache implements what RFC 9110 says about storing responses with this status, as must-understand
    /// requires (RFC 9111, section 5.2.2.3).
    var isUnderstood: Bool {
        switch code {
        case 200...205, 300...303, 305, 307, 308, 400...417, 421, 422, 426, 500...505: true
        default: false
        }
    }

    /// Whether a response with this status can be stored at all: it is final and complete, so neither 206 nor 304.
    var isStorable: Bool { code >= 200 && code != 206 && code != 304 }

    /// Whether a lifetime that the user chose applies: to successes and permanent redirects, but not to errors.
    var takesChosenLifetime: Bool {
        switch code {
        case 200...205, 300, 301, 308: true
        default: false
        }
    }

    /// Whether the response says which content is there now, which makes stored responses obsolete.
    var supersedes: Bool { isSuccessful && code != 206 || isGone }

    /// Whether the content is gone.
    var isGone: Bool { code == 404 || code == 410 }

    /// Whether the server denies the user access.
    var isRefusal: Bool { code == 401 || code == 403 || code == 451 }

    /// Whether a stale response may be used instead of this failure (RFC 5861, section 4).
    var isFailureOfServer: Bool { code == 500 || (502...504).contains(code) }
}
