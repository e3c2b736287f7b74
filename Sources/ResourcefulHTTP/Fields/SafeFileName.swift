extension ContentDisposition {
    /// The name as a file name that is safe in a folder of your choice on any system; nil if nothing of it is left.
    ///
    /// It is the last component of a path without control, invisible, and bidirectional characters, and without
    /// surrounding dots and spaces. Characters that Windows reserves become `_`. The name of a device (`CON`, `COM1`)
    /// gets a `_` before it. It has at most 255 bytes of UTF-8; shortening keeps the extension unless it is long. The
    /// server chooses the extension: a safe name doesn't make a file safe to open.
    public var safeFileName: String? { fileName.flatMap(SafeFileName.name) }
}

/// Makes file names safe. Repeating it changes nothing.
package enum SafeFileName {
    package static let limit = 255

    package static func name(of text: String) -> String? {
        let last = text.utf8.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
        }.last
        let scalars = Substring(last ?? text.utf8[...]).unicodeScalars.filter(isVisible).map {
            reserved.contains($0) ? "_" : $0
        }
        var name = trimmed(String(String.UnicodeScalarView(scalars)))
        if isDevice(name) { name = "_" + name }
        name = shortened(name)
        return name.isEmpty ? nil : name
    }

    private static let reserved = Set("<>:\"|?*".unicodeScalars)

    /// Joiners are format characters, too, but words and emoji need them.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }

    private static func trimmed(_ text: String) -> String {
        let isEdge = { (scalar: Unicode.Scalar) in scalar == "." || scalar.properties.isWhitespace || isJoiner(scalar) }
        let scalars = text.unicodeScalars.drop(while: isEdge)
        return scalars.lastIndex { !isEdge($0) }.map { String(scalars[...$0]) } ?? ""
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }

    /// Returns whether Windows reserves the name for a device, with any extension.
    private static func isDevice(_ name: String) -> Bool {
        let stem = trimmed(String(name.prefix { $0 != "." })).uppercased()
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"].contains(stem) { return true }
        let digits = "0123456789\u{B9}\u{B2}\u{B3}"
        return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT")) && digits.contains(stem.suffix(1))
    }

    /// Returns at most 255 bytes of the name, cut before the extension and between characters.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > limit else { return name }
        let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
        let ending = dot.map { String(name[$0...]) } ?? ""
        guard let dot, ending.utf8.count <= 32 else { return trimmed(cut(name, to: limit)) }
        return cut(String(name[..<dot]), to: limit - ending.utf8.count) + ending
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        var (kept, count) = ("", 0)
        for character in text {
            count += character.utf8.count
            guard count <= limit else { break }
            kept.append(character)
        }
        guard kept.isEmpty else { return kept }
        // A single character can be longer, with any number of accents.
        var scalars = String.UnicodeScalarView()
        count = 0
        for scalar in text.unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= limit else { break }
            scalars.append(scalar)
        }
        return String(scalars)
    }
}
