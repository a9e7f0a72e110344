# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

# The kernel marks no hop with an IPv6 gateway when v0 has no carrier.
ip netns add A; ip netns add B
ip -n A link set lo up
ip -n A link add v0 index 10 type veth peer name p0 netns B
ip -n A link set v0 up
ip -n A addr add 192.0.2.2/24 dev v0
ip -n A link add v1 index 11 type veth peer name p1 netns B
ip -n B link set p1 up
ip -n A link set v1 up
ip -n A route add 198.18.0.0/15 nexthop via inet6 fe80::1 dev v0 nexthop dev v1
# target 198.18.1.1
