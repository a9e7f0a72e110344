// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// Every name that code for Apple's systems writes, in a file that imports nothing else than it would there.

import SystemConfiguration
import Testing

private final class Box {}

private func topLevel(
    _ target: SCNetworkReachability,
    flags: SCNetworkReachabilityFlags,
    info: UnsafeMutableRawPointer?
) {}

struct NamesTests {
    @Test func flagsAreAnOptionSetOfAWord() {
        let all: [SCNetworkReachabilityFlags] = [
            .transientConnection, .reachable, .connectionRequired, .connectionOnTraffic, .interventionRequired,
            .connectionOnDemand, .isLocalAddress, .isDirect, .isWWAN,
        ]
        #expect(all.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 1 << 16, 1 << 17, 1 << 18] as [UInt32])
        #expect(SCNetworkReachabilityFlags.connectionAutomatic == .connectionOnTraffic)
        #expect(SCNetworkReachabilityFlags().isEmpty && SCNetworkReachabilityFlags(rawValue: 2) == [.reachable])
        #expect(([.reachable, .isDirect] as SCNetworkReachabilityFlags).intersection([.isDirect]) == .isDirect)
    }

    @Test func targetsAreObjects() throws {
        let name = "localhost"
        let target = try #require(SCNetworkReachabilityCreateWithName(kCFAllocatorDefault, name))
        let same = Unmanaged.passUnretained(target).takeUnretainedValue()
        #expect(target === same)
        #expect(CFGetTypeID(target) == SCNetworkReachabilityGetTypeID())
        var zero = sockaddr()
        zero.sa_len = UInt8(MemoryLayout<sockaddr>.size)
        zero.sa_family = sa_family_t(AF_INET)
        #expect(SCNetworkReachabilityCreateWithAddress(nil, &zero) != nil)
        #expect(SCNetworkReachabilityCreateWithAddressPair(nil, nil, &zero) != nil)
        #expect(SCNetworkReachabilityCreateWithAddressPair(nil, nil, nil) == nil)
        #expect(SCError() == 1002)
    }

    @Test func aTargetGoesToAnotherThread() async throws {
        let target = try #require(SCNetworkReachabilityCreateWithName(nil, "127.0.0.1"))
        let isAnswered = await Task.detached {
            var flags = SCNetworkReachabilityFlags()
            return SCNetworkReachabilityGetFlags(target, &flags)
        }.value
        #expect(isAnswered)
    }

    @Test func contextsHaveTheMembersInOrder() {
        let empty = SCNetworkReachabilityContext()
        #expect(empty.version == 0 && empty.info == nil && empty.retain == nil && empty.release == nil)
        let box = Box()
        var context = SCNetworkReachabilityContext(
            version: 0,
            info: nil,
            retain: { (info: UnsafeRawPointer) -> UnsafeRawPointer in
                UnsafeRawPointer(Unmanaged<Box>.fromOpaque(info).retain().toOpaque())
            },
            release: { (info: UnsafeRawPointer) in Unmanaged<Box>.fromOpaque(info).release() },
            copyDescription: { (_: UnsafeRawPointer) -> Unmanaged<CFString> in
                Unmanaged.passRetained("a box" as CFString)
            }
        )
        context.info = Unmanaged.passUnretained(box).toOpaque()
        let description = context.copyDescription.map { $0(UnsafeRawPointer(context.info!)).takeRetainedValue() }
        #expect(description == "a box" as CFString)
    }

    @Test func callbacksAreLiteralsValuesAndFunctions() throws {
        let target = try #require(SCNetworkReachabilityCreateWithName(nil, "localhost"))
        let value: SCNetworkReachabilityCallBack = {
            (_: SCNetworkReachability, _: SCNetworkReachabilityFlags, _: UnsafeMutableRawPointer?) in
        }
        var context = SCNetworkReachabilityContext()
        #expect(SCNetworkReachabilitySetCallback(target, value, nil))
        #expect(SCNetworkReachabilitySetCallback(target, topLevel, &context))
        #expect(SCNetworkReachabilitySetCallback(target, { _, _, _ in }, &context))
        SCNetworkReachabilitySetCallback(target, nil, nil)
        SCNetworkReachabilitySetDispatchQueue(target, nil)
    }

    @Test func socketAddressesHaveLengths() {
        var address = sockaddr_in()
        address.sin_len = 7
        #expect(address.sin_len == 16)
        #expect(sockaddr_in6().sin6_len == 28)
        var storage = sockaddr_storage()
        #expect(storage.ss_len == 128)
        storage.ss_family = sa_family_t(AF_INET6)
        #expect(storage.ss_len == 28)
        storage.ss_len = 0
        var any = sockaddr()
        #expect(any.sa_len == 16)
        any.sa_family = sa_family_t(AF_INET6)
        #expect(any.sa_len == 28)
        let whole = sockaddr_in(
            sin_len: UInt8(MemoryLayout<sockaddr_in>.size),
            sin_family: sa_family_t(AF_INET),
            sin_port: 80,
            sin_addr: in_addr(s_addr: 0),
            sin_zero: (0, 0, 0, 0, 0, 0, 0, 0)
        )
        #expect(whole.sin_port == 80 && whole.sin_family == AF_INET)
    }

    @Test func modesOfRunLoopsHaveNames() {
        #expect(CFRunLoopMode.defaultMode.rawValue == "kCFRunLoopDefaultMode" as CFString)
        #expect(CFRunLoopMode.commonModes.rawValue == "kCFRunLoopCommonModes" as CFString)
        #expect(CFRunLoopMode("mine" as CFString) == CFRunLoopMode(rawValue: "mine" as CFString))
        #expect(CFRunLoopMode.commonModes != .defaultMode)
    }

    @Test func codesAndOlderNamesAreIntegers() {
        let codes: [Int] = [kSCStatusOK, kSCStatusFailed, kSCStatusInvalidArgument]
        #expect(codes == [0, 1001, 1002])
        let bits = UInt32(kSCNetworkFlagsReachable) | UInt32(kSCNetworkFlagsConnectionRequired)
        #expect(bits == 6)
        #expect(String(cString: SCErrorString(1002)) == "Invalid argument")
        #expect(SCNetworkReachabilityCreateWithName(nil, "") == nil)
        #expect(CFErrorGetCode(SCCopyLastError()) == CFIndex(kSCStatusInvalidArgument))
    }
}
