// The table of custodies, which say who holds the key of an election. All other code asks for traits.

/** @typedef {{ custody: Api.Custody, sheets?: boolean, serverKey?: boolean, seals?: boolean,
 *   byItself?: boolean }} CustodyTraits */

/** All that custodies differ in, a row for each, the recommended one first. store/ballotbox/custody.go
 *  has the same rows, and says what the traits mean. A member that is not there is false.
 *  @type {CustodyTraits[]} */
export const CUSTODIES = [
  { custody: "holders", sheets: true },
  { custody: "server", serverKey: true, seals: true, byItself: true },
];

/** The name of the one holder where the server has the key. */
export const SERVER_HOLDER = "server";

/** The row of the custody of an election. It has no members where there is no such custody.
 *  @type {(election: { custody: unknown }) => Partial<CustodyTraits>} */
export const custodyOf = ({ custody }) => CUSTODIES.find((row) => row.custody === custody) ?? {};
