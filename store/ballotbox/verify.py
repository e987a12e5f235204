#!/usr/bin/env python3
"""Checks the bundle of a counted election, and counts it again, without a server and without a network.

    python3 verify.py [-key BASE64] [-witness KEY]... [-receipt FILE]... [-roll FILE] [-checkpoint FILE]... BUNDLE

It follows BUNDLE.md, which says what each file holds and why, and needs nothing but Python 3.8. -key is the installation's signing key
as the organisation published it; a witness is one that you trust; a receipt is what a voter saved; the roll, as exported, gives names of
owners; a checkpoint was kept while the election ran. The first line printed tells this bundle from every other; then comes a line a check.
Exit status: 0 all hold, 1 one does not, 2 wrong arguments, 3 all hold but no key was compared: anybody may have made the bundle.
"""
import argparse, base64, collections, contextlib, csv, datetime, fractions, functools, hashlib, io, itertools, json
import operator, pathlib, re, struct, sys, zlib

def need(holds, words):
    if not holds: raise ValueError(words)
def sha256(data): return hashlib.sha256(data).digest()

# Forms of values. Each has one; any other way to write the same value is refused.
ID, HASH, TEXT = "[a-z2-7]{25}[aeimquy4]", "[0-9a-f]{64}", "(?s:.*)"  # an id's last character has two spare bits, which are zero
NUMBER, IN_JSON, NAME = "(?:0|[1-9][0-9]{0,15})", range(2**52), "[!-*,-~]+"  # the name of a key
def match(pattern, text):
    found = re.fullmatch(pattern, text)
    need(found, f"{text[:200]!r} is not in its form")
    return found
def as_base64(raw): return base64.b64encode(raw).decode()
def parse_base64(text, sizes):
    raw = base64.b64decode(text, validate=True)
    need(len(raw) in sizes and as_base64(raw) == text, f"{text[:80]!r} is not base64 in its one form, or too long or short")
    return raw
def parse_code(text): return base64.b32decode(match("[A-Z2-7]{16}", text)[0])
def parse_cast(line):
    n, tag, sealed, commitment = match(f"([1-9][0-9]{{0,2}}|1000) ({HASH}) ({HASH})(?: (?!0{{64}})({HASH}))?", line).groups()
    return int(n), bytes.fromhex(tag), bytes.fromhex(sealed), bytes.fromhex(commitment or "0" * 64)
def parse_credential(line):  # the class of a line of the poll book, and the keys that may sign for it
    number, keys = match("(0|[1-9][0-9]{0,2}|1000) ([^,]+(?:,[^,]+){0,7})", line).groups()
    keys = [parse_base64(key, [32]) for key in keys.split(",")]
    need(keys == sorted(set(keys)), "the keys of a line do not rise")
    return int(number), keys
def parse_stub(text):
    line, key, bound, signature = match("([1-9][0-9]{0,6}|10000000) ([1-8]) ([^ ]+) ([^ ]+)", text).groups()
    return int(line), int(key), parse_base64(bound, [32]), parse_base64(signature, [64])
def parse_handed(line):  # the place in the log of a printed paper that was handed out, and the hash that hides whose it is
    place, whose = match(f"([1-9][0-9]{{0,6}}|10000000) ({HASH})", line).groups()
    return int(place), bytes.fromhex(whose)
def parse_witness(text):  # a verifier key (C2SP signed-note): a name, the hash of the key, and the key after its kind
    name, key_hash, key = match("([!-*,-~]{1,100})[+]([0-9a-f]{8})[+](.*)", text).groups()
    kind, key = (raw := parse_base64(key, [33]))[0], raw[1:]
    need(decode_point(key) and kind == 4 and signer(name, key, 4)[1].hex() == key_hash, "not the key of a witness")
    return signer(name, key, 4)
RECEIPT = {"electionId": ID, "leaf": HASH, "signature": "[A-Za-z0-9+/]{85}[AQgw]==", "code?": "[A-Z2-7]{16}",
           "pad?": "[A-Za-z0-9+/]{21}[AQgw]==", "owner?": ID, "line?": range(1, 10**7 + 1), "stubPad?": "[A-Za-z0-9+/]{21}[AQgw]=="}
def parse_receipt(raw):
    need(len(raw) <= 1 << 16, "a receipt of more than 64 KiB")
    r = json.loads(raw.decode("utf-8"))  # of two members with one name the last; then there is less to write again
    same = json.dumps(r, separators=(",", ":")) == re.sub("[ \t\n\r]", "", raw.decode("utf-8"))
    need(same and fits(r, RECEIPT), "not a receipt: its members, each once and in one form")
    tied = r.keys() & {"pad", "owner", "line", "stubPad"}
    need(tied in (set(), {"pad", "owner"}, {"pad", "line", "stubPad"}), "not a receipt: pad and owner, or pad, line and stubPad")
    return r
def parse_roll(raw, hashed):  # the names by id, of CSV with an apostrophe before what a spreadsheet would take for a formula
    head, *rows = filter(None, csv.reader(io.StringIO(raw.decode("utf-8"), newline=""), strict=True))
    need(head == "id full_name date_of_birth member weight proxy_for groups".split(), "the first line does not name the columns")
    rows = [[re.sub("^'('*[=+@|%\uff1d\uff0b\uff0d\uff20\t\r-])", r"\1", f).encode() for f in row] for row in rows]
    have = sha256(b"ostrakon/roll/4\0" + b"".join(b"%d:%s" % (len(f), f) for row in rows for f in row)).hex()
    need(have == hashed and all(len(row) == 7 for row in rows), f"its hash is {have}, the manifest says {hashed}")
    return {row[0].decode(): row[1].decode() for row in rows}
