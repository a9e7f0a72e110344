/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What a link is by itself: by driver, type and name, and by a sysfs of our
   own laid over the machine's. */

/* Before the kernel's headers, which then leave out what this defines. */
#include <net/if.h>

#include <linux/if_arp.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "kind.h"
#include "namespace.h"

#define INDEX 5

static struct reach_link make(const char *driver_kind, uint16_t type)
{
	struct reach_link link = {
		.index = INDEX,
		.name = "x0",
		.flags = IFF_UP | IFF_RUNNING,
		.type = type,
	};

	snprintf(link.driver_kind, sizeof(link.driver_kind), "%s", driver_kind);
	return link;
}

static struct reach_kind kind_of(const struct reach_link *link)
{
	struct reach_kind kind;

	assert_true(reach_kind_recognize(link, &kind));
	return kind;
}

static void each_driver_is_recognized(void **state)
{
	static const struct {
		const char *driver_kind;
		uint16_t type;
		enum reach_link_kind kind;
		enum reach_stacking stacking;
	} drivers[] = {
		{"wwan", ARPHRD_NONE, REACH_LINK_WWAN, REACH_STACKING_NONE},
		{"rmnet", 519, REACH_LINK_WWAN, REACH_STACKING_NONE},
		{"wireguard", ARPHRD_NONE, REACH_LINK_TUNNEL,
		 REACH_STACKING_NONE},
		{"xfrm", ARPHRD_NONE, REACH_LINK_TUNNEL, REACH_STACKING_NONE},
		{"vti", ARPHRD_TUNNEL, REACH_LINK_TUNNEL, REACH_STACKING_NONE},
		{"ipip", ARPHRD_TUNNEL, REACH_LINK_TUNNEL, REACH_STACKING_NONE},
		{"sit", ARPHRD_SIT, REACH_LINK_TUNNEL, REACH_STACKING_NONE},
		{"gre", ARPHRD_IPGRE, REACH_LINK_TUNNEL, REACH_STACKING_NONE},
		{"ppp", ARPHRD_PPP, REACH_LINK_TUNNEL, REACH_STACKING_NONE},
		{"tun", ARPHRD_NONE, REACH_LINK_TUNNEL, REACH_STACKING_NONE},
		/* A tap, and what TUNSETLINK made something else. */
		{"tun", ARPHRD_ETHER, REACH_LINK_WIRED, REACH_STACKING_NONE},
		{"tun", ARPHRD_PPP, REACH_LINK_TUNNEL, REACH_STACKING_NONE},
		{"tun", ARPHRD_RAWIP, REACH_LINK_WWAN, REACH_STACKING_NONE},
		{"tun", ARPHRD_IEEE80211, REACH_LINK_WIFI, REACH_STACKING_NONE},
		{"veth", ARPHRD_ETHER, REACH_LINK_WIRED, REACH_STACKING_NONE},
		{"dummy", ARPHRD_ETHER, REACH_LINK_WIRED, REACH_STACKING_NONE},
		{"vxlan", ARPHRD_ETHER, REACH_LINK_WIRED, REACH_STACKING_NONE},
		{"gretap", ARPHRD_ETHER, REACH_LINK_WIRED, REACH_STACKING_NONE},
		{"bridge", ARPHRD_ETHER, REACH_LINK_WIRED,
		 REACH_STACKING_PORTS},
		{"bond", ARPHRD_ETHER, REACH_LINK_WIRED, REACH_STACKING_PORTS},
		{"vlan", ARPHRD_ETHER, REACH_LINK_WIRED, REACH_STACKING_LOWER},
		{"macvlan", ARPHRD_ETHER, REACH_LINK_WIRED,
		 REACH_STACKING_LOWER},
		{"ipvlan", ARPHRD_ETHER, REACH_LINK_WIRED,
		 REACH_STACKING_LOWER},
	};

	reach_test_lay_sys_class_net();
	for (size_t i = 0; i < sizeof(drivers) / sizeof(*drivers); i++) {
		struct reach_link link =
			make(drivers[i].driver_kind, drivers[i].type);
		struct reach_kind kind = kind_of(&link);

		if (kind.kind != drivers[i].kind ||
		    kind.stacking != drivers[i].stacking)
			fail_msg("%s of type %u: kind %d, stacking %d",
				 drivers[i].driver_kind, drivers[i].type,
				 kind.kind, kind.stacking);
	}
}

