// write: await webservice.addCookies(CookieJar([cookie]))
import Resourceful

func add(_ cookie: Cookie, to webservice: Webservice) async {
    await webservice.addCookies(CookieJar([cookie]))
}
