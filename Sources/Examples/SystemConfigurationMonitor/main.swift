// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// A monitor in a few lines: swift run SystemConfigurationMonitor [HOST]

import SystemConfiguration

let host = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "www.example.com"
guard let target = SCNetworkReachabilityCreateWithName(nil, host) else {
    print(String(cString: SCErrorString(SCError())))
    exit(1)
}
let callback: SCNetworkReachabilityCallBack = { _, flags, _ in
    print(flags.contains(.reachable) ? "reachable" : "not reachable", "0x" + String(flags.rawValue, radix: 16))
    fflush(nil)
}
guard SCNetworkReachabilitySetCallback(target, callback, nil),
    SCNetworkReachabilitySetDispatchQueue(target, .main)
else {
    print(String(cString: SCErrorString(SCError())))
    exit(1)
}
print("following")
fflush(nil)
dispatchMain()
