// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// A package outside the tree, as a user of the library would write it. REACHABILITY_ROOT is where the library is.

import PackageDescription

let root = Context.environment["REACHABILITY_ROOT"]!
let reachability = Target.Dependency.product(
    name: "CReachability",
    package: String(root.split(separator: "/").last!).lowercased()
)

let package = Package(
    name: "ImportProbe",
    dependencies: [.package(path: root)],
    targets: [
        .executableTarget(name: "SwiftProbe", dependencies: [reachability]),
        .executableTarget(name: "CProbe", dependencies: [reachability]),
        .target(name: "MixedProbeC", dependencies: [reachability]),
        .executableTarget(name: "MixedProbe", dependencies: [reachability, "MixedProbeC"]),
    ]
)
