// What this package uses of Security (developer.apple.com/documentation/security). `Data as CFData` and `Array as
// CFArray` are bridging on Apple's platforms, here they are upcasts.
@_exported import FoundationEssentials

public typealias OSStatus = Int32
public typealias CFAllocator = AnyObject
public typealias CFData = Data
public typealias CFArray = [Any]
public final class CFError {}
public final class SecTrust: @unchecked Sendable {}
public final class SecCertificate: @unchecked Sendable {}

public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? { nil }
@discardableResult
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?) -> OSStatus { 0 }
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool) -> OSStatus { 0 }
@available(macOS 10.14, iOS 12.0, tvOS 12.0, watchOS 5.0, *)
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool { false }

// Certificates, keys and identities: the types are bridged, or of Core Foundation, there.
public typealias CFTypeRef = AnyObject
public typealias CFTypeID = UInt
public typealias CFString = String
public typealias CFDictionary = [String: Any]
public final class SecKey: @unchecked Sendable {}
public final class SecIdentity: @unchecked Sendable {}
public let errSecSuccess: OSStatus = 0
public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID { 0 }
public func SecIdentityGetTypeID() -> CFTypeID { 0 }
@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? { nil }
@available(macOS 10.12, iOS 10.0, tvOS 10.0, watchOS 3.0, *)
public func SecKeyCopyExternalRepresentation(_ key: SecKey, _ error: UnsafeMutablePointer<CFError?>?) -> CFData? { nil }
public let kSecImportExportPassphrase: CFString = ""
public let kSecImportItemIdentity: CFString = ""
public let kSecImportItemCertChain: CFString = ""
@available(macOS 15.0, *)
@available(iOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public let kSecImportToMemoryOnly: CFString = ""
public func SecPKCS12Import(
    _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus { 0 }

public enum tls_protocol_version_t: UInt16, Sendable { case TLSv10 = 0x0301, TLSv11, TLSv12, TLSv13 }
