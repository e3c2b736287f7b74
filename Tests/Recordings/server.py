"""A small server for the archive that a proxy is to export: JSON that is compressed, bytes, a redirect with a cookie,
what was posted, and one that hangs up. Prints its port."""
import gzip
import http.server
import json


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, body=b"", status=200, mime="application/json", fields=()):
        self.send_response(status)
        for name, value in [("Content-Type", mime), ("Content-Length", str(len(body))), *fields]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        path = self.path.split("?")[0]
        if path == "/episodes.json":
            body = json.dumps([{"id": n, "title": f"Épisode {n}"} for n in range(1, 21)], ensure_ascii=False)
            self.answer(gzip.compress(body.encode()), fields=[("Content-Encoding", "gzip")])
        elif path == "/cover.png":
            self.answer(bytes(range(0x80, 0xA0)) + bytes(8), mime="image/png")
        elif path == "/latest":
            self.answer(b"", 302, fields=[("Location", "/episodes.json"), ("Set-Cookie", "seen=1; Path=/"),
                                          ("Set-Cookie", "theme=dark")])
        elif path == "/lost":
            self.close_connection = True
        else:
            self.answer(b"There is nothing here.", 404, "text/plain; charset=utf-8")

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        said = {"type": self.headers["Content-Type"].split(";")[0], "bytes": len(body)}
        self.answer(json.dumps(said).encode(), 201)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
