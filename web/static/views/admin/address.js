// Under which addresses phones find this server.

import { get } from "../../lib/api.js";

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The addresses, the handiest first, none where only the machine itself reaches the server; and what the server says of how it
 * listens.
 */
export async function findAddresses(signal) {
  const network = await get("/api/admin/network", signal);
  const found = network.addresses.map(({ url }) => url);
  // The address by which this page was opened works for one machine other than the server at least.
  const { hostname, origin } = location;
  return { network, addresses: LOOPBACK.test(hostname) ? found : [origin, ...found.filter((url) => url !== origin)] };
}
