package import Foundation

/// A certificate authority, and a certificate for a server, made by openssl.
package final class TLSFiles {
    /// The files can't be made.
    package struct NoFiles: Error, CustomStringConvertible {
        package let description: String
    }

    private let folder: URL

    /// Makes an authority, and a certificate for a name as openssl writes it: `DNS:localhost`, `IP:127.0.0.1`.
    package init(for name: String) throws {
        folder = URL(filePath: "/tmp/resourceful-tls-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("subjectAltName=\(name)\n".utf8).write(to: folder.appending(path: "names"))
        let key = ["-newkey", "rsa:2048", "-nodes"]
        try run(["req", "-x509", "-days", "2"] + key + ["-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=ca"])
        try run(["req"] + key + ["-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=server"])
        try run([
            "x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
            "-extfile", "names", "-out", "server.pem",
        ])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The certificate of the authority, in PEM form.
    package var authority: Data { get throws { try Data(contentsOf: folder.appending(path: "ca.pem")) } }

    /// What a server of Redis is started with, to speak TLS at a port of 127.0.0.1, without certificates of clients.
    package func options(port: Int) -> [String] {
        [
            "--bind", "127.0.0.1", "--tls-port", "\(port)", "--tls-auth-clients", "no",
            "--tls-cert-file", folder.appending(path: "server.pem").path,
            "--tls-key-file", folder.appending(path: "server.key").path,
            "--tls-ca-cert-file", folder.appending(path: "ca.pem").path,
        ]
    }

    private func run(_ words: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + words
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw NoFiles(description: "openssl \(words[0]) fails") }
    }
}
