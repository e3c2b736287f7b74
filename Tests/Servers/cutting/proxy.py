"""Speaks TLS with HTTP/2 in place of a server without either: a client that asks for p8080.localhost gets to port 8080 of this
machine. When the server ends its connection, so does this, without a word."""

import pathlib
import select
import socketserver
import socket
import ssl
import sys

folder, port = pathlib.Path(sys.argv[1]), int(sys.argv[2])
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(folder / "server.pem", folder / "server.key")
context.set_alpn_protocols(["h2"])


def wanted(connection, name, _):
    connection.wanted = int(name.split(".")[0][1:])


context.sni_callback = wanted


class Connection(socketserver.BaseRequestHandler):
    def handle(self):
        try:
            self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with context.wrap_socket(self.request, server_side=True) as secure:
                with socket.create_connection(("127.0.0.1", secure.wanted)) as plain:
                    plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    while self.pass_on(secure, plain):
                        pass
        except OSError:
            pass

    def pass_on(self, secure, plain):
        ready = [secure] if secure.pending() else select.select([secure, plain], [], [])[0]
        for one, other in ((secure, plain), (plain, secure)):
            if one in ready:
                data = one.recv(65536)
                if not data:
                    return False
                other.sendall(data)
        return True


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128


Server(("127.0.0.1", port), Connection).serve_forever()
