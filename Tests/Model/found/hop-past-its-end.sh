# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

# A hop that has expired is used until it is collected, but refused by its name.
ip netns add A; ip netns add B
ip -n A link add v0 index 10 type veth peer name p0 netns B
ip -n B link set p0 up
ip -n A link set v0 up
ip -n A addr add 2001:db8:1::2/64 dev v0 nodad
ip -n A link add v1 index 11 type veth peer name p1 netns B
ip -n B link set p1 up
ip -n A link set v1 up
ip -n A addr add 2001:db8:2::2/64 dev v1 nodad
ip -n A route add ::/0 via 2001:db8:2::1
# settle
ip -n A route append ::/0 via 2001:db8:1::1 dev v0 expires 1
# target 2606:4700:4700::1111
# target 2606:4700:4700::1112
# target 2606:4700:4700::1113
# target 2606:4700:4700::1114
