// What comes in files of its own, so that a phone that was never here soon has its ballot.

import { later } from "../../lib/later.js";

export const askSlip = () => later(() => import("./askslip.js"));
export const ballots = () => later(() => import("./election.js"));
export const cards = () => later(() => import("./cards.js"));
export const kioskSlip = () => later(() => import("./kiosk_slip.js"));
export const nominations = () => later(() => import("./nominate.js"));
export const portal = () => later(() => import("./portal.js"));
export const passwords = () => later(() => import("./forgotten.js"));
export const providers = () => later(() => import("./provider.js"));
export const profile = () => later(() => import("./profile.js"));
export const registration = () => later(() => import("./register.js"));
export const results = () => later(() => import("./results.js"));
export const sealed = () => later(() => import("./sealed.js"));
