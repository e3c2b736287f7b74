// says: for-in loop requires 'CookieJar' to conform to 'Sequence'
// write: for cookie in await webservice.cookies().cookies
import Resourceful
import ResourcefulIdentity

func show(_ webservice: Webservice) async {
    for cookie in await webservice.cookies() { print(cookie) }
}
