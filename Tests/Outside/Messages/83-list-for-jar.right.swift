// write: await webservice.addCookies(CookieJar([cookie]))
import Resourceful
import ResourcefulIdentity

func add(_ cookie: Cookie, to webservice: Webservice) async {
    await webservice.addCookies(CookieJar([cookie]))
}
