// Runs a file of test vectors against the pages' modules: its name and its content on standard input.
// Those of Wycheproof have groups of tests that are valid, invalid or, where a standard leaves it
// open, acceptable.

import { deepStrictEqual, ok, strictEqual, throws } from "node:assert";
import { readFileSync } from "node:fs";
import { concat, hex, unhex } from "../static/lib/bytes.js";
import { open, seal } from "../static/lib/crypto/chacha.js";
import { verify } from "../static/lib/crypto/ed25519.js";
import { expand, extract } from "../static/lib/crypto/hkdf.js";
import { exportSecret, setupReceiver, setupSender } from "../static/lib/crypto/hpke.js";
import { decapsulate, encapsulate, isEncapsulationKey, keyGen } from "../static/lib/crypto/mlkem.js";
import { x25519 } from "../static/lib/crypto/x25519.js";
import * as xwing from "../static/lib/crypto/xwing.js";

const equal = (bytes, text) => strictEqual(hex(bytes), text);

// Each runs a test with all that is hexadecimal in it as bytes, and throws if the outcome is another.
// A test that is invalid only because of lengths and forms must be refused by a RangeError.
const WYCHEPROOF = {
  chacha20_poly1305_test({ key, iv, aad, msg, ct, tag, flags, valid }) {
    if (flags.includes("InvalidNonceSize")) {
      throws(() => seal(key, iv, aad, msg), RangeError);
      throws(() => open(key, iv, aad, concat(ct, tag)), RangeError);
      return;
    }
    if (valid) deepStrictEqual(seal(key, iv, aad, msg), concat(ct, tag));
    deepStrictEqual(open(key, iv, aad, concat(ct, tag)), valid ? msg : null);
  },
  ed25519_test({ msg, sig, valid }, { publicKey }) {
    strictEqual(verify(unhex(publicKey.pk), msg, sig), valid);
  },
  hkdf_sha256_test({ ikm, salt, info, size, okm, valid }) {
    const run = () => expand(extract(salt, ikm), info, size);
    if (valid) deepStrictEqual(run(), okm);
    else throws(run, RangeError);
  },
  mlkem_768_encaps_test({ ek, m, c, K, valid }) {
    strictEqual(isEncapsulationKey(ek), valid);
    if (valid) deepStrictEqual(encapsulate(ek, m), { secret: K, ciphertext: c });
    else throws(() => encapsulate(ek, m), RangeError);
  },
  mlkem_768_keygen_seed_test({ seed, ek, dk, valid }) {
    ok(valid);
    deepStrictEqual(keyGen(seed), { encapsulationKey: ek, decapsulationKey: dk });
  },
  mlkem_768_semi_expanded_decaps_test({ dk, c, K, valid }) {
    if (!valid) throws(() => decapsulate(dk, c), RangeError);
    else if (K) deepStrictEqual(decapsulate(dk, c), K);
    else strictEqual(decapsulate(dk, c).length, 32);
  },
  mlkem_768_test({ seed, ek, c, K, valid }) {
    if (!valid) {
      throws(() => decapsulate(keyGen(seed).decapsulationKey, c), RangeError);
      return;
    }
    const keys = keyGen(seed);
    if (ek) deepStrictEqual(keys.encapsulationKey, ek);
    deepStrictEqual(decapsulate(keys.decapsulationKey, c), K);
  },
  x25519_test({ public: point, private: scalar, shared, flags }) {
    deepStrictEqual(x25519(scalar, point), flags.includes("ZeroSharedSecret") ? null : shared);
  },
};

const asBytes = (test) => Object.fromEntries(Object.entries(test).map(([name, value]) =>
  [name, typeof value === "string" && !["comment", "result"].includes(name) ? unhex(value) : value]));

function wycheproof(run, { testGroups, numberOfTests }) {
  let n = 0;
  for (const group of testGroups) {
    for (const test of group.tests) {
      try {
        run({ ...asBytes(test), valid: test.result === "valid" }, group);
      } catch (error) {
        throw new Error(`test ${test.tcId}, ${test.comment}`, { cause: error });
      }
      n++;
    }
  }
  strictEqual(n, numberOfTests);
}

function runXWing(all) {
  strictEqual(all.length, 3);
  for (const { seed, eseed, sk, pk, ct, ss } of all.map(asBytes)) {
    deepStrictEqual(seed, sk);
    const keys = xwing.keysOf(sk);
    deepStrictEqual(keys.publicKey, pk);
    deepStrictEqual(xwing.encapsulate(pk, eseed), { secret: ss, enc: ct });
    deepStrictEqual(xwing.decapsulate(keys, ct), ss);
    // Points of low order give no secret.
    throws(() => xwing.encapsulate(concat(pk.subarray(0, -32), new Uint8Array(32)), eseed), RangeError);
    strictEqual(xwing.decapsulate(keys, concat(ct.subarray(0, -32), new Uint8Array(32))), null);
  }
}

// Those of our suite, the mode being base.
function runHPKE(all) {
  const ours = all.filter(({ kem_id, kdf_id, aead_id }) => kem_id === 25722 && kdf_id === 1 && aead_id === 3);
  strictEqual(ours.length, 1);
  for (const { encryptions, exports, ...rest } of ours) {
    const { info, ikmE, skRm, pkRm, enc, key, base_nonce: nonce, exporter_secret: exporter } = asBytes(rest);
    const keys = xwing.keysOf(skRm);
    deepStrictEqual(keys.publicKey, pkRm);
    const context = { key, nonce, exporter };
    deepStrictEqual(setupSender(pkRm, info, ikmE), { enc, context });
    deepStrictEqual(setupReceiver(keys, info, enc), context);
    equal(xwing.decapsulate(keys, enc), rest.shared_secret);
    ok(encryptions.length > 0 && exports.length > 0);
    encryptions.map(asBytes).forEach(({ aad, ct, nonce: used, pt }, i) => {
      if (i === 0) deepStrictEqual(used, nonce);
      deepStrictEqual(seal(key, used, aad, pt), ct);
      deepStrictEqual(open(key, used, aad, ct), pt);
    });
    for (const { exporter_context, L, exported_value } of exports) {
      equal(exportSecret(context, unhex(exporter_context), L), exported_value);
    }
  }
}

const { name, content } = JSON.parse(readFileSync(0));
if (name === "xwing") runXWing(content);
else if (name === "hpke_pq") runHPKE(content);
else wycheproof(WYCHEPROOF[name], content);
