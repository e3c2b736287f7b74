// write: for cookie in await webservice.cookies().cookies
import Resourceful
import ResourcefulIdentity

func show(_ webservice: Webservice) async {
    for cookie in await webservice.cookies().cookies { print(cookie) }
}
