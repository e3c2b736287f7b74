extension Response.Status {
    /// Whether a response may be stored, and its lifetime guessed, though nothing in it says so (RFC 9110, section
    /// 15.1).
    ///
    /// 206 is one of them as well, and is left out: parts are not stored here.
    var isHeuristicallyCacheable: Bool {
        switch code {
        case 200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501: true
        default: false
        }
    }

    /// Whether what RFC 9110 says about storing a response with this status is done here: what must-understand asks for
    /// (RFC 9111, section 5.2.2.3).
    var isUnderstood: Bool {
        switch code {
        case 200...205, 300...303, 305, 307, 308, 400...417, 421, 422, 426, 500...505: true
        default: false
        }
    }

    /// Whether a response can be stored at all: it is final, and whole. Neither 206 nor 304 is.
    var isStorable: Bool { code >= 200 && code != 206 && code != 304 }

    /// Whether a lifetime that the user has chosen is meant for it: a success or a lasting redirection, and no error.
    var takesChosenLifetime: Bool {
        switch code {
        case 200...205, 300, 301, 308: true
        default: false
        }
    }

    /// Whether it tells of the content that is there now, and so makes what was stored obsolete.
    var supersedes: Bool { isSuccessful && code != 206 || isGone }

    /// Whether it tells that there is nothing any more.
    var isGone: Bool { code == 404 || code == 410 }

    /// Whether it tells that who asks may not have it.
    var isRefusal: Bool { code == 401 || code == 403 || code == 451 }

    /// Whether it is a failure that a stale response may stand in for (RFC 5861, section 4).
    var isFailureOfServer: Bool { code == 500 || (502...504).contains(code) }
}
