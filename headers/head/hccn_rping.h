/** What an address member holds: HCCN_RPING_ADDR_TYPE_IP or HCCN_RPING_ADDR_TYPE_EID. */
#define HCCN_RPING_ADDR_TYPE
