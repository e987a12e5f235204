// The addresses at which phones find this server.

import { get } from "../../lib/api.js";

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The addresses, the most useful first, and how the server listens. There are none if only its own
 * machine reaches it.
 * @type {(signal?: AbortSignal) => Promise<{ network: Api.Network, addresses: string[] }>}
 */
export async function findAddresses(signal) {
  const network = await get("/api/admin/network", signal);
  const found = network.addresses.map(({ url }) => url);
  // If this page was opened from another machine, its address works for at least that machine.
  const { hostname, origin } = location;
  return { network, addresses: LOOPBACK.test(hostname) ? found : [origin, ...found.filter((url) => url !== origin)] };
}
