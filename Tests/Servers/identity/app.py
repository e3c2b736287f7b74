"""An authorization server that nobody here wrote, Django OAuth Toolkit, with one person, who says yes to everything.

    app.py PORT FOLDER

It knows three programs: `app` (a browser), `tv` (a device), `job` (its own tokens, secret `s3cr et+`). GET /me wants a
token; GET /yes?user_code=… is the person who types the code of a device and says yes, and /no the one who says no.
"""

import os
import socketserver
import sys
import wsgiref.simple_server

port, folder = int(sys.argv[1]), sys.argv[2]

import django
from django.conf import settings

settings.configure(
    DEBUG=bool(os.environ.get("DEBUG")), SECRET_KEY="of no worth: everybody may read it", ALLOWED_HOSTS=["127.0.0.1", "localhost"],
    ROOT_URLCONF=__name__, USE_TZ=True,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(folder, "identity.sqlite3")}},
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "oauth2_provider"],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
        f"{__name__}.somebody_is_there"],
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    OAUTH2_PROVIDER={
        "SCOPES": {"read": "to read", "write": "to write"}, "ACCESS_TOKEN_EXPIRE_SECONDS": 3,
        "REFRESH_TOKEN_REUSE_PROTECTION": True, "ROTATE_REFRESH_TOKEN": True, "PKCE_REQUIRED": True,
        "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True, "COMPLIANT_BCP_RFC9700_PKCE_METHOD": True,
        "DEVICE_FLOW_INTERVAL": 1, "OAUTH_DEVICE_VERIFICATION_URI": f"http://127.0.0.1:{port}/device/",
    })
django.setup()

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse, JsonResponse
from django.urls import include, path
from oauth2_provider.decorators import protected_resource
from oauth2_provider.models import get_application_model, get_device_grant_model


def somebody_is_there(get_response):
    """The person is signed in at the server already."""

    def middleware(request):
        request.user = get_user_model().objects.get(username="ada")
        return get_response(request)

    return middleware


@protected_resource(scopes=["read"])
def me(request):
    owner = request.resource_owner
    return JsonResponse({"name": owner.username if owner else "nobody"})


def answered(status):
    def view(request):
        grants = get_device_grant_model()
        device = grants.objects.get(user_code=request.GET["user_code"])
        device.status = getattr(device, status)
        device.user = get_user_model().objects.get(username="ada")
        device.save()
        return HttpResponse()

    return view


urlpatterns = [
    path("me", me), path("yes", answered("AUTHORIZED")), path("no", answered("DENIED")),
    path("", include("oauth2_provider.urls", namespace="oauth2_provider")),
]


def prepare():
    call_command("migrate", verbosity=0)
    get_user_model().objects.create_user("ada")
    application = get_application_model()
    common = {"skip_authorization": True, "hash_client_secret": False}
    application.objects.create(
        client_id="app", client_type=application.CLIENT_PUBLIC, redirect_uris="https://app.example/back",
        authorization_grant_type=application.GRANT_AUTHORIZATION_CODE, client_secret="", **common)
    application.objects.create(
        client_id="tv", client_type=application.CLIENT_PUBLIC, client_secret="",
        authorization_grant_type=application.GRANT_DEVICE_CODE, **common)
    application.objects.create(
        client_id="job", client_type=application.CLIENT_CONFIDENTIAL, client_secret="s3cr et+",
        authorization_grant_type=application.GRANT_CLIENT_CREDENTIALS, **common)


class Server(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
    daemon_threads = True


if __name__ == "__main__":
    # Django finds the views by the module's name.
    sys.modules[__name__] = sys.modules["__main__"]
    prepare()
    wsgiref.simple_server.make_server("127.0.0.1", port, get_wsgi_application(), server_class=Server).serve_forever()
