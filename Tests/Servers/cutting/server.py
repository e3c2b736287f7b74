"""A server over TLS whose bodies end with the connection: by TLS's close_notify at /closed, and without it at /cut, as when
somebody on the way ends the connection (RFC 9112, section 9.8)."""

import pathlib
import socketserver
import ssl
import sys

folder, port = pathlib.Path(sys.argv[1]), int(sys.argv[2])
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(folder / "server.pem", folder / "server.key")
HEAD = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n"


class Connection(socketserver.BaseRequestHandler):
    def handle(self):
        try:
            with context.wrap_socket(self.request, server_side=True) as secure:
                request = b""
                while b"\r\n\r\n" not in request:
                    more = secure.recv(65536)
                    if not more:
                        return
                    request += more
                secure.sendall(HEAD + b"all that there is")
                # Closing alone sends no close_notify.
                if b" /closed" in request:
                    secure.unwrap()
        except OSError:
            pass


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


Server(("127.0.0.1", port), Connection).serve_forever()
