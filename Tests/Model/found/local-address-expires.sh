# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

# The route that makes the local address ours ends, and that is told late.
ip netns add A; ip netns add B
ip -n A link set lo up
ip -n A link add i0 index 22 type ifb
ip -n A addr add 192.0.2.2/24 dev i0
ip -n A route add local 2001:db8:2::/48 dev lo expires 2
# target 2001:db8:2::7>192.0.2.2
