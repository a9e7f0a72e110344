// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

import PackageDescription

let rooms = ["flags", "route", "netlink", "monitor", "link", "resolver", "delivery", "cf"]

let package = Package(
    name: "Reachability",
    products: [
        .library(name: "CReachability", targets: ["CReachability", "CReachabilityRuntime"]),
        .library(name: "SystemConfiguration", targets: ["SystemConfiguration"]),
        .library(name: "NetworkReachability", targets: ["NetworkReachability"]),
        .executable(name: "reach", targets: ["reach"]),
    ],
    targets: [
        .systemLibrary(
            name: "CNetlink",
            pkgConfig: "libnl-route-3.0",
            providers: [
                .apt(["libnl-route-3-dev", "pkg-config"]),
                .yum(["libnl3-devel", "pkgconfig"]),
            ]
        ),
        .target(
            name: "CReachability",
            dependencies: ["CNetlink"],
            exclude: [
                "CMakeLists.txt", "ReachabilityConfig.cmake.in", "packages", "reachability.map", "reachability.pc.in",
            ],
            cSettings: [.define("_GNU_SOURCE"), .define("REACH_COMPAT"), .headerSearchPath(".")]
                + rooms.map { .headerSearchPath($0) }
        ),
        .target(name: "CReachabilityRuntime", dependencies: ["CReachability"]),
        .target(name: "SystemConfiguration", dependencies: ["CReachability", "CReachabilityRuntime"]),
        .target(name: "NetworkReachability", dependencies: ["CReachability", "CReachabilityRuntime"]),
        .executableTarget(
            name: "NetworkReachabilityHelper",
            dependencies: ["NetworkReachability"],
            path: "Tests/SwiftHelpers/NetworkReachabilityHelper"
        ),
        .executableTarget(
            name: "AsyncMonitor",
            dependencies: ["NetworkReachability"],
            path: "Sources/Examples/AsyncMonitor"
        ),
        .executableTarget(
            name: "ControllerMonitor",
            dependencies: ["NetworkReachability"],
            path: "Sources/Examples/ControllerMonitor"
        ),
        .executableTarget(
            name: "ServerMonitor",
            dependencies: ["NetworkReachability"],
            path: "Sources/Examples/ServerMonitor"
        ),
        .target(name: "TestProgram", path: "Tests/SwiftHelpers/TestProgram"),
        .testTarget(
            name: "NetworkReachabilityTests",
            dependencies: [
                "NetworkReachability", "NetworkReachabilityHelper", "AsyncMonitor", "ControllerMonitor",
                "ServerMonitor", "TestProgram",
            ]
        ),
        .executableTarget(
            name: "ArticleReachability",
            dependencies: ["SystemConfiguration"],
            path: "Sources/Examples/ArticleReachability"
        ),
        .executableTarget(
            name: "SystemConfigurationMonitor",
            dependencies: ["SystemConfiguration"],
            path: "Sources/Examples/SystemConfigurationMonitor"
        ),
        .executableTarget(
            name: "SystemConfigurationHelper",
            dependencies: ["SystemConfiguration"],
            path: "Tests/SwiftHelpers/SystemConfigurationHelper"
        ),
        .testTarget(
            name: "SystemConfigurationTests",
            dependencies: [
                "SystemConfiguration", "SystemConfigurationHelper", "ArticleReachability",
                "SystemConfigurationMonitor", "TestProgram",
            ]
        ),
        .executableTarget(
            name: "reach",
            dependencies: ["CReachability"],
            exclude: ["CMakeLists.txt"],
            cSettings: [.define("_GNU_SOURCE"), .define("REACH_COMPAT")]
        ),
    ],
    cLanguageStandard: .gnu11
)
