# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

# The kernel sends what comes from 198.51.100.2 by its own link.
ip netns add A; ip netns add B
ip -n A link set lo up
ip -n A link add v0 index 10 type veth peer name p0 netns B
ip -n B link set p0 up
ip -n A link set v0 up
ip -n A addr add 192.0.2.2/24 dev v0
ip -n A link add v1 index 11 type veth peer name p1 netns B
ip -n B link set p1 up
ip -n A link set v1 up
ip -n A addr add 198.51.100.2/24 dev v1
ip -n A route add 198.18.0.0/15 nexthop via 192.0.2.1 nexthop via 198.51.100.9
# target 198.51.100.2>198.18.3.1
