"""A server of the IETF's draft "Resumable Uploads for HTTP", written from its text: draft.py PORT FOLDER.

POST /files creates an upload, /files/N is one; what has arrived stands in the file N of the folder. A connection of which
the field X-Break-After says so is cut after as many bytes of a piece, which are kept.
"""

import http.server
import itertools
import json
import os
import sys

port, folder = int(sys.argv[1]), sys.argv[2]
VERSION, LARGEST = "8", 1 << 20
uploads, numbers = {}, itertools.count()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, problem=None, **fields):
        body = json.dumps(problem).encode() if problem else b""
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        if problem:
            self.send_header("Content-Type", "application/problem+json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def state(self, status, number):
        upload = uploads[number]
        offset = os.path.getsize(upload["path"])
        fields = {"Upload_Offset": str(offset), "Upload_Complete": "?1" if upload["complete"] else "?0"}
        fields["Upload_Limit"] = f"max-append-size={LARGEST}"
        self.answer(status, Cache_Control="no-store", Upload_Length=str(upload["length"]), **fields)

    def upload(self):
        number = self.path.rpartition("/")[2]
        if self.headers["Upload-Draft-Interop-Version"] != VERSION:
            self.answer(400)
        elif number not in uploads:
            self.answer(404)
        else:
            return number
        self.close_connection = True
        return None

    def do_GET(self):
        self.answer(200)

    def do_POST(self):
        length = int(self.headers["Content-Length"] or 0)
        if self.headers["Upload-Complete"] != "?0" or length:
            self.close_connection = True
            self.answer(400)
            return
        # Two that are created at once are two.
        number = str(next(numbers))
        path = os.path.join(folder, number)
        open(path, "wb").close()
        uploads[number] = {"path": path, "length": int(self.headers["Upload-Length"]), "complete": False}
        self.answer(
            201, Location=f"/files/{number}", Upload_Complete="?0", Upload_Offset="0",
            Upload_Limit=f"max-append-size={LARGEST}, max-size={1 << 30}")

    def do_HEAD(self):
        number = self.upload()
        if number is not None:
            self.state(204, number)

    def do_DELETE(self):
        number = self.upload()
        if number is not None:
            del uploads[number]
            self.answer(204)

    def do_PATCH(self):
        number = self.upload()
        if number is None:
            return
        upload, length = uploads[number], int(self.headers["Content-Length"])
        offset = os.path.getsize(upload["path"])
        if int(self.headers["Upload-Offset"]) != offset:
            self.close_connection = True
            kind = "https://iana.org/assignments/http-problem-types#mismatching-upload-offset"
            self.answer(409, {"type": kind, "expected-offset": offset})
            return
        if length > LARGEST or self.headers["Content-Type"] != "application/partial-upload":
            self.close_connection = True
            self.answer(400 if length > LARGEST else 415)
            return
        left, broken = length, int(self.headers["X-Break-After"] or length)
        with open(upload["path"], "ab") as file:
            while left and length - left < broken:
                piece = self.rfile.read(min(left, broken - (length - left), 65536))
                if not piece:
                    break
                file.write(piece)
                left -= len(piece)
        if left:
            self.close_connection = True
            self.connection.close()
            return
        size = os.path.getsize(upload["path"])
        if self.headers["Upload-Complete"] == "?1":
            upload["complete"] = size == upload["length"]
        self.state(204 if size < upload["length"] or upload["complete"] else 400, number)

    def log_message(self, *arguments):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
