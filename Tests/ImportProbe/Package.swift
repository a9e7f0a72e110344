// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// A package outside the tree, as a user of the library would write it. REACHABILITY_ROOT is where the library is.

import PackageDescription

let root = Context.environment["REACHABILITY_ROOT"]!
let library = String(root.split(separator: "/").last!).lowercased()
let reachability = Target.Dependency.product(name: "CReachability", package: library)
let systemConfiguration = Target.Dependency.product(name: "SystemConfiguration", package: library)

let package = Package(
    name: "ImportProbe",
    dependencies: [.package(path: root)],
    targets: [
        .executableTarget(name: "SwiftProbe", dependencies: [reachability]),
        .executableTarget(name: "CProbe", dependencies: [reachability]),
        .target(name: "MixedProbeC", dependencies: [reachability]),
        .executableTarget(
            name: "SystemConfigurationProbe5",
            dependencies: [systemConfiguration],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .executableTarget(name: "SystemConfigurationProbe6", dependencies: [systemConfiguration]),
        .executableTarget(name: "MixedProbe", dependencies: [reachability, "MixedProbeC"]),
    ]
)