static void each_hardware_type_is_recognized(void **state)
{
	static const struct {
		uint16_t type;
		enum reach_link_kind kind;
	} types[] = {
		{ARPHRD_LOOPBACK, REACH_LINK_LOOPBACK},
		{ARPHRD_ETHER, REACH_LINK_WIRED},
		{ARPHRD_INFINIBAND, REACH_LINK_WIRED},
		{ARPHRD_IEEE80211, REACH_LINK_WIFI},
		{ARPHRD_IEEE80211_PRISM, REACH_LINK_WIFI},
		{ARPHRD_IEEE80211_RADIOTAP, REACH_LINK_WIFI},
		{ARPHRD_RAWIP, REACH_LINK_WWAN},
		{530, REACH_LINK_WWAN},
		{ARPHRD_PPP, REACH_LINK_TUNNEL},
		{ARPHRD_TUNNEL, REACH_LINK_TUNNEL},
		{ARPHRD_TUNNEL6, REACH_LINK_TUNNEL},
		{ARPHRD_SIT, REACH_LINK_TUNNEL},
		{ARPHRD_IPGRE, REACH_LINK_TUNNEL},
		{ARPHRD_IP6GRE, REACH_LINK_TUNNEL},
		{ARPHRD_NONE, REACH_LINK_OTHER},
		{ARPHRD_CAN, REACH_LINK_OTHER},
	};

	reach_test_lay_sys_class_net();
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
		struct reach_link link = make("", types[i].type);

		if (kind_of(&link).kind != types[i].kind)
			fail_msg("type %u: kind %d", types[i].type,
				 kind_of(&link).kind);
	}
}

static void a_headless_point_to_point_link_is_a_tunnel(void **state)
{
	struct reach_link link = make("", ARPHRD_NONE);

	reach_test_lay_sys_class_net();
	link.flags |= IFF_POINTOPOINT;
	assert_int_equal(kind_of(&link).kind, REACH_LINK_TUNNEL);
}

static void modems_without_a_driver_in_the_kernel_have_names(void **state)
{
	static const char *const names[] = {"rmnet_data0", "rev_rmnet1",
					    "ccmni0"};
	struct reach_link link = make("", ARPHRD_ETHER);

	reach_test_lay_sys_class_net();
	for (int i = 0; i < 3; i++) {
		strcpy(link.name, names[i]);
		assert_int_equal(kind_of(&link).kind, REACH_LINK_WWAN);
	}
	/* Anybody can name a veth so. */
	strcpy(link.driver_kind, "veth");
	assert_int_equal(kind_of(&link).kind, REACH_LINK_WIRED);
}

static void lay(const char *file, const char *text)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/class/net/x0/%s", file);
	reach_test_write(path, "%s", text);
}

static void a_device_type_tells_wifi_and_modems(void **state)
{
	struct reach_link link = make("", ARPHRD_ETHER);

	reach_test_lay_sys_class_net();
	lay("ifindex", "5\n");
	lay("uevent", "DEVTYPE=wlan\nINTERFACE=x0\nIFINDEX=5\n");
	assert_int_equal(kind_of(&link).kind, REACH_LINK_WIFI);
	lay("uevent", "INTERFACE=x0\nDEVTYPE=wwan\n");
	assert_int_equal(kind_of(&link).kind, REACH_LINK_WWAN);
	lay("uevent", "DEVTYPE=wlanx\n");
	assert_int_equal(kind_of(&link).kind, REACH_LINK_WIRED);
	lay("uevent", "INTERFACE=x0\nXDEVTYPE=wlan\n");
	assert_int_equal(kind_of(&link).kind, REACH_LINK_WIRED);
	/* A modem in raw IP mode. */
	link.type = ARPHRD_NONE;
	link.flags |= IFF_POINTOPOINT;
	lay("uevent", "DEVTYPE=wwan\n");
	assert_int_equal(kind_of(&link).kind, REACH_LINK_WWAN);
}

