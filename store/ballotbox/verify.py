#!/usr/bin/env python3
"""Checks the bundle of a counted election without a server and without a network.

    python3 verify.py [-key BASE64] [-receipt FILE]... [-checkpoint FILE]... BUNDLE

It follows BUNDLE.md, which says what each file holds and why, and needs nothing but Python 3.8. -key is the installation's
signing key as the organisation published it; a receipt is the JSON that answered a vote, with the member "clientNonce" added
if the voter's client chose one; a checkpoint is one that somebody kept while the election ran. It prints a line a check.
Exit status: 0 when all hold, 1 when one does not, 2 when the arguments are wrong.
"""
import argparse, base64, collections, contextlib, functools, hashlib, json, re, sys, zipfile

MAX_FILE = 256 << 20  # bytes: nothing larger is read, whatever a zip says of its sizes
failed = []  # the names of the checks that do not hold

def need(holds, words):
    if not holds: raise ValueError(words)
def sha256(data): return hashlib.sha256(data).digest()

# Ed25519 (RFC 8032, section 5.1). Nothing here is secret, so nothing needs constant time.
P = 2**255 - 19  # the field
L = 2**252 + 27742317777372353535851937790883648493  # the order of the base point
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # a square root of -1

def decode_point(raw):
    y = int.from_bytes(raw, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * v**3 * pow(u * v**7, (P - 5) // 8, P) % P
    x = x if (v * x * x - u) % P == 0 else x * ROOT % P
    # y is below P, or a point would have two encodings; zero has no negative.
    need(y < P and (v * x * x - u) % P == 0 and not (x == 0 and sign), "it is not signed by the key of the manifest, which is no point")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P  # extended coordinates: additions without divisions
def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * D * p[3] * q[3] % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P
def times(n, point):
    total = (0, 1, 1, 0)
    for bit in bin(n)[2:]:
        total = add(add(total, total), point) if bit == "1" else add(total, total)
    return total
BASE = decode_point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))

def is_signed(key, message, signature):
    s = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or s >= L:  # with S of L or more every signature would have a second form
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    x, y, z, t = decode_point(key)
    x, y, z, _ = add(times(s, BASE), times(k, (P - x, y, z, P - t)))  # S·B − k·A, which must be R
    x, y = x * pow(z, P - 2, P) % P, y * pow(z, P - 2, P) % P
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]

def open_note(raw, name, key):
    """The text of a note (C2SP signed-note) that a key has signed under a name."""
    text, _, block = raw.decode("utf-8").rpartition("\n\n")
    lines = re.fullmatch(r"(— [^\s+]+ [A-Za-z0-9+/]{7,}=*\n){1,100}", block)
    need(lines and not re.search(r"[\x00-\x09\x0b-\x1f]", text), "it is not a signed note")
    text, signed_as = (text + "\n").encode(), (name, sha256(name.encode() + b"\n\x01" + key)[:4])  # 1 stands for Ed25519
    signatures = [(signer, base64.b64decode(s, validate=True)) for signer, s in re.findall("— (.*) (.*)\n", block)]
    # Those of other keys tell nothing either way: a witness may have added its own.
    own = [s[4:] for signer, s in signatures if (signer, s[:4]) == signed_as]
    need(own and is_signed(key, text, own[0]), "it is not signed by the key of the manifest")
    return text.decode()

def merkle_root(leaves):
    """The RFC 6962 root. To pair from the left, an odd one going up as it is, makes the RFC's tree."""
    while len(leaves) > 1:
        leaves = [sha256(b"\1" + leaves[i] + leaves[i + 1]) for i in range(0, len(leaves) - 1, 2)] + leaves[len(leaves) & ~1:]
    return leaves[0] if leaves else sha256(b"")

# Values as text. Each has one form; any other form of the same value is refused.
DIGITS = str.maketrans("abcdefghijklmnopqrstuvwxyz234567", "0123456789abcdefghijklmnopqrstuv")  # of base32, as int() reads them
def parse_hex(text, size=32):
    need(re.fullmatch("[0-9a-f]*", text) and len(text) == 2 * size, f"{text[:80]!r} is not {2 * size} hexadecimal digits")
    return bytes.fromhex(text)
