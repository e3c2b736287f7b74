"""A store like S3 that nobody here wrote, moto: bucket.py PORT. It has one bucket, /bucket, and keeps it in memory."""

import logging
import sys
import threading
import urllib.request

from moto.server import ThreadedMotoServer

logging.getLogger("werkzeug").setLevel(logging.ERROR)
port = int(sys.argv[1])
ThreadedMotoServer(ip_address="127.0.0.1", port=port, verbose=False).start()
urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}/bucket", method="PUT"))
threading.Event().wait()
