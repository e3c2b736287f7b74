// says: cannot convert value of type '[Cookie]' to expected argument type 'CookieJar'
// write: await webservice.addCookies(CookieJar([cookie]))
import Resourceful
import ResourcefulIdentity

func add(_ cookie: Cookie, to webservice: Webservice) async {
    await webservice.addCookies([cookie])
}