def parse_code(text):
    need(re.fullmatch("[A-Z2-7]{16}", text), f"{text[:80]!r} is not a code of 16 characters")
    return int(text.lower().translate(DIGITS), 32).to_bytes(10, "big")
@functools.lru_cache(1024)  # many ballots, few candidates
def parse_id(text):
    # 26 characters carry 130 bits for 128: the last character has two spare bits, which are zero.
    need(re.fullmatch("[a-z2-7]{25}[aeimquy4]", text), f"{text[:80]!r} is not an id")
    return (int(text.translate(DIGITS), 32) >> 2).to_bytes(16, "big")
def parse_base64(text, size):
    raw = base64.b64decode(text, validate=True)
    need(len(raw) == size and base64.b64encode(raw).decode() == text, f"{text[:80]!r} is not {size} bytes in base64")
    return raw
def canonical(value):
    """RFC 8785, for values of objects with ASCII names, arrays, strings, small whole numbers and booleans."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode("utf-8")

STANDING = dict.fromkeys(("id", "name", "affiliation", "description", "photoSha256"), str)
MANIFEST = dict.fromkeys(("electionId", "title", "description", "opensAt", "closesAt", "publicKey", "signingKey", "tieSeedCommitment"), str)
MANIFEST.update(version=int, suite=str, sealedSize=int, method=str, tieBreak=str, shuffleCandidates=bool, candidates=list)
ELECTORATE = {"size": int, "rollHash": str}
RULES = [("suite", ["MLKEM768X25519/HKDF-SHA256/ChaCha20Poly1305"]), ("sealedSize", [1179]), ("method", ["plurality"]),
         ("tieBreak", ["none", "draw"])]

def parse_manifest(raw):
    m = json.loads(raw.decode("utf-8"))
    frozen = [m["electorate"]] if "electorate" in m else []
    expected = MANIFEST | {"electorate": dict} if frozen else MANIFEST
    for members, types in [(m, expected)] + [(c, STANDING) for c in m["candidates"]] + [(e, ELECTORATE) for e in frozen]:
        need({name: type(v) for name, v in members.items()} == types, "not canonical JSON: members missing, unknown or of other types")
    need(canonical(m) == raw, "not canonical JSON: these values are written in another way")
    for name, known in RULES:
        need(m[name] in known, f"unknown {name} {m[name]!r}")
    parse_base64(m["publicKey"], 1216), parse_hex(m["tieSeedCommitment"]), parse_id(m["electionId"])
    need(m["version"] == 1 + len(frozen), f"version {m['version']}, want {1 + len(frozen)}")
    for e in frozen:
        need(parse_hex(e["rollHash"]) and e["size"] >= 1, f"an electorate of {e['size']} people")
    ids = {parse_id(c["id"]) for c in m["candidates"]}
    need(2 <= len(ids) == len(m["candidates"]), "fewer than 2 candidates, or one is named twice")
    return m

def read_capped(file):
    content = file.read(MAX_FILE + 1)
    need(len(content) <= MAX_FILE, f"more than {MAX_FILE} bytes")
    return content

FILES = {"manifest.json": None, "checkpoint.txt": None, "seal.txt": None, "result.json": None,
         "leaves.txt": parse_hex, "ballots.txt": parse_id, "codes.txt": parse_code}  # how each line is read

def read_bundle(path):
    """The files of a bundle in the order of FILES, those of lines as lists of values. Nothing in them is believed yet."""
    b = {}
    with zipfile.ZipFile(path) as z:
        for entry in z.infolist():
            name = entry.orig_filename  # the other one, filename, is what remains after a clean-up
            need(name in FILES and name not in b, f"{name[:80]!r} does not belong in it, or is there twice")
            need(entry.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED), f"{name}: unknown compression")
            b[name] = read_capped(z.open(entry))
    for name, parse in FILES.items():
        need(name in b, f"{name} is missing")
        if parse:
            try:
                *lines, rest = b[name].decode("ascii").split("\n")
                need(rest == "", "the last line does not end")
                b[name] = [parse(line) for line in lines]
            except ValueError as e:
                raise ValueError(f"{name}: {e}")
    return [b[name] for name in FILES]

FIELDS = ("election", "manifest", "castSize", "castRoot", "ballotsRoot", "codesRoot", "result", "tieSeed")
SEAL = re.compile("ostrakon/seal/1\n" + "".join(f"{name} (?P<{name}>[!-~]+)\n" for name in FIELDS))
def open_checkpoint(raw, origin, key):
    text = re.fullmatch("(.*)\n(0|[1-9][0-9]*)\n(.*)\n", open_note(raw, origin, key))
    need(text and text[1] == origin, f"not a checkpoint of {origin}")
    return int(text[2]), parse_base64(text[3], 32)

def count(m, manifest_hash, ballots, seed):
    """The result that follows from a manifest and the ballots, as an object."""
    votes = collections.Counter(ballots)
    # Python sorts stably, so candidates of equal votes keep the manifest's order.
    standing = sorted(((votes[parse_id(c["id"])], c["id"]) for c in m["candidates"]), key=lambda line: -line[0])
    strays = len(ballots) - sum(n for n, _ in standing)
    need(strays == 0, f"{strays} ballots are not for a candidate")
    best = [name for n, name in standing if n == standing[0][0]]
    outcome = "no_ballots" if not ballots else "winner" if len(best) == 1 else "draw" if m["tieBreak"] == "draw" else "tie"
    drawn = min(best, key=lambda name: sha256(b"ostrakon/draw/1\0" + seed + (m["electionId"] + name).encode()))  # of one, that one
    winners = [drawn] if outcome in ("winner", "draw") else []
    ranks = {n: place for place, (n, _) in reversed(list(enumerate(standing, 1)))}  # equal votes share the first of their places
    return {"version": 1, "electionId": m["electionId"], "manifest": manifest_hash, "method": m["method"], "ballots": len(ballots),
            "candidates": [{"candidateId": name, "votes": n, "rank": ranks[n], "winner": name in winners} for n, name in standing],
            "outcome": outcome, "winners": winners}

@contextlib.contextmanager
def check(name, fatal=False):
    """One check: what runs under it says in words what holds, or raises. After a fatal one there is nothing more to check."""
    words = []
    try:
        yield words.append
        print(f"ok    {name}: {words[0]}")
    except Exception as e:  # what trips this program up is a failure of the input, never a pass
        failed.append(name)
        print(f"FAIL  {name}: {e if type(e) is ValueError else f'{type(e).__name__}: {e}'}")
        if fatal: sys.exit(1)

def verify(path, known_key, receipts, checkpoints):
    with check("bundle", fatal=True) as says:
        raw_manifest, raw_checkpoint, raw_seal, raw_result, leaves, ballots, codes = read_bundle(path)
        says("every file is there and can be read")
    with check("manifest", fatal=True) as says:
        m = parse_manifest(raw_manifest)
        manifest_hash, key = sha256(b"ostrakon/manifest/1\0" + raw_manifest).hex(), parse_base64(m["signingKey"], 32)
        election, origin = m["electionId"], "ostrakon/" + m["electionId"]
        says(f"{m['title']!r}: {len(m['candidates'])} candidates, frozen when it opened")
    with check("signing key") as says:
        need(known_key in (None, m["signingKey"]), f"the manifest names the key {m['signingKey']}, not {known_key}")
        says("signed by the key you know" if known_key else f"signed by {m['signingKey']}; compare it with the published key")
    s = None
    def need_sealed(name, value, what):
        need(s, "the seal cannot be read, so there is nothing to compare with")
        need(s[name] == value, f"{what} is {value}, the seal says {s[name]}")
    def need_records(domain, name, values, what):
        need_sealed(name, merkle_root([sha256(b"\0" + domain + v) for v in values]).hex(), "the root of the " + what)
        need_sealed("castSize", str(len(values)), "the number of " + what)
        # By bytes, not by text: base32 has its digits after its letters, ASCII before them.
        need(values == sorted(values), "they are not sorted, so their order may reveal something")
    with check("seal") as says:
        text = SEAL.fullmatch(open_note(raw_seal, origin, key))
        need(text, "not a seal in the form of version 1")
        tie_seed, s = parse_hex(text["tieSeed"]), text.groupdict()
        need_sealed("election", election, "the manifest's election")
        need_sealed("manifest", manifest_hash, "the manifest's hash")
        need(sha256(b"ostrakon/tieseed/1\0" + tie_seed).hex() == m["tieSeedCommitment"], "its tie seed is not the one committed to")
        says("its signature is right, it covers this manifest and opens the committed tie seed")
    with check("checkpoint") as says:
        size, root = open_checkpoint(raw_checkpoint, origin, key)
        need_sealed("castRoot", root.hex(), "its root")
        need_sealed("castSize", str(size), "its size")
        says("its signature is right and it says what the seal says")
    with check("cast log") as says:
        need_sealed("castRoot", merkle_root(leaves).hex(), "the root of the cast log")
        need_sealed("castSize", str(len(leaves)), "the number of leaves")
        need(len(set(leaves)) == len(leaves), "a leaf is there twice")
        size = m["electorate"]["size"] if "electorate" in m else len(leaves)
        need(len(leaves) <= size, f"there are {len(leaves)} ballots of an electorate of {size} people")
        says(f"{len(leaves)} ballots were cast, each once")
    with check("ballots") as says:
        need_records(b"ostrakon/counted/1\0", "ballotsRoot", ballots, "ballots")
        says(f"{len(ballots)} ballots were opened, as many as were cast")
    with check("codes") as says:
        need_records(b"ostrakon/codes/1\0", "codesRoot", codes, "codes")
        need(len(set(codes)) == len(codes), "a code is there twice")
        says(f"{len(codes)} voters' codes, no two alike")
    with check("result") as says:
        need(s, "the seal cannot be read, so there is nothing to compare with")
        result = count(m, manifest_hash, ballots, tie_seed)
        raw, names = canonical(result), {c["id"]: c["name"] for c in m["candidates"]}
        need(raw == raw_result, f"counting the ballots gives {raw.decode()}, the bundle says {raw_result[:4000]!r}")
        need_sealed("result", sha256(b"ostrakon/result/1\0" + raw).hex(), "the result's hash")
        words = (f"{names[line['candidateId']]!r} {line['votes']}" + line["winner"] * " (winner)" for line in result["candidates"])
        says(f"counted again, byte for byte the same: {result['outcome']}. {'; '.join(words)}.")
    for path in receipts:
        with check("receipt " + path) as says, open(path, "rb") as file:
            r = json.loads(read_capped(file).decode("utf-8"))
            leaf, signature, salt = parse_hex(r["leaf"]), parse_base64(r["signature"], 64), parse_hex(r["codeSalt"], 16)
            need(r["electionId"] == election, f"it is of another election, {r['electionId']!r}")
            own = sha256(b"ostrakon/code/1\0" + salt + r.get("clientNonce", "").encode("utf-8"))[:10]
            need(parse_code(r["code"]) == own, "its code does not follow from its salt and the client's nonce")
            promise = b"ostrakon/receipt/1\0" + election.encode() + leaf + own
            need(is_signed(key, promise, signature), "its signature is not by the key of the manifest")
            need(leaf in leaves, "the signed leaf is not in the cast log: the ballot was left out, this is the proof")
            need(own in codes, "its signed code is not among those counted: the ballot was replaced, this is the proof")
            says("its ballot is in the cast log and its code among those counted")
    for path in checkpoints:
        with check("checkpoint " + path) as says, open(path, "rb") as file:
            size, root = open_checkpoint(read_capped(file), origin, key)
            need(size <= len(leaves), f"it is of {size} cast ballots, the bundle has only {len(leaves)}: the log was cut")
            need(merkle_root(leaves[:size]) == root, f"at {size} ballots the log had another root: it was rewritten, this is the proof")
            says(f"the cast log only grew since it had {size} ballots")

if __name__ == "__main__":
    p = argparse.ArgumentParser(description="Check the bundle of a counted election, offline.", allow_abbrev=False)
    p.add_argument("-key", metavar="BASE64", help="the installation's signing key, as published")
    p.add_argument("-receipt", metavar="FILE", action="append", default=[], help="a voter's receipt")
    p.add_argument("-checkpoint", metavar="FILE", action="append", default=[], help="a checkpoint kept earlier")
    p.add_argument("bundle", metavar="BUNDLE")
    a = p.parse_args()
    sys.stdout.reconfigure(errors="backslashreplace")  # a name may have letters that this terminal lacks
    verify(a.bundle, a.key, a.receipt, a.checkpoint)
    sys.exit(1 if failed else 0)
