# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

# A hop whose link waits for a login, and one that can be used.
ip netns add A; ip netns add B
ip -n A link set lo up
ip -n A link add v0 index 10 type veth peer name p0 netns B
ip -n B link set p0 up
ip -n A link set v0 up
ip -n A link add v1 index 11 type veth peer name p1 netns B
ip -n B link set p1 up
ip -n A link set v1 up
ip -n A route add 198.18.0.0/15 nexthop via inet6 fe80::1 dev v0 nexthop via inet6 fe80::1 dev v1
# target 198.18.1.1
# settle
ip -n A link set v0 state dormant
