"""A server of tus 1.0 that nobody here wrote, tuspyserver: app.py PORT FOLDER. Its uploads stand in the folder by their
identifiers, below /files."""

import sys

import uvicorn
from fastapi import FastAPI
from tuspyserver import create_tus_router

port, folder = int(sys.argv[1]), sys.argv[2]
app = FastAPI()
app.include_router(create_tus_router(prefix="files", files_dir=folder, max_size=1 << 30))


@app.get("/")
def ready():
    return "ready"


uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")