def check_time(text): need(datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").isoformat() + "Z" == text, f"time {text!r}")
def parse_lines(raw, parse):
    *lines, rest = raw.decode("ascii").split("\n")
    need(rest == "", "the last line does not end")
    return [parse(line) for line in lines]
def fits(value, form):
    """Whether JSON has a form: of a string a pattern, of a number a range, a type, a list of one form, members ("?": may be absent)."""
    if type(form) is str: return type(value) is str and re.fullmatch(form, value) is not None
    if type(form) is range: return type(value) is int and value in form
    if type(form) is list: return type(value) is list and all(fits(item, form[0]) for item in value)
    if type(form) is type: return type(value) is form
    members = {name.rstrip("?"): f for name, f in form.items()}
    return type(value) is dict and value.keys() <= members.keys() and all(
        fits(value[name], f) if name in value else name not in form for name, f in members.items())
def canonical(value):  # RFC 8785, for values of objects with ASCII names, arrays, strings, small whole numbers and booleans
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode("utf-8")
def parse_json(raw, form):
    value = json.loads(raw.decode("utf-8"))
    need(fits(value, form) and canonical(value) == raw, "not canonical JSON with the right members: types, names and numbers have one form")
    return value

# Ed25519 (RFC 8032, section 5.1): points x = X/Z, y = Y/Z of the curve −x² + y² = 1 + D·x²·y² modulo P. Nothing here is secret.
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493  # the field; the order of the base point
D = -121665 * pow(121666, -1, P) % P
def add(p, q):
    (x, y, z), (u, v, w) = p, q
    a, t = z * w % P, D * (x * u % P) * (y * v % P) % P
    minus, plus = (a * a - t) % P, (a * a + t) % P
    return (x * v + y * u) * a * minus % P, (y * v + x * u) * a * plus % P, plus * minus % P
def decode_point(raw):
    odd, y = divmod(int.from_bytes(raw, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square: x = x * pow(2, (P - 1) // 4, P) % P  # the root is one of these two, if there is one
    need(y < P and x * x % P == square, "a signing key is no point of the curve in its one form")
    point = eight = (x if x % 2 == odd else P - x, y, 1)
    for _ in range(3): eight = add(eight, eight)
    need(eight[0], "a signing key is of low order: it signs everything")  # so is that with x = 0, which would have two forms
    return point
BASE = decode_point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
def is_signed(key, message, signature):
    s, (x, y, _), point = int.from_bytes(signature[32:], "little"), decode_point(key), (0, 1, 1)
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    for bit in reversed(range(253)):  # S·B − k·A, which must be R; with S of L or more every signature would have a second form
        point = add(point, point)
        if s >> bit & 1: point = add(point, BASE)
        if k >> bit & 1: point = add(point, (-x, y, 1))
    x, y = (n * pow(point[2], -1, P) % P for n in point[:2])
    return len(signature) == 64 and s < L and (y | x % 2 << 255).to_bytes(32, "little") == signature[:32]

def signer(name, key, kind=1):  # the hash by which a note names a key says the kind of the signature too: 1 Ed25519, 4 a witness's
    return name, sha256(name.encode() + b"\n" + bytes([kind]) + key)[:4], kind, key
def open_note(raw, known):  # the text of a note (C2SP signed-note), and who of those known signed it, none wrongly; others tell nothing
    text, _, block = raw.decode("utf-8").rpartition("\n\n")
    match(f"(— {NAME} [A-Za-z0-9+/]+=*\n){{1,100}}", block)
    need(not re.search(r"[\x00-\x09\x0b-\x1f]", text), "a control character")
    lines = [(name, parse_base64(line, range(5, 1000))) for name, line in re.findall("— (.*) (.*)\n", block)]
    first = {(name, line[:4]): line[4:] for name, line in reversed(lines)}
    signed = [one for one in known if one[:2] in first]
    for name, key_hash, kind, key in signed:
        message, signature = (text + "\n").encode(), first[name, key_hash]
        if kind == 4:  # cosignature/v1 of C2SP tlog-cosignature, with its time in seconds since 1970
            message, signature = b"cosignature/v1\ntime %d\n%s" % (int.from_bytes(signature[:8], "big"), message), signature[8:]
        need(is_signed(key, message, signature), f"the signature of {name} is wrong")
    return text + "\n", signed
def merkle_root(leaves):  # of RFC 6962: to pair from the left, an odd one going up as it is, makes the RFC's tree
    while len(leaves) > 1:
        leaves = [sha256(b"\1" + leaves[i] + leaves[i + 1]) for i in range(0, len(leaves) - 1, 2)] + leaves[len(leaves) & ~1:]
    return leaves[0] if leaves else sha256(b"")
def root_from(leaf, at, size, path):  # the root of a tree, from one of its leaves and the hashes beside the way up
    if size == 1:
        need(not path, "a path is too long")
        return leaf
    left, (*path, beside) = 1 << (size - 1).bit_length() - 1, path
    if at < left: return sha256(b"\1" + root_from(leaf, at, left, path) + beside)
    return sha256(b"\1" + beside + root_from(leaf, at - left, size - left, path))

NAMES = ("manifest.json", "checkpoint.txt", "seal.txt", "notices.json", "counts.txt", "codes.txt", "leaves.txt", "result.json",
         "invalid.txt", "proof.bin", "credentials.txt", "pollbook.txt", "handed.txt", "recounts.json")
def read_zip(data):  # the files by name. The zip has one byte form, so that every program finds the same in it: write it again, and compare
    files, entries, directory = {}, b"", b""
    for name in NAMES:
        at, start = len(entries), len(entries) + 30 + len(name)
        files[name.split(".")[0]] = content = data[start:start + int.from_bytes(data[at + 22:at + 26], "little")]
        # version 20, name in UTF-8, stored, 1980-01-01 00:00, no extra field
        header = struct.pack("<5H3L2H", 20, 0x800, 0, 0, 0x21, zlib.crc32(content), len(content), len(content), len(name), 0)
        directory += b"PK\1\2\24\0" + header + struct.pack("<3H2L", 0, 0, 0, 0, at) + name.encode()
        entries += b"PK\3\4" + header + name.encode() + content
    end = b"PK\5\6" + struct.pack("<4H2LH", 0, 0, len(files), len(files), len(directory), len(entries), 0)
    need(entries + directory + end == data and len(data) <= 512 << 20, f"it is not the one zip of {', '.join(NAMES)} in this order")
    need(all(len(files[name]) <= 8 << 20 for name in ("manifest", "notices", "result")), "a file of JSON has more than 8 MiB")
    return files

# The manifest: the election as frozen when it opened.
FRACTION, PEOPLE, FILE = [range(1, 101)], range(1, 10**7 + 1), HASH + "|"  # the hash of a file that may not be there
GROUPS, KIND = [range(1, 101)], "(?s:.{1,100})"
CLASS = {"weight": range(1, 10**10 + 1), "people": PEOPLE, "groups?": GROUPS}
LISTS = {"sizes": [range(1, 401)], "ballot": "closed|erasures|free", "within": "order|votes", "bar?": range(1, 51),
         "ties": "lot|votes", "age?": [range(401)], "minority?": [range(401)], "least?": range(1, 401)}
THRESHOLD = {"more?": FRACTION, "least?": FRACTION, "of": "decided|cast|electorate"}
TEXTS = [{"language": "[a-z]{2}", **dict.fromkeys(["title?", "description?", "text?", "name?", "affiliation?"], "(?s:.+)")}]
QUESTION = {"id": ID, "title": TEXT, "text": TEXT, "method": "[a-z-]+", "seats": IN_JSON, "min": IN_JSON, "max": IN_JSON, "each?": IN_JSON,
            "draw": bool, "last?": bool, "threshold?": THRESHOLD, "peopleThreshold?": THRESHOLD, "keepThreshold?": bool,
            "lists?": LISTS, "evidence": "papers|stages", "groups?": GROUPS, "translations?": TEXTS,
            "quotas?": [{"kind": KIND, "least?": range(1, 101), "most?": range(1, 101)}],
            "options": [{"id": ID, "name": TEXT, "affiliation": TEXT, "description": TEXT, "photoSha256": FILE, "solidSha256": FILE,
                         "kind?": KIND, "translations?": TEXTS}]}
MANIFEST = {"version": range(4, 5), "electionId": ID, "title": TEXT, "description": TEXT, "translations?": TEXTS, "timeZone": TEXT,
            "opensAt": TEXT, "closesAt": TEXT, "shuffleCandidates": bool, "questions": [QUESTION], "groups?": ["[^;]{1,100}"],
            "quorum?": {"least": FRACTION, "of?": "weights|both"}, "signingKey": TEXT, "sealedSize": IN_JSON,
            "electorate?": {"size": PEOPLE, "weightDecimals?": range(1, 5), "classes": [CLASS], "rollHash": HASH},
            "custody": "server|holders", "threshold": range(1, 10), "suite": "MLKEM768X25519/HKDF-SHA256/ChaCha20Poly1305",
            "holders": [{"name": "(?s:.{1,100})", "publicKey": TEXT, "signingKey": TEXT, "root?": TEXT, "path?": [TEXT]}],
            "number?": range(31), "keepBoxDays?": range(1, 3654), "pollBook?": {"lines": PEOPLE, "hash": HASH},  # number: of the keys
            "papers?": range(1, 10**5 + 1), "proof?": bool,
            "witnesses?": {"needed": range(1, 10), "keys": [{"name": "(?!ostrakon/)(?=.{1,100}$)" + NAME, "key": TEXT}]}}
# Of each method: what the evidence shows, whether there may be several seats, and whether the lot draws (None: as the question says).
METHODS = {"motion": ("votes", False, False), "plurality": ("votes", True, None), "block": ("votes", True, None),
           "approval": ("votes", True, None), "irv": ("used", False, True), "stv": ("used", True, True),
           "schulze": ("prefers", True, None), "star": ("stars fives prefers", False, True), "confirm": ("votes against", True, None),
           "cumulate": ("votes", True, None), "dhondt": ("votes", True, True), "sainte-lague": ("votes", True, True),
           "hare": ("votes", True, True), "quotient": ("votes", True, True)}
STEP = {"dhondt": 1, "sainte-lague": 2, "hare": 0, "quotient": 1}  # of methods for lists: between the divisors, which begin with 1
ORDERED = ("plurality", "block", "approval", "schulze", "confirm", "cumulate")  # methods that elect the first of an order
UNIT = {"irv": 1, "stv": 100000}  # of a vote
def check_rules(q, electorate):
    n, least, most, t, (shown, several, draw) = len(q["options"]), q["min"], q["max"], q.get("threshold"), METHODS[q["method"]]
    need(("lists" in q) == (q["method"] in STEP) and ("quotas" not in q or q["method"] in ORDERED), "lists or quotas")
    amounts = q["method"] == "cumulate"  # of marks, of which an option may have several
    each = (amounts or q.get("lists", {}).get("ballot") == "free") and range(1, most + 1)
    need(q["each"] in each if each else "each" not in q, f"{q.get('each')} marks for one option, {most} for all")
    need("last" not in q or q["last"] and q["method"] not in ("motion", *STEP), "a last option")
    if "lists" in q: return check_lists(q, n, q["lists"], q["method"] == "quotient")
    need((1 if q["method"] == "confirm" else 2) <= n <= 100, f"{n} options")
    need(1 <= q["seats"] <= min(n - ("last" in q), n if several else 1), f"{q['seats']} seats for {n} options")
    need(1 <= most <= (min(n * q["each"], 99) if amounts else n) and least <= most, f"{least} to {most} marks")
    need("stars" not in shown or least <= 1, "two stars or more of a paper")
    need(most == n or " " not in shown, "stars, or yes and no, for some options only")
    need(draw in (None, q["draw"]) and (q["evidence"] == "papers" or shown == "used"), "draw or evidence of another method")
    need(q["method"] != "motion" or [o["name"] for o in q["options"]] == ["yes", "no", "abstain"] and least == most == 1, "a motion")
    need(t or q["method"] not in ("motion", "confirm"), "no threshold")
    need(not t or "votes" in shown and not amounts, "a threshold of another method")
    need("peopleThreshold" not in q or q["method"] == "motion" and electorate, "a threshold of people")
    for one in filter(None, (t, q.get("peopleThreshold"))):
        need(electorate or one["of"] != "electorate", "a threshold of an electorate that is not there")
        need(len(one) == 2 and is_fraction(one.get("least") or one["more"], "more" in one), f"threshold {one}")
    need("keepThreshold" not in q or q["keepThreshold"] and t and q["method"] != "motion", "a threshold that is kept")
    if "quotas" in q: check_quotas(q, n - ("last" in q), q["quotas"], [o.get("kind") for o in q["options"]])
def check_quotas(q, stand, quotas, kinds):
    names, seats = [x["kind"] for x in quotas], q["seats"]
    need(quotas and len(set(names)) == len(names), "no quotas, or two of a kind")
    need(set(names) <= set(kinds[:stand]) and not set(names) & set(kinds[stand:]), "a quota of nobody, or of a last option")
    need(all(len(x) > 1 and x.get("least", 0) <= x.get("most", seats) <= seats for x in quotas), "a quota of no or too many seats")
    room = stand - sum(max(0, kinds.count(x["kind"]) - x.get("most", seats)) for x in quotas)
    need(sum(x.get("least", 0) for x in quotas) <= seats <= room, "quotas that cannot all hold")
def check_lists(q, n, lists, averages):  # averages: the quotient's
    sizes, free, least = lists["sizes"], lists["ballot"] == "free", lists.get("least", 0)
    candidates, minority = list(range(len(sizes) + 1, n + 1)), lists.get("minority", [])
    need(2 <= len(sizes) <= 100 and sum(sizes) == len(candidates) and n <= 400, f"{len(sizes)} lists, {n} options")
    need(1 <= q["seats"] <= sum(sizes), f"{q['seats']} seats for {sum(sizes)} candidates")
    need(q["min"] <= 1 <= q["max"] <= (99 if free else 1), f"{q['max']} marks")
    need(q["draw"] and q["evidence"] == "papers", "draw or evidence of another method")
    need(not {"threshold", "peopleThreshold", "keepThreshold"} & q.keys(), "a threshold of another method")
    need(lists["ballot"] != ("free" if averages else "erasures"), "a ballot of another method")
    need((lists["within"], lists["ballot"]) != ("votes", "closed"), "closed lists whose candidates have votes")
    need(not averages or "bar" not in lists and lists["ties"] == "votes", "a bar or ties with averages")
    need(sorted(lists.get("age", candidates)) == candidates, "ages of others than the candidates")
    need(minority == sorted(set(minority) & set(candidates)), "a minority of others than candidates")
    need(("least" in lists) == ("minority" in lists) == bool(minority), "a minority without seats or candidates")
    need(least <= (q["seats"] if q["method"] in ("dhondt", "sainte-lague") else 0), f"{least} seats of a minority")
def is_fraction(part, below=0): return len(part) == 2 and part[0] + below <= part[1]
def check_keys(m, size):  # size of a sealed ballot without what it has for each holder
    holders, witnesses = m["holders"], m.setdefault("witnesses", {"needed": 0, "keys": []})
    need(m["threshold"] <= len(holders) <= 9 and m["sealedSize"] == size + 1168 * len(holders), "wrong numbers of holders or bytes")
    need(m["custody"] == "holders" or [holder["name"] for holder in holders] == ["server"], "a key that the server does not hold")
    need(witnesses["needed"] <= len(witnesses["keys"]) <= 9, "wrong numbers of witnesses")
    signing = [m["signingKey"]] + [holder["signingKey"] for holder in holders] + [witness["key"] for witness in witnesses["keys"]]
    for key in signing: decode_point(parse_base64(key, [32]))
    once = signing + [parse_base64(holder["publicKey"], [1216]) for holder in holders] + [w["name"].encode() for w in witnesses["keys"]]
    need(len(set(once)) == len(once), "a key or a witness is there twice")
    need(m["custody"] == "holders" or not {"number", "keepBoxDays"} & m.keys() and len(holders[0]) == 3, "keys with a number")
    for h in holders if m["custody"] == "holders" else ():
        leaf, path = sha256(b"\0" + b"".join(base64.b64decode(h[key]) for key in ("publicKey", "signingKey"))), h["path"]
        root = root_from(leaf, m["number"], 31, [parse_base64(node, [32]) for node in path])
        need(root == parse_base64(h["root"], [32]), f"keys of {h['name']!r} that are not under their root")
def say_number(m):  # the number by which people compare the keys
    roots = b"".join(base64.b64decode(h["root"]) for h in m["holders"])
    hashed = sha256(b"ostrakon/keys/4\0" + bytes([m["threshold"]]) + roots + base64.b64decode(m["signingKey"]))
    number = base64.b32encode(hashed[:10]).decode()
    rehearsal = "" if m["number"] else ". This was a rehearsal: it decides nothing."
    return f"; keys {m['number']} of key number {' '.join(re.findall('....', number))}{rehearsal}"
def are_groups(numbers, names): return [] < numbers == sorted(set(numbers)) and numbers[-1] <= len(names)
def is_for(q, c): return "groups" not in q or bool(set(q["groups"]) & set(c.get("groups", [])))  # a question is for a class of people
def turnout(classes, ballots, of=lambda c: True):  # ballots are numbers by class: how many are of some classes, and what these weigh
    some = [(ballots[n], c["weight"]) for n, c in enumerate(classes, 1) if of(c)]
    return {"people": sum(n for n, _ in some), "cast": sum(n * weight for n, weight in some)}
def all_people(m, of=lambda c: True):  # as if everybody had voted
    classes = m.get("electorate", {"classes": []})["classes"]
    return turnout(classes, {n: c["people"] for n, c in enumerate(classes, 1)}, of)
def parse_manifest(raw):
    m = parse_json(raw, MANIFEST)
    questions, options, electorate = m["questions"], [o for q in m["questions"] for o in q["options"]], m.get("electorate")
    n = len({thing["id"] for thing in questions + options})
    need(1 <= len(questions) <= 40 and len(options) <= 400 and n == len(questions + options), "too many questions or options, or one twice")
    for time in filter(None, (m["opensAt"], m["closesAt"])): check_time(time)
    for q in questions: check_rules(q, electorate)
    check_keys(m, 65 + len(options))
    if electorate:
        classes, all_votes = [(c["weight"], c.get("groups", [])) for c in electorate["classes"]], all_people(m)
        need(all(a < b for a, b in zip(classes, classes[1:])) and len(classes) <= 1000, "1000 classes or fewer do not rise")
        need(all_votes["people"] == electorate["size"] and all_votes["cast"] <= 10**10, "classes that are not of all people, or too heavy")
    names = m.get("groups", [])
    need("groups" not in m or electorate and 1 <= len(names) == len(set(names)) <= 100, "wrong names of groups")
    for thing in questions + (electorate["classes"] if electorate else []):
        need("groups" not in thing or are_groups(thing["groups"], names), f"groups {thing.get('groups')} of {len(names)}")
    for thing in [m] + questions + options:
        languages = [one["language"] for one in thing.get("translations", [])]
        need("translations" not in thing or 0 < len(set(languages)) == len(languages), "translations: none, or a language twice")
    lines = electorate and m.get("number") and m.get("pollBook", {"lines": 0})["lines"]
    need("pollBook" not in m or lines and lines >= electorate["size"], "a poll book")
    need("quorum" not in m or electorate and is_fraction(m["quorum"]["least"]), "a quorum")
    plain = electorate and not {*m, *electorate} & {"groups", "weightDecimals"} and not any("peopleThreshold" in q for q in questions)
    alike = plain and [c["weight"] for c in electorate["classes"]] == [1]
    if "proof" in m:
        need(m["proof"] and electorate and all_votes["cast"] < 1 << 30, "a proof without an electorate, or with too much weight")
        cells, _, totals = lay_out(questions, electorate["classes"])
        need(cells and proof_size(cells, len(totals), all_votes["people"], [1] * ROUNDS) <= 256 << 20, "a proof of nothing, or of too much")
    need("papers" not in m or alike, "printed papers where people have weights or groups, or count beside weights")
    return m

# The evidence: what is published of the papers of a question. Options are numbered from 1, so figures[x - 1] is that of option x.
DECIDED = ("no", "yes", "unknown")  # whether a draw decided who was elected
def parse_papers(raw, questions):  # what follows of printed papers: the number thrown for the draw, and then the same
    first, *rest = parse_lines(raw, lambda line: match("paper (.+)", line)[1] + "\n") or [""]
    return int(match("0 (0|[1-9][0-9]{0,8}) lot\n", first)[1]), *parse_counts("".join(rest).encode("ascii"), questions)
def parse_counts(raw, questions):  # of counts.txt: the weight of invalid papers, and the evidence of each question
    rows = collections.deque(parse_lines(raw, lambda line: match(f"({NUMBER}) ({NUMBER}) (.+)", line).groups()))
    def take(key):
        question, n, found = rows.popleft() if rows else ("", "", "the end")
        need((question, found) == (str(number), key), f"{question} {found[:80]} where there should be {number} {key}")
        return int(n)
    number = 0  # of the question whose lines are taken
    invalid, evidence = take("invalid"), []
    for number, q in enumerate(questions, 1):
        shown, options = METHODS[q["method"]][0] if q["evidence"] == "papers" else "", range(1, len(q["options"]) + 1)
        each = lambda name: [take(f"{name} {x}") for x in options if name in shown]
        e = {"papers": take("papers"), "blank": take("blank"), "votes": each("votes") + each("stars"),
             "people": [take(f"people {x}") for x in options if "peopleThreshold" in q],
             "against": each("against"), "fives": each("fives"), "used": [],
             "prefers": [[take(f"prefers {a}>{b}") if a != b else 0 for b in options] for a in options if "prefers" in shown],
             "drawDecided": DECIDED[take("drawDecided") if shown == "used" else 0]}
        while shown == "used" and rows and rows[0][0] == str(number):
            _, n, key = rows.popleft()
            e["used"].append((int(n), [int(x) for x in match(f"used ({NUMBER}(?:,{NUMBER})*)", key)[1].split(",")]))
        evidence.append(e)
    need(not rows, "a line too many")
    return invalid, evidence
def check_evidence(q, e):  # refuses what no papers can give
    shown, papers, votes, prefers = METHODS[q["method"]][0], e["papers"], e["votes"], e["prefers"]
    ways, weights = [way for _, way in e["used"]], [weight for weight, _ in e["used"]]
    need(q["min"] == 0 or e["blank"] == 0, "blank papers where a mark is required")
    if "lists" in q: return check_list_votes(q, papers, votes)
    need(shown != "votes" or papers * max(q["min"], 1) <= sum(votes) <= papers * q["max"], "votes for more or fewer papers")
    need(shown != "votes" or max(votes) <= papers * q.get("each", 1), "more votes than papers")
    need(all(yes + no <= papers for yes, no in zip(votes, e["against"])), "more answers than papers")
    need(all(5 * five <= stars <= 5 * papers for stars, five in zip(votes, e["fives"])), "stars that the papers cannot have")
    need(all(n + other[a] <= papers for a, row in enumerate(prefers) for n, other in zip(row, prefers)), "more preferences than papers")
    need(all(a < b for a, b in zip(ways, ways[1:])), "used papers are not sorted")
    need(all(0 < min(way) <= max(way) <= len(q["options"]) and len(set(way)) == len(way) <= q["max"] for way in ways), "wrong used papers")
    need(0 not in weights and sum(weights) == papers * (shown == "used"), "used papers that are not all papers")

def add_evidence(q, a, b):  # of ballots and of printed papers, which have to be evidence each by itself
    for e in (a, b) if q["evidence"] == "papers" else ():
        check_evidence(q, e)
        need(e["papers"] or e["drawDecided"] == "no", "a draw decided without papers")
    need(not (a["papers"] and b["papers"]) or a["drawDecided"] == b["drawDecided"], "a draw decided, and it did not")
    sums, used = lambda x, y: [n + m for n, m in zip(x, y)], collections.Counter()
    for weight, way in a["used"] + b["used"]: used[tuple(way)] += weight
    return {"papers": a["papers"] + b["papers"], "blank": a["blank"] + b["blank"],
            "used": [(n, list(way)) for way, n in sorted(used.items())],
            "prefers": [sums(x, y) for x, y in zip(a["prefers"], b["prefers"])], "drawDecided": (a if a["papers"] else b)["drawDecided"],
            **{name: sums(a[name], b[name]) for name in ("votes", "people", "against", "fives")}}
def by_list(sizes, figures):  # of the candidates of each list; the lists themselves come first
    return [figures[end - size:end] for size, end in zip(sizes, itertools.accumulate(sizes[1:], initial=len(sizes) + sizes[0]))]
def check_list_votes(q, papers, votes):
    ballot, sizes, most = q["lists"]["ballot"], q["lists"]["sizes"], q["max"]
    for of, given in zip(votes, by_list(sizes, votes)):
        top = {"closed": 0, "erasures": of, "free": papers * q.get("each", 0)}[ballot]
        need(of <= papers * most and max(given) <= top and (ballot != "erasures" or sum(given) >= of), "wrong votes for a list")
    need(papers <= sum(votes if ballot == "free" else votes[:len(sizes)]) <= papers * most, "wrong votes for the lists")

# The count. An outcome begins with the evidence; who is elected, and how, is added to it.
def most(options, figure):
    top = max(map(figure, options))
    return [x for x in options if figure(x) == top]
def needed(t, whole):  # the votes that reach a threshold's part of the whole
    n, d = t.get("more") or t["least"]
    return whole * n // d + 1 if "more" in t else max(1, -(-whole * n // d))
def meets(q, o, x):  # whether an option has the votes that it needs; of yes and no it needs a part of its own, and yes may not equal no
    yes, no = o["votes"][x - 1], o["against"][x - 1] if o["against"] else None
    return yes != no and yes >= (needed(q["threshold"], yes + no) if o["against"] and q["threshold"]["of"] == "decided" else o["needed"])
def last(q): return len(q["options"]) if "last" in q else 0  # the option that stands for empty seats
def seated(q, levels):  # whom every order of equals elects, in the order of the levels, and whom some orders elect
    names = [x["kind"] for x in q.get("quotas", [])]
    limits = [(0, 100), *((x.get("least", 0), x.get("most", 100)) for x in q.get("quotas", []))]  # the first is of no kind
    kinds = [names.index(x["kind"]) + 1 if x.get("kind") in names else 0 for x in q["options"]]
    of_kinds = lambda options: [sum(kinds[x - 1] == k for x in options) for k in range(len(limits))]
    above, elected, tied = [0] * len(limits), [], []
    free = q["seats"] - sum(min(n, least) for n, (least, _) in zip(of_kinds(sum(levels, [])), limits))  # not kept for a kind
    for level in levels:
        equals = of_kinds(level)
        wanted = sum(max(0, min(a + n, most) - max(a, least)) for a, n, (least, most) in zip(above, equals, limits))
        for x in level:
            a, n, (least, most) = (values[kinds[x - 1]] for values in (above, equals, limits))
            if a + n <= (most if free >= wanted else least): elected.append(x)
            elif a < (most if free else least): tied.append(x)
        free, above = free - min(free, wanted), [a + n for a, n in zip(above, equals)]
    return elected, tied
def seat(q, o, draw, left, level):  # elects from those left, level by level, but nobody who does not stand before the last option
    levels = []
    while left and last(q) not in (equals := level(left)):
        levels.append(equals)
        left = [x for x in left if x not in equals]
    elected, tied = seated(q, order := levels)
    while tied and q["draw"]:  # one of those who share a seat is drawn, and then stands above their equals
        at = next(i for i, equals in enumerate(order) if tied[0] in equals)
        chosen = draw("seat", [x for x in order[at] if x in tied])
        order = order[:at] + [[chosen], [x for x in order[at] if x != chosen]] + order[at + 1:]
        elected, tied = seated(q, order)
    o["elected"] = elected
    if tied: return o.update(ending="tie", tied=sorted(tied))
    if q["draw"]: levels = [[x] for equals in levels for x in sorted(equals, key=draw.place)]
    succeed(q, o, levels, elected)
    if left and len(elected) < q["seats"]: o["elected"] = elected + [last(q)]
def succeed(q, o, levels, elected):  # whom quotas brought in, and who moves up for those elected
    outside = lambda options: [x for x in options if x not in elected]
    rest, moved, after = [left for left in map(outside, levels) if left], [], []
    if not elected or not rest or q["seats"] == 1 and "quotas" not in q: return
    if "quotas" in q:
        plain, able = seated({**q, "quotas": []}, levels)
        moved = [{"in": x, "out": y} for x, y in zip([x for x in elected if x not in plain + able], outside(plain)[::-1])]
        for refuses in elected: after.append(outside(sum(seated(q, [[x for x in e if x != refuses] for e in levels]), [])))
    o["succession"] = {"moved": moved, "rest": rest, "next": after}
def count_votes(q, o, draw):  # plurality, block, approval, cumulate, confirm: most votes of those who meet the threshold
    votes = lambda x: o["votes"][x - 1]
    some = [x for x in range(1, len(o["votes"]) + 1) if votes(x)]  # nobody is elected without a vote
    left = [x for x in some if meets(q, o, x)]
    missed = [x for x in some if x not in left]
    seat(q, o, draw, left, lambda left: most(left, votes))
    elected = o["elected"]
    if "threshold" in q and len(elected) < q["seats"] and not o["tied"] and last(q) not in elected:
        # one more may stand again than there are empty seats
        again = sorted(map(votes, missed), reverse=True)[:q["seats"] - len(elected) + 1]
        o.update(ending="no_majority", tied=[x for x in missed if votes(x) >= again[-1]])
def count_transfers(q, o, draw):
    """Papers move, stage by stage. irv: until one has more than half of the votes that still count. stv: SSI 2007/42, rules 45 to 52."""
    seats, unit, elected, stages, votes = q["seats"], UNIT[q["method"]], o["elected"], o["stages"], [0] * len(q["options"])
    hopeful, quota, kept = list(range(1, len(votes) + 1)), o["quota"] * unit, 0  # kept: for the seats that the last option of stv won
    held = lambda x, votes: max(0, votes[x - 1] - (kept if x == last(q) else 0))
    papers = [[0, unit, weight, iter(way)] for weight, way in o["used"]]  # who has them, the value of each, how many, where to next
    action, option, part, whole = "first", 0, 1, 1
    while True:  # one stage: an option's papers move on, each at a part of its value, cut to a unit, and some options are elected
        for paper in papers:
            holder, value, weight, rest = paper
            if holder == option:
                paper[:2] = to, value = next(rest, 0), value * part // whole
                need(to in hopeful or to == 0, "a used paper lists an option that the count does not use")
                if to: votes[to - 1] += weight * value
        enough, few = quota or sum(votes) // 2 + 1, len(hopeful) == seats - len(elected)
        winners = [x for x in hopeful if few or held(x, votes) >= enough]
        if last(q) in winners and quota and not few: winners += [last(q)] * (held(last(q), votes) // quota - 1)  # a seat for each quota
        winners.sort(key=lambda x: (-votes[x - 1], x))
        elected, kept = elected + winners, kept + winners.count(last(q)) * quota
        stages.append({"action": action, "option": option, "votes": votes[:], "lost": o["papers"] * unit - sum(votes), "elected": winners})
        if len(elected) == seats: break
        over = [x for x in elected if votes[x - 1] > quota and x != last(q)]
        hopeful = [x for x in hopeful if x not in winners or x == last(q)]
        picked, sign = (over, 1) if over else (hopeful, -1)
        for stage in reversed(stages): picked = most(picked, lambda x: sign * held(x, stage["votes"]))
        option = draw("surplus" if over else "exclusion", picked, len(stages) + 1)
        keep = quota if over else kept if option == last(q) else 0
        action, part, whole = ("surplus", votes[option - 1] - keep, votes[option - 1]) if keep else ("exclude", 1, 1)
        hopeful, votes[option - 1] = [x for x in hopeful if x != option], keep
    o["elected"] = elected
    need(not any(next(rest, 0) for _, _, _, rest in papers), "a used paper lists an option that the count does not use")
def count_schulze(q, o, draw):  # Schulze, Social Choice and Welfare 36 (2011), section 2, with winning votes
    prefers, n = o["prefers"], range(len(o["prefers"]))
    o["paths"] = paths = [[prefers[a][b] if prefers[a][b] > prefers[b][a] else 0 for b in n] for a in n]
    for via, a in itertools.product(n, n):
        paths[a] = [max(p, min(paths[a][via], onward)) if a != b else 0 for b, p, onward in zip(n, paths[a], paths[via])]
    seat(q, o, draw, [a + 1 for a in n],
         lambda left: [x for x in left if all(paths[x - 1][y - 1] >= paths[y - 1][x - 1] for y in left)])
def count_star(q, o, draw):  # score, then automatic runoff; ties as starvoting.org breaks them
    stars, fives, got = (lambda x: o["votes"][x - 1]), (lambda x: o["fives"][x - 1]), o["finalists"]
    wins = lambda x, group: sum(o["prefers"][x - 1][y - 1] > o["prefers"][y - 1][x - 1] for y in group)
    while len(got) < 2:
        tied = most([x for x in range(1, len(o["votes"]) + 1) if x not in got], stars)
        while len(tied) > 2 - len(got):
            group = most(tied, lambda x: wins(x, tied))
            if len(group) == len(tied): group = most(tied, fives)
            tied = group if len(group) < len(tied) else [draw("finalist", tied)]
        got += tied
    for figure in (lambda x: wins(x, o["finalists"])), stars, fives: got = most(got, figure)
    o["elected"] = [draw("winner", got)]
def exact(number): return fractions.Fraction(*number)
def number_of(q, x, seats):  # what a list has for its next seat
    return [x["votes"], x["parts"] * (seats * STEP[q["method"]] + 1)]
def contenders(rules, votes):  # the lists; their candidates in the order in which they are elected
    lists, ballot = [], rules["ballot"]
    for papers, candidates in zip(votes, by_list(rules["sizes"], range(1, len(votes) + 1))):
        given = {c: votes[c - 1] for c in candidates}
        own = {"closed": papers, "erasures": sum(given.values()), "free": papers + sum(given.values())}[ballot]
        if ballot == "erasures": given = {c: papers if (papers - n) * 10 < papers else n for c, n in given.items()}
        order = sorted(candidates, key=lambda c: -given[c] if rules["within"] == "votes" else c)
        lists.append({"votes": own, "parts": len(order) if ballot == "erasures" else 1, "order": order, "seats": 0})
    total = sum(x["votes"] for x in lists)
    for x in lists: x["barred"] = x["votes"] * 100 < total * rules.get("bar", 0)
    return lists
def settle(rules, lists, tied, draw):  # one of several lists with equal numbers, and what chose it
    if rules["ties"] == "votes":
        tied = most(tied, lambda i: exact((lists[i - 1]["votes"], lists[i - 1]["parts"])))
        if len(tied) == 1: return tied[0], "votes"
    if "age" in rules: return min(tied, key=lambda i: rules["age"].index(lists[i - 1]["order"][lists[i - 1]["seats"]])), "age"
    return draw("seat", tied), "lot"
def award(q, papers, lists, draw):  # whole quotas, then seat after seat to the largest number or remainder
    seats, step, awards = q["seats"], STEP[q["method"]], []
    quota = {"quotient": papers, "hare": sum(x["votes"] for x in lists if not x["barred"])}.get(q["method"], 0)
    open_lists = [i for i, x in enumerate(lists, 1) if x["votes"] and not x["barred"]]
    def give(i, by, number, tie=""):
        lists[i - 1]["seats"] += 1
        awards.append({"list": i, "by": by, "number": number, "tie": tie})
    for i in open_lists if quota else ():
        x = lists[i - 1]
        number = [x["votes"] * seats, x["parts"] * quota]
        for _ in range(min(number[0] // number[1], len(x["order"]))): give(i, "quota", number)
    def number(i):
        x = lists[i - 1]
        return number_of(q, x, x["seats"]) if step else [x["votes"] * seats % quota, quota]
    taken = set()  # whose remainder has got a seat, in this round
    while len(awards) < seats:
        left = [i for i in open_lists if lists[i - 1]["seats"] < len(lists[i - 1]["order"])]
        if not left: break
        if not set(left) - taken: taken = set()
        first = most([i for i in left if i not in taken], lambda i: exact(number(i)))
        chosen, tie = (first[0], "") if len(first) <= seats - len(awards) else settle(q["lists"], lists, first, draw)
        if not step: taken.add(chosen)
        give(chosen, "number" if step else "remainder", number(chosen), tie)
    return awards
def give_minority(q, lists, held, draw):  # WO BetrVG section 15(5); held: a list, a candidate and a number for each seat
    minority, used, moves = q["lists"].get("minority", []), [x["seats"] for x in lists], []
    def free(i):
        seated = [s["candidate"] for s in held]
        return next((c for c in lists[i - 1]["order"] if c in minority and c not in seated), 0)
    while sum(s["candidate"] in minority for s in held) < q["lists"].get("least", 0):
        others = [s for s in held if s["candidate"] not in minority]
        if not others: break
        lowest = most(others, lambda s: -exact(s["number"]))
        i = draw("exclusion", [s["list"] for s in lowest])
        seat = next(s for s in lowest if s["list"] == i)
        move = {"from": i, "out": seat["candidate"], "to": i, "in": free(i), "number": seat["number"]}
        if not move["in"]:
            left = [j for j, x in enumerate(lists, 1) if x["votes"] and not x["barred"] and free(j)]
            if not left: break
            to = draw("seat", most(left, lambda j: exact(number_of(q, lists[j - 1], used[j - 1]))))
            move.update(to=to, number=number_of(q, lists[to - 1], used[to - 1]))
            move["in"] = free(to)
            used[to - 1] += 1
        seat.update(list=move["to"], candidate=move["in"], number=move["number"])
        moves.append(move)
    return moves
def count_lists(q, o, draw):
    lists = contenders(q["lists"], o["votes"])
    awards = award(q, o["papers"], lists, draw)
    next_one = [iter(x["order"]) for x in lists]
    held = [{"list": a["list"], "candidate": next(next_one[a["list"] - 1]), "number": a["number"]} for a in awards]
    moves, shown = give_minority(q, lists, held, draw), []
    for i, x in enumerate(lists, 1):
        elected = sorted(s["candidate"] for s in held if s["list"] == i)
        shown.append({**{name: x[name] for name in ("votes", "parts", "barred")}, "seats": len(elected), "elected": elected})
    o.update(elected=[s["candidate"] for s in held], allocation={"lists": shown, "awards": awards, "moves": moves})
    if o["papers"] and not awards: o["ending"] = "no_majority"
COUNT = {"irv": count_transfers, "stv": count_transfers, "schulze": count_schulze, "star": count_star,
         **dict.fromkeys(STEP, count_lists)}  # all others: count_votes
def start(q, e, base):  # the outcome before anything is counted
    t, papers, votes = q.get("threshold"), e["papers"], e["votes"]
    o = dict(e, ending="elected" if papers else "no_votes", base=0, needed=0, elected=[], tied=[], finalists=[], stages=[], draws=[],
             quota=papers // (q["seats"] + 1) + 1 if q["method"] == "stv" and papers else 0,
             paths=[] if e["fives"] else e["prefers"])  # these are all 0 without papers, and counted otherwise
    if t and not (e["against"] and t["of"] == "decided"):  # of yes and no each option has a part of its own
        whole = dict(base, decided=sum(votes[:2]) if q["method"] == "motion" else papers)[t["of"]]
        o.update(base=whole, needed=needed(t, whole))
    if q["method"] == "motion":
        passes = votes[0] >= o["needed"] and votes[0] != votes[1]
        if t := q.get("peopleThreshold"):  # each paper is one, whatever it weighs
            (yes, no, _), whole = e["people"], dict(base["people"], decided=sum(e["people"][:2]))[t["of"]]
            met = yes >= (enough := needed(t, whole)) and yes != no
            o["byPeople"], passes = {"votes": e["people"], "base": whole, "needed": enough, "met": met}, passes and met
        o["ending"] = "passed" if passes else "rejected"
    return o
def vacate(q, o):  # the seats that the last option won stay empty
    if last(q) in o["elected"]: o.update(ending="vacant", elected=[x for x in o["elected"] if x != last(q)])
    return o
def count(q, e, places, base):  # the outcome; places: of the options in the draw; base: the weights cast and of the electorate
    def once(at=None, other=None):  # draw number `at`, from 0, gives another option
        o = start(q, e, base)
        def draw(purpose, among, stage=0):  # by lot, where there are several: the smallest place is preferred, the largest excluded
            if len(among) == 1: return among[0]
            chosen = (max if purpose == "exclusion" else min)(among, key=lambda x: places[x - 1])
            if at == len(o["draws"]): chosen = other
            o["draws"].append({"stage": stage, "for": purpose, "among": sorted(among), "chosen": chosen})
            return chosen
        draw.place = lambda x: places[x - 1]
        if (o["papers"] or "lists" in q) and q["method"] != "motion": COUNT.get(q["method"], count_votes)(q, o, draw)
        return vacate(q, o)
    check_evidence(q, e)
    o = once()
    need(o["draws"] or o["drawDecided"] == "no", "a draw decided, but there was none")
    if q["method"] in UNIT: return o  # another draw would have used other parts of the papers, so the evidence says whether it decided
    others = [(at, other) for at, d in enumerate(o["draws"]) for other in d["among"] if other != d["chosen"]]
    decided = any(set(once(at, other)["elected"]) != set(o["elected"]) for at, other in others[:100])
    return dict(o, drawDecided="yes" if decided else "unknown" if len(others) > 100 else "no")
def stated(q, e, given):  # the outcome of a question that shows stages but no papers to count, as the result has it
    option, votes = range(1, len(q["options"]) + 1), [IN_JSON]
    form = {"drawDecided": "|".join(DECIDED),
            "stages": [{"action": TEXT, "option": range(len(option) + 1), "votes": votes, "lost": IN_JSON, "elected": [option]}],
            "draws": [{"stage": IN_JSON, "for": TEXT, "among": [option], "chosen": option}]}
    taken = {name: given[name] for name in form}
    need(fits(taken, form), "a stated outcome has not the members of one, or names an option that does not exist")
    for s in taken["stages"]:
        need(len(s["votes"]) == len(option) and sum(s["votes"]) + s["lost"] == e["papers"] * UNIT[q["method"]], "a stage does not add up")
    elected, seats = [x for s in taken["stages"] for x in s["elected"]], q["seats"] if e["papers"] else 0
    once = [x for x in elected if x != last(q)]
    need(len(elected) == seats and len(once) == len(set(once)), f"the stages elect {elected} for {seats} seats")
    return vacate(q, dict(start(q, e, {}), elected=elected, **taken))
def words(q, o):  # who is elected and who is tied, or else the ending
    who, left = ({kind: ", ".join(repr(q["options"][x - 1]["name"]) for x in o[kind]) for kind in ("elected", "tied")},
                 q["seats"] - len(o["elected"]))
    ending = f"tied for {left} seat{'s' * (left > 1)}: {who['tied']}" if o["ending"] == "tie" else o["ending"]
    return "; ".join(["elected: " + who["elected"]] * bool(o["elected"]) + [ending] * (ending != "elected"))

# The proof of the count: of the three parts of every ballot hashes choose two in each round. Numbers are added and multiplied modulo PRIME.
PRIME, ROUNDS, PROVED = 2**31 - 1, 137, ("plurality", "block", "approval", "motion", "confirm")  # (2/3)**137 < 2**-80
def tagged(name, *parts): return sha256(f"ostrakon/{name}/4\0".encode() + b"".join(parts))
def u32(*numbers): return struct.pack(f">{len(numbers)}L", *numbers)
def elements(seed, n):  # numbers that follow from a seed, four from a hash
    raw = b"".join(tagged("field", seed, u32(i)) for i in range((n + 3) // 4))
    return [x % PRIME for x in struct.unpack_from(f">{n}Q", raw)]
def lay_out(questions, classes):
    """How many cells a ballot has. Its lines: what each adds up to, and each cell with its factor. The totals: each a cell, and what a
    ballot of each class adds to it."""
    cells, lines, totals = 0, [], []
    for q in questions:
        if q["method"] not in PROVED: continue
        width, most = 4 if q["method"] == "confirm" else 1, q["max"]  # cells of an option: yes, no, abstain, none
        blank = cells + width * len(q["options"])
        options, cells = range(cells, blank, width), blank + 1 + most - max(q["min"], 1)
        if width == 4: lines += [(1, [(x + i, 1) for i in range(4)]) for x in options]
        marks = [x + i for x in options for i in range(3 if width == 4 else 1)]
        lines.append((most, [(x, 1) for x in (*marks, *range(blank + 1, cells))] + [(blank, most)]))
        people, weights = [int(is_for(q, c)) for c in classes], [c["weight"] * is_for(q, c) for c in classes]
        totals += [(x, weights) for x in (blank, *options)]
        totals += [(x, people) for x in options if "peopleThreshold" in q] + [(x + 1, weights) for x in options if width == 4]
    return cells, lines, totals
def proof_size(cells, totals, ballots, opens):
    return sum(8 * totals + 168 + ballots * (96 + 4 * cells * (e > 0)) for e in opens)
def check_proof(raw, statement, layout, said, counted):  # what counts.txt says of the totals; of each ballot its class and its commitment
    (cells, lines, totals), n, head, by_class = layout, len(said), 8 * len(said) + 96, collections.Counter(c for c, _ in counted)
    need(all(c <= len(totals[0][1]) for c in by_class), "a ballot of no class")
    most = [sum(k * scale[c - 1] for c, k in by_class.items()) for _, scale in totals]
    need(all(total <= top < PRIME for total, top in zip(said, most)), "a total is more than the ballots can give")
    zeds, at = ROUNDS * head, ROUNDS * (head + 8)
    need(len(raw) >= proof_size(cells, n, len(counted), [0] * ROUNDS), "it is too short")
    first = tagged("first", tagged("statement", statement, u32(*said)), raw[:zeds])
    second = tagged("second", first, raw[zeds:at])
    for _ in range(1024): second = sha256(second)  # so that to try until one suits takes 1,024 times as long
    opens = [byte % 3 for i in range(ROUNDS) for byte in tagged("open", second, u32(i)) if byte < 255][:ROUNDS]
    need(len(raw) == proof_size(cells, n, len(counted), opens), "its length is another")
    running = [hashlib.sha256(b"ostrakon/commitment/4\0") for _ in counted]
    for r, e in enumerate(opens):  # parts e and e + 1 are opened, and of the third there is what it was committed with
        opened, tapes, hashes = (e, (e + 1) % 3), (raw[at:at + 32], raw[at + 32:at + 64]), raw[r * head + 8 * n:(r + 1) * head]
        sums, z = struct.unpack_from(f">{2 * n}L", raw, r * head), struct.unpack_from(">2L", raw, zeds + 8 * r)
        need(max(sums + z) < PRIME, "a number of it is too large")
        sums, z = (sums[:n], sums[n:], [t - a - b for t, a, b in zip(said, sums, sums[n:])]), (*z, -sum(z))
        need(all(tagged("commit", tape) == hashes[32 * p:32 * p + 32] for p, tape in zip(opened, tapes)), "a tape is another")
        at, found, of_class = at + 64, elements(tapes[0], 1)[0] - elements(tapes[1], 1)[0], {}
        for j, (number, _) in enumerate(counted):
            secrets, third, at = (raw[at:at + 32], raw[at + 32:at + 64]), raw[at + 64:at + 96], at + 96
            shown, at = (raw[at:at + 4 * cells], at + 4 * cells) if e else (b"", at)
            x, y = parts = [struct.unpack(f">{cells}L", shown) if p == 2 else elements(s, cells) for p, s in zip(opened, secrets)]
            need(max(x) < PRIME and max(y) < PRIME, "a number of it is too large")
            made = [tagged("commit", s, shown if p == 2 else b"") for p, s in zip(opened, secrets)] + [third]
            running[j].update(b"".join(made[-e:] + made[:-e]))
            mix = elements(tagged("mix", first, u32(r, j)), cells + len(lines))
            found += sum(a * x * (x + 2 * y - 1) for a, x, y in zip(mix, x, y))
            for b, (must, line) in zip(mix[cells:], lines): found += b * (sum(x[i] * k for i, k in line) - must * (e == 0))
            of_class[number] = [list(map(operator.add, *both)) for both in zip(of_class[number], parts)] if number in of_class else parts
        need((found - z[e]) % PRIME == 0, f"round {r}: a ballot is no valid paper")
        for p, side in zip(opened, range(2)):
            for (x, scale), want in zip(totals, sums[p]):
                found = sum(scale[c - 1] * both[side][x] for c, both in of_class.items())
                need((found - want) % PRIME == 0, f"round {r}: the ballots do not add up to the totals")
    need(all(h.digest() == commitment for h, (_, commitment) in zip(running, counted)), "a ballot is another than its device committed to")

# The checks.
SEAL = "ostrakon/seal/4\n" + "".join(f"{name} (?P<{name}>{form})\n" for name, form in {
    "election": ID, "manifest": HASH, "castSize": NUMBER, "castRoot": HASH, "ballots": HASH, "notices": HASH,
    "pollBook": HASH, "counts": HASH, "proof": HASH, "codesRoot": HASH, "result": HASH, "exports": NUMBER, "countedAt": ".*",
    "countedBy": "server|table"}.items())  # without a poll book, or a proof, there is no such line
CANCELLED = "ostrakon/cancelled/4\nelection {election}\nmanifest {manifest}\nreason (?P<reason>.{{1,500}})\n"
def verify(path, known_key="", receipts=(), checkpoints=(), witnesses=(), roll=""):  # prints a line a check; returns who fail
    failed, seal, backup = [], None, ""
    @contextlib.contextmanager
    def check(name, *words):  # nothing done under it may raise; then the words say what holds, or those handed to what it gives
        try:
            yield (said := list(words)).append
            print(f"ok    {name}: {said[0]}")
        except Exception as e:  # what trips this program up is a failure of the input, never a pass
            failed.append(name)
            print(f"FAIL  {name}: {e if type(e) is ValueError else f'{type(e).__name__}: {e}'}")
    def as_sealed(*names):  # a cancellation says less than a seal
        need(seal, "the seal cannot be read, so there is nothing to compare with")
        for name in names: need(have[name] == seal.get(name, have[name]), f"{name} is {have[name]}, the seal says {seal.get(name)}")
    def opened(raw, others=()):  # the text of a note that the installation has signed, and who of the others has
        text, signed = open_note(raw, [installation, *others])
        need(installation in signed, "it is not signed by the key of the manifest")
        return text, signed[1:]
    def parse_checkpoint(raw, others=()):
        text, by = opened(raw, others)
        size, root = match(f"ostrakon/{election}\n({NUMBER})\n(.*)\n", text).groups()
        return int(size), parse_base64(root, [32]), by
    with check("bundle", "every file is there and can be read"):
        data = pathlib.Path(path).open("rb").read(513 << 20)  # more than it may have
        files = read_zip(data)
        codes, casts = parse_lines(files["codes"], parse_code), parse_lines(files["leaves"], parse_cast)
        credentials, stubs = parse_lines(files["credentials"], parse_credential), parse_lines(files["pollbook"], parse_stub)
        handed = parse_lines(files["handed"], parse_handed)
        left_out = parse_lines(files["invalid"], lambda line: bytes.fromhex(match(HASH, line)[0]))
        notices, recounts = parse_json(files["notices"], [TEXT]), parse_json(files["recounts"], [TEXT])
        have = {name: sha256(f"ostrakon/{name}/4\0".encode() + content).hex() for name, content in files.items()}
        have["proof"] = tagged("proof", sha256(files["invalid"]), sha256(files["proof"])).hex()
        cancelled, last = not files["seal"], files["seal"] or (notices or [""])[-1].encode()
        sealed = sha256(last[:last.rfind(b"\n\n") + 1] or last)  # without signatures
        print(f"sha256 {sha256(data).hex()} manifest {have['manifest']} seal {sealed.hex()}")
    if failed: return failed
    with check("manifest") as says:
        m = parse_manifest(files["manifest"])
        questions, key, election, holders = m["questions"], base64.b64decode(m["signingKey"]), m["electionId"], m["holders"]
        installation = signer("ostrakon/" + election, key)
        signers = [signer(f"ostrakon/{election}/holder/{i}", base64.b64decode(h["signingKey"])) for i, h in enumerate(holders, 1)]
        classes = m.get("electorate", {"classes": [{"weight": 1, "people": len(casts)}]})["classes"]
        ballots = collections.Counter(n for n, *_ in casts)
        cast, of_question = turnout(classes, ballots)["cast"], [turnout(classes, ballots, functools.partial(is_for, q)) for q in questions]
        leaves = [sha256(b"\0ostrakon/cast/4\0" + election.encode() + struct.pack(">H", n) + b"".join(rest)) for n, *rest in casts]
        log, at, places = [sha256(b"\0ostrakon/open/4\0" + bytes.fromhex(have["manifest"]))], 0, []
        for place, whose in handed:  # ballots come up to the place of each printed paper
            at, start = min(at + max(0, place - len(log)), len(leaves)), at
            log += leaves[start:at]
            places.append(len(log))
            log.append(sha256(b"\0ostrakon/paper/4\0" + election.encode() + whose))
        log += leaves[at:]
        codes_root = merkle_root([sha256(b"\0ostrakon/codes/4\0" + code) for code in codes])
        have.update(election=election, castSize=str(len(log)), castRoot=merkle_root(log).hex(), codesRoot=codes_root.hex(),
                    ballots=sha256(b"ostrakon/ballots/4\0" + b"".join(sorted(log[1:]))).hex())
        says(f"{m['title']!r}: {len(questions)} questions, frozen when it opened; {m['threshold']} of {len(holders)} hold the key"
             + (say_number(m) if "number" in m else ""))
    if failed: return failed
    with check("signing key", "signed by the key you know" if known_key else f"NOT compared: signed by {m['signingKey']}, see -key"):
        need(known_key in ("", m["signingKey"]), f"the manifest names the key {m['signingKey']}, not {known_key}")
    with check("seal") as says:
        text, by = opened(last, [] if cancelled else signers)
        need(cancelled or len(by) >= m["threshold"], f"{len(by)} holders signed it, {m['threshold']} have to")
        form = SEAL
        for name in {"pollBook", "proof"} - m.keys(): form = re.sub(f"{name} .*\n", "", form)
        found = match(CANCELLED.format(**have) if cancelled else form, text).groupdict()
        if not cancelled: check_time(found["countedAt"])
        seal, log = found, log + [sha256(b"\0ostrakon/end/4\0" + sha256(text.encode()))]
        facts = ", ".join(f"{name} {seal[name]!r}" for name in ("reason", "exports", "countedAt", "countedBy") if name in seal)
        says(f"cancelled, {facts}" if cancelled else f"signed by {len(by)} of {len(holders)} holders, {facts}")
        as_sealed("election", "manifest")
    with check("notices") as says:
        as_sealed("notices")
        end, of = m["closesAt"], f"election {election}\nmanifest {have['manifest']}\n"
        for raw in notices[:-1] if cancelled else notices:
            notice = f"ostrakon/(notice/4\n{of}closesAt|resumed/4\n{of}backupAt) (.*)\nreason .{{1,500}}\n"
            kind, at = match(notice, opened(raw.encode("utf-8"))[0]).groups()
            check_time(at)
            need(kind[0] == "r" or at > end, f"{at} does not put off the end, {end}")
            end, backup = (end, backup or at) if kind[0] == "r" else (at, backup)
        lost = f"; a backup was restored, so ballots cast after {backup} may be lost" if backup else ""
        says(f"{len(notices) - cancelled} published{lost}")
    with check("checkpoint", "its signature is right, and it covers the manifest, the ballots and how the election ended"):
        as_sealed()
        need(parse_checkpoint(files["checkpoint"]) == (len(log), merkle_root(log), []), "its size or root is not that of the log")
    with check("witnesses") as says:
        named, needed = [signer(w["name"], base64.b64decode(w["key"]), 4) for w in m["witnesses"]["keys"]], m["witnesses"]["needed"]
        by = parse_checkpoint(files["checkpoint"], named + [one for one in witnesses if one not in named])[2] if named or witnesses else []
        need(sum(one in by for one in named) >= needed, f"{needed} named witnesses have to cosign the checkpoint, not only {len(by)}")
        for one in witnesses: need(one in by, f"{one[0]} did not cosign the checkpoint")
        says(f"cosigned by {', '.join(one[0] for one in by)}" if by else "none are named")
    with check("cast log", f"{len(casts)} ballots were cast, each once{f'; {len(handed)} papers handed out' * ('papers' in m)}"):
        as_sealed("castRoot", "castSize", "ballots")
        need(len({sealed for _, _, sealed, _ in casts}) == len(casts), "a ballot is there twice")
        need(all(any(commitment) == ("proof" in m) for *_, commitment in casts), "a ballot has a commitment, or none, against the manifest")
        people = {n: c["people"] for n, c in enumerate(classes, 1)}
        more = ballots - collections.Counter(people)
        need(not more, f"more ballots of a class than people belong to it: {dict(more)}")
        need(places == [place for place, _ in handed], "a printed paper is not at its place")
        need(len({whose for _, whose in handed}) == len(handed) <= m.get("papers", 0), "more papers than printed, or one twice")
        need(not handed or len(casts) + len(handed) <= classes[0]["people"], "more ballots and papers than people")
    with check("poll book") as says:
        book, have["pollBook"] = m.get("pollBook"), have["pollbook"]
        need(book or not credentials + stubs, "the manifest has no poll book, and the bundle has one")
        if book:
            keys, firsts = [key for _, line in credentials for key in line], [line[0] for _, line in credentials]
            need(book == {"lines": len(credentials), "hash": have["credentials"]}, "its lines are not those of the manifest")
            need(firsts == sorted(firsts) and len(set(keys)) == len(keys), "its lines do not rise, or a key is there twice")
            need(all(n <= len(classes) for n, _ in credentials), "a line is of a class that does not exist")
            as_sealed("pollBook")
            need([s[0] for s in stubs] == sorted({s[0] for s in stubs}), "stubs are not in the order of lines, each by another")
            for line, at, bound, signature in stubs:
                need(line <= len(credentials) and credentials[line - 1][0], f"line {line} does not exist or cannot be used")
                signed = b"ostrakon/stub/4\0" + election.encode() + bytes.fromhex(have["manifest"]) + bound
                need(is_signed(credentials[line - 1][1][at - 1], signed, signature), f"its key has not signed the stub of line {line}")
            more = ballots.copy()
            more.subtract(credentials[s[0] - 1][0] for s in stubs)
            need(not any(more.values()), f"of these classes there are more ballots, or below 0 more stubs: {dict(more)}")
        says(f"{len(stubs)} stubs for {len(casts)} ballots, by {len(stubs)} of {len(credentials)} lines" if book else
             "none: nothing here shows that the server cast no ballot for people who stayed away")
    for name in ("codes", "counts", "proof", "result", "recounts") if cancelled else ():
        with check(name, "empty, as nothing was counted"):
            need(seal or name == "proof" not in m, "the cancellation cannot be read")
            need(files[name] + files["invalid"] * (name == "proof") == b"[]"[:2 * (name == "recounts")], "it is not empty")
    if not cancelled:
        with check("codes", f"{len(codes)} ballots were opened, and valid"):
            as_sealed("codesRoot")
            need(len(codes) <= len(casts), f"{len(codes)} codes of {len(casts)} ballots")
            need(codes == sorted(codes), "they are not sorted, so their order may reveal something")
        with check("counts", "the papers of each question weigh as much as those that were cast in it"):
            as_sealed("counts")
            counts = files["counts"]
            at = (counts + b"paper ").index(b"paper ") if "papers" in m else len(counts)
            invalid, evidence = parse_counts(counts[:at], questions)
            lot, spoilt, printed = parse_papers(counts[at:], questions) if "papers" in m else (0, 0, [])
            entered = [spoilt + e["papers"] + e["blank"] for e in printed] or [0]
            need(len(set(entered)) == 1 and entered[0] <= len(handed), f"of {len(handed)} papers handed out {entered} were entered")
            need(all(len(e["used"]) <= m["papers"] for e in printed), "more used papers than printed ones")
            closed, most = len(casts) - len(codes), classes[-1]["weight"]
            need(closed <= invalid <= most * closed, f"{closed} ballots not counted, invalid weigh {invalid}")
            need(all(len(e["used"]) <= len(codes) for e in evidence), "more used papers than valid ballots")
            def adds_up(missing, wrong, others):  # what is missing is invalid, and the rest of the invalid ones is of other groups
                need(max(0, wrong - others) <= missing <= wrong, "a question's papers do not weigh as much, or are not as many")
            for q, part, e in zip(questions, of_question, evidence):
                adds_up(part["cast"] - e["papers"] - e["blank"], invalid, cast - part["cast"])
                if "peopleThreshold" in q: adds_up(part["people"] - sum(e["people"]), closed, len(casts) - part["people"])
                need(all(n * classes[0]["weight"] <= v <= n * most for n, v in zip(e["people"], e["votes"])), "votes of other people")
        with check("proof") as says:
            vouch = f"{m['threshold']} of {len(holders)} holders vouch for"
            restored = backup and "notices" not in failed  # a second proof of ballots that were counted before would open them
            if "proof" not in m or restored:
                if restored and "proof" in m: as_sealed("proof")
                need(not files["invalid"] + files["proof"], "there is to be no proof of the count, and the bundle has one")
                says("none" + ", since a backup was restored" * ("proof" in m) + f": {vouch} the count")
            else:
                need("counts" not in failed, "the counts do not hold, so they are not proved")
                as_sealed("proof")
                rest, counted = collections.deque(left_out), []
                for (n, *_, commitment), leaf in zip(casts, leaves):
                    if rest and leaf == rest[0]: rest.popleft()
                    else: counted.append((n, commitment))
                need(not rest, "invalid.txt has another leaf than those of ballots, or not in their order")
                weights = turnout(classes, ballots - collections.Counter(n for n, _ in counted))
                need((len(counted), weights["cast"]) == (len(codes), invalid), "those left out are not as many or as heavy as the invalid")
                statement = bytes.fromhex(have["manifest"] + have["castRoot"]) + sha256(files["invalid"])
                said, by_class = [], collections.Counter(n for n, _ in counted)
                for q, e in zip(questions, evidence):
                    if q["method"] not in PROVED: continue
                    asked = turnout(classes, by_class, functools.partial(is_for, q))["cast"]
                    need(e["papers"] + e["blank"] == asked, "a question's papers weigh more or less than the ballots counted")
                    said += [e["blank"], *e["votes"], *e["people"], *e["against"]]
                check_proof(files["proof"], statement, lay_out(questions, classes), said, counted)
                proved, others = ([repr(q["title"]) for q in questions if (q["method"] in PROVED) == which] for which in (True, False))
                others += [f"the {len(left_out)} ballots called invalid"] * bool(left_out) + ["the printed papers"] * ("papers" in m)
                says(f"the totals of {len(counted)} ballots for {', '.join(proved)}" + f"; {vouch} {', '.join(others)}" * bool(others))
        with check("result") as says:
            need("counts" not in failed, "the counts do not hold, so they are not counted")
            as_sealed("result")
            outcomes, more = [], entered[0]
            result = dict(version=4, electionId=election, manifest=have["manifest"], people=len(casts) + more, cast=cast + more,
                          invalid=invalid + spoilt)
            if "papers" in m: result["paper"] = {"entered": more, "invalid": spoilt}
            if "papers" in m and not codes: codes_root = sha256(b"ostrakon/lot/4\0%d" % lot)
            if "groups" in m:
                result["groups"] = [turnout(classes, ballots, lambda c: n in c.get("groups", [])) for n, _ in enumerate(m["groups"], 1)]
            for i, (q, e, part) in enumerate(zip(questions, evidence, of_question)):
                may, part = all_people(m, functools.partial(is_for, q)), {name: n + more for name, n in part.items()}
                if printed: e = add_evidence(q, e, printed[i])
                lots = [sha256(b"ostrakon/draw/4\0" + codes_root + election.encode() + o["id"].encode()) for o in q["options"]]
                if q["evidence"] == "stages": o = stated(q, e, json.loads(files["result"].decode("utf-8"))["questions"][i])
                else: o = count(q, e, [sorted(lots).index(lot) for lot in lots], {"cast": part["cast"], "electorate": may["cast"],
                    "people": {"cast": part["people"], "electorate": may["people"]}})
                del o["used"], o["people"]
                o.update(part, questionId=q["id"], method=q["method"])
                if printed: o["paper"] = {name: printed[i][name] for name in ("papers", "blank", "votes", "against")}
                if "quorum" in m:
                    (n, d), of = m["quorum"]["least"], m["quorum"].get("of")
                    needed, votes = -(-may["people"] * n // d) * (of != "weights"), -(-may["cast"] * n // d)
                    met = part["people"] >= needed and (not of or part["cast"] >= votes)
                    o["quorum"] = dict({"neededVotes": votes} if of and votes else {}, needed=needed, met=met)
                    if not met: o.update(ending="no_quorum", elected=[], tied=[], succession=None)
                if not o.get("succession"): o.pop("succession", None)
                outcomes.append(o)
            raw = canonical(dict(result, questions=outcomes))
            need(raw == files["result"], f"counting gives {raw[:4000].decode()}, the bundle says {files['result'][:4000]!r}")
            says("; ".join(" ".join([repr(q["title"]), "counted again:" if q["evidence"] == "papers" else "not recounted:", words(q, o)])
                           for q, o in zip(questions, outcomes)))
        with check("recounts", f"{len(recounts)} times counted again, the same"):
            again = as_sealed() or form.replace("seal/4", f"recount/4\nseal {sealed.hex()}") + "((?:missing .{16}\n)*)((?:extra .{16}\n)*)"
            for found, by in [(match(again, text), by) for text, by in (opened(raw.encode("utf-8"), signers) for raw in recounts)]:
                more, less = ([parse_code(line[-16:]) for line in lines.splitlines()] for lines in found.groups()[-2:])
                after = sorted((collections.Counter(codes) - collections.Counter(less) + collections.Counter(more)).elements())
                root, size = merkle_root([sha256(b"\0ostrakon/codes/4\0" + c) for c in after]).hex(), len(codes) - len(less) + len(more)
                need((more, less, root, len(after)) == (sorted(more), sorted(less), found["codesRoot"], size), "its codes do not fit")
                other = {name for name in seal if found[name] != seal[name]} - {"countedAt", "countedBy"}
                sealed_too = other - {"counts", "proof", "codesRoot", "result"}
                need(check_time(found["countedAt"]) or len(by) >= m["threshold"] and not sealed_too, "its box")
                need(not other, f"COUNTED AGAIN, AND IT DIFFERS: at {found['countedAt']}, {len(more)} codes are missing here")
    names = {}  # by id, of the people on the roll
    if roll:
        with check("roll", "it is that of the manifest"): names = parse_roll(pathlib.Path(roll).read_bytes(), m["electorate"]["rollHash"])
    for name in receipts:
        with check("receipt " + name) as says:
            r = parse_receipt(pathlib.Path(name).read_bytes())
            leaf, code, owner, line = bytes.fromhex(r["leaf"]), r.get("code"), r.get("owner"), r.get("line")
            need(r["electionId"] == election, f"it is of another election, {r['electionId']!r}")
            need(not (owner if "pollBook" in m else line), "it has an owner and the election a poll book, or a line and there is none")
            pad, stub_pad = (base64.b64decode(r.get(name, "")) for name in ("pad", "stubPad"))
            _, at, bound, _ = next((s for s in stubs if s[0] == line), (0, 0, b"", b""))
            tied = bound == sha256(b"ostrakon/bound/4\0" + stub_pad + leaf) and line <= len(credentials)
            voter = credentials[line - 1][1][at - 1:at] if tied else owner and [owner.encode()]  # the key of its stub, or the person's id
            need(leaf in leaves or not (tied and voter), "the poll book has its stub, and the log no such ballot: "
                 "it was left out, this is the proof, even without the signature")
            promise = b"ostrakon/receipt/4\0" + election.encode() + leaf
            need(is_signed(key, promise, base64.b64decode(r["signature"])), "its signature is not by the key of the manifest")
            why = f"cast after {backup} and lost when a backup was restored, or left out" if backup else "left out, this is the proof"
            need(leaf in leaves, f"the signed leaf is not in the cast log: the ballot was {why}")
            need(voter or not line, f"line {line} of the poll book has no stub of this ballot")
            tag = sha256(b"ostrakon/tag/4\0" + pad + voter[0]) if voter else None
            need(tag in (None, casts[leaves.index(leaf)][1]), f"the ballot was not cast for {owner or 'the key of its stub'}: another tag")
            need(not (owner and names) or owner in names, f"its ballot was cast for {owner}, who is not on the roll")
            need(not code or cancelled or parse_code(code) in codes, "its ballot was not counted: it did not open or was not valid")
            whose = f", cast for {owner}{f' ({names[owner]!r})' if names else ''}" if owner else f", by line {line}" if line else ""
            says(f"its ballot is in the cast log{whose}{', and was counted' if code and not cancelled else ''}")
    for name in checkpoints:
        with check("checkpoint " + name, "the log only grew since"):
            size, root, _ = parse_checkpoint(pathlib.Path(name).read_bytes())
            else_lost = f"a backup of {backup} was restored since, or the log was rewritten" if backup else ""
            need(1 <= size <= len(log), f"it is of {size} leaves, the log has 1 to {len(log)}: {else_lost or 'it was cut'}")
            need(root == merkle_root(log[:size]), f"at {size} leaves the log was another: {else_lost or 'rewritten, this is the proof'}")
    return failed

if __name__ == "__main__":
    p = argparse.ArgumentParser(description="Check the bundle of a counted election, offline.", allow_abbrev=False)
    p.add_argument("-key", metavar="BASE64", default="", help="the installation's signing key, as published")
    p.add_argument("-witness", metavar="KEY", type=parse_witness, action="append", default=[], help="a witness that must have cosigned")
    p.add_argument("-receipt", metavar="FILE", action="append", default=[], help="a voter's receipt")
    p.add_argument("-roll", metavar="FILE", default="", help="the roll as exported, for the names of the owners of receipts")
    p.add_argument("-checkpoint", metavar="FILE", action="append", default=[], help="a checkpoint kept earlier")
    p.add_argument("bundle", metavar="BUNDLE")
    a = p.parse_args()
    sys.stdout.reconfigure(errors="backslashreplace")  # a name may have letters that this terminal lacks
    sys.exit(1 if verify(a.bundle, a.key, a.receipt, a.checkpoint, a.witness, a.roll) else 0 if a.key else 3)