static void wifi_without_a_device_type_has_a_phy(void **state)
{
	struct reach_link link = make("", ARPHRD_ETHER);

	reach_test_lay_sys_class_net();
	lay("ifindex", "5\n");
	assert_int_equal(kind_of(&link).kind, REACH_LINK_WIRED);
	lay("phy80211/name", "phy0\n");
	assert_int_equal(kind_of(&link).kind, REACH_LINK_WIFI);
	reach_test_run("rm -r /sys/class/net/x0/phy80211 && "
		       "mkdir /sys/class/net/x0/wireless");
	assert_int_equal(kind_of(&link).kind, REACH_LINK_WIFI);
}

static void a_modems_channels_are_recognized(void **state)
{
	struct reach_link link = make("", ARPHRD_NONE);
	struct reach_kind kind;

	reach_test_lay_sys_class_net();
	lay("ifindex", "5\n");
	lay("uevent", "INTERFACE=x0\n");
	reach_test_run("ln -s ../wwan0 /sys/class/net/x0/lower_wwan0");
	kind = kind_of(&link);
	assert_int_equal(kind.stacking, REACH_STACKING_NAMED);
	assert_string_equal(kind.lower, "wwan0");
	lay("qmap/mux_id", "0x81\n");
	kind = kind_of(&link);
	assert_int_equal(kind.kind, REACH_LINK_WWAN);
	assert_int_equal(kind.stacking, REACH_STACKING_NONE);
}

static void sysfs_of_another_namespace_is_not_believed(void **state)
{
	struct reach_link link = make("", ARPHRD_ETHER);

	reach_test_lay_sys_class_net();
	lay("uevent", "DEVTYPE=wwan\nINTERFACE=x0\nIFINDEX=6\n");
	assert_int_equal(kind_of(&link).kind, REACH_LINK_WIRED);
	lay("ifindex", "6\n");
	assert_int_equal(kind_of(&link).kind, REACH_LINK_WIRED);
	lay("ifindex", "5\n");
	assert_int_equal(kind_of(&link).kind, REACH_LINK_WWAN);
}

static void without_descriptors_it_is_only_a_guess(void **state)
{
	struct reach_link link = make("", ARPHRD_ETHER);
	struct rlimit former, none = {0};
	struct reach_kind kind;
	bool certain;

	reach_test_lay_sys_class_net();
	lay("ifindex", "5\n");
	lay("uevent", "DEVTYPE=wlan\n");
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &former), 0);
	none.rlim_max = former.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	certain = reach_kind_recognize(&link, &kind);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &former), 0);
	assert_false(certain);
	assert_int_equal(kind.kind, REACH_LINK_WIRED);
	assert_int_equal(kind_of(&link).kind, REACH_LINK_WIFI);
}

#define test(name) REACH_TEST_IN(reach_test_enter, name)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(each_driver_is_recognized),
		test(each_hardware_type_is_recognized),
		test(a_headless_point_to_point_link_is_a_tunnel),
		test(modems_without_a_driver_in_the_kernel_have_names),
		test(a_device_type_tells_wifi_and_modems),
		test(wifi_without_a_device_type_has_a_phy),
		test(a_modems_channels_are_recognized),
		test(sysfs_of_another_namespace_is_not_believed),
		test(without_descriptors_it_is_only_a_guess),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
