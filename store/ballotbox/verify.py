#!/usr/bin/env python3
"""Checks the bundle of a counted election, and counts it again, without a server and without a network.

    python3 verify.py [-key BASE64] [-receipt FILE]... [-checkpoint FILE]... BUNDLE

It follows BUNDLE.md, which says what each file holds and why, and needs nothing but Python 3.8. -key is the installation's
signing key as the organisation published it; a receipt is the JSON that answered a vote, with the member "clientNonce" added
if the voter's client chose one; a checkpoint is one that somebody kept while the election ran. The first line printed tells
this bundle from every other; then comes a line a check. Exit status: 0 when all hold, 1 when one does not, 2 when the arguments
are wrong, 3 when all hold but there was no key to compare, so that anybody may have made the bundle.
"""
import argparse, base64, collections, datetime, hashlib, json, re, struct, sys, zlib
MAX_BUNDLE, MAX_NUMBER = 512 << 20, 2**52 - 1  # bytes of a bundle; the largest number in JSON

def need(holds, words):
    if not holds: raise ValueError(words)
def match(pattern, text):
    found = re.fullmatch(pattern, text)
    need(found, f"{text[:200]!r} is not in its form")
    return found
def sha256(data): return hashlib.sha256(data).digest()

# Ed25519 (RFC 8032, section 5.1). Nothing here is secret, so nothing needs constant time.
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493  # the field; the order of the base point
D = -121665 * pow(121666, -1, P) % P
def decode_point(raw):
    y = int.from_bytes(raw, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    # y is below P, or a point would have two encodings; zero has no negative.
    need(y < P and x * x % P == square and not (x == 0 and sign), "the signing key is no point of the curve in its one form")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P  # extended coordinates: additions without divisions
def add(p, q):
    a, b, c, d = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P, 2 * D * p[3] * q[3] % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P
def times(n, point):
    total = (0, 1, 1, 0)
    for bit in bin(n)[2:]: total = add(add(total, total), point) if bit == "1" else add(total, total)
    return total
BASE = decode_point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
def is_signed(key, message, signature):
    s, (x, y, z, t) = int.from_bytes(signature[32:], "little"), decode_point(key)
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    x, y, z, _ = add(times(s % L, BASE), times(k, (P - x, y, z, P - t)))  # S·B − k·A, which must be R
    x, y = x * pow(z, -1, P) % P, y * pow(z, -1, P) % P
    # With S of L or more every signature would have a second form.
    return len(signature) == 64 and s < L and (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]

# Values as text. Each has one form; any other form of the same value is refused.
DIGITS = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789abcdefghijklmnopqrstuv")  # of base32, as int() reads them
ID = "[a-z2-7]{25}[aeimquy4]"  # 26 characters carry 130 bits for 128: the last one has two spare bits, which are zero
SIZE = "0|[1-9][0-9]{0,15}"
def parse_hex(text, size=32): return bytes.fromhex(match("[0-9a-f]{%d}" % (2 * size), text)[0])
def parse_code(text): return int(match("[A-Z2-7]{16}", text)[0].translate(DIGITS), 32).to_bytes(10, "big")
def parse_cast(line):
    weight, sealed = match("([1-9][0-9]{0,2}|1000) ([0-9a-f]{64})", line).groups()
    return int(weight), bytes.fromhex(sealed)
def parse_base64(text, sizes):
    raw = base64.b64decode(text, validate=True)
    need(len(raw) in sizes and base64.b64encode(raw).decode() == text, f"{text[:80]!r} is not base64 in its one form, or too long or short")
    return raw
def parse_key(text):
    x, y, z, _ = times(8, decode_point(parse_base64(text, [32])))
    need(x != 0 or y != z, "the signing key is of low order: it signs everything")
    return base64.b64decode(text)
def check_time(text):
    match("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z", text)
    datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ")  # fails where there is no such day or hour
def parse_lines(raw, parse):
    *lines, rest = raw.decode("ascii").split("\n")
    need(rest == "", "the last line does not end")
    return [parse(line) for line in lines]

def fits(value, form):
    """Whether JSON has a form: a type, a list with the form of its items, or an object's members (one with "?" may be absent)."""
    if type(form) is type: return type(value) is form and (form is not int or 0 <= value <= MAX_NUMBER)
    if type(form) is list: return type(value) is list and all(fits(item, form[0]) for item in value)
    members = {name.rstrip("?"): f for name, f in form.items()}
    return type(value) is dict and value.keys() <= members.keys() and all(
        fits(value[name], f) if name in value else name not in form for name, f in members.items())
def canonical(value):
    """RFC 8785, for values of objects with ASCII names, arrays, strings, small whole numbers and booleans."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode("utf-8")
def parse_json(raw, form):
    value = json.loads(raw.decode("utf-8"))
    need(fits(value, form) and canonical(value) == raw, "not canonical JSON with the right members: types, names and numbers have one form")
    return value
def open_note(raw, name, key):
    """The text of a note (C2SP signed-note) that a key has signed under a name."""
    text, _, block = raw.decode("utf-8").rpartition("\n\n")
    match("(— [!-*,-~]+ [A-Za-z0-9+/]+=*\n){1,100}", block)
    need(not re.search(r"[\x00-\x09\x0b-\x1f]", text), "a control character")
    text, signed_as = (text + "\n").encode(), (name, sha256(name.encode() + b"\n\x01" + key)[:4])  # 1 stands for Ed25519
    signatures = [(signer, parse_base64(s, range(5, 1000))) for signer, s in re.findall("— (.*) (.*)\n", block)]
    # Those of other keys tell nothing either way: a witness may have added its own.
    own = [s[4:] for signer, s in signatures if (signer, s[:4]) == signed_as]
    need(own and is_signed(key, text, own[0]), "it is not signed by the key of the manifest")
    return text.decode()
def merkle_root(leaves):
    """The RFC 6962 root. To pair from the left, an odd one going up as it is, makes the RFC's tree."""
    while len(leaves) > 1:
        leaves = [sha256(b"\1" + leaves[i] + leaves[i + 1]) for i in range(0, len(leaves) - 1, 2)] + leaves[len(leaves) & ~1:]
    return leaves[0] if leaves else sha256(b"")

# The file: a zip in one byte form, so that every program finds the same files in it.
NAMES = ("manifest.json", "checkpoint.txt", "seal.txt", "notices.json", "counts.txt", "codes.txt", "leaves.txt", "result.json")
def read_capped(path):
    with open(path, "rb") as file: content = file.read(MAX_BUNDLE + 1)
    need(len(content) <= MAX_BUNDLE, f"more than {MAX_BUNDLE} bytes")
    return content
def write_zip(files):
    entries = directory = b""
    for name, content in files.items():  # version 20, names in UTF-8, stored, 1980-01-01 00:00, no extra field
        header = struct.pack("<5H3L2H", 20, 0x800, 0, 0, 0x21, zlib.crc32(content), len(content), len(content), len(name), 0)
        directory += b"PK\1\2\24\0" + header + struct.pack("<3H2L", 0, 0, 0, 0, len(entries)) + name.encode()
        entries += b"PK\3\4" + header + name.encode() + content
    return entries + directory + b"PK\5\6" + struct.pack("<4H2LH", 0, 0, len(files), len(files), len(directory), len(entries), 0)
def read_zip(data):
    files, at = {}, 0
    for name in NAMES:  # a size is believed: if it is wrong, the zip written again differs
        start = at + 30 + len(name)
        at = start + int.from_bytes(data[at + 22:at + 26], "little")
        files[name] = data[start:at]
    need(write_zip(files) == data, f"it is not the one zip of {', '.join(NAMES)} in this order")
    return files

# The manifest: the election as frozen when it opened.
MARKED, RANKED, PAIRED = ("plurality", "block", "approval", "motion"), ("irv", "stv"), ("schulze", "star")  # by their evidence
QUESTION = {"id": str, "title": str, "text": str, "method": str, "seats": int, "min": int, "max": int, "draw": bool, "evidence": str,
            "threshold?": {"more?": [int], "least?": [int], "of": str},
            "options": [dict.fromkeys(("id", "name", "affiliation", "description", "photoSha256"), str)]}
MANIFEST = dict.fromkeys(("electionId", "title", "description", "timeZone", "opensAt", "closesAt", "suite", "publicKey", "signingKey"), str)
MANIFEST.update({"version": int, "shuffleCandidates": bool, "questions": [QUESTION], "sealedSize": int, "quorum?": {"least": [int]},
                 "electorate?": {"size": int, "weights": [[int]], "rollHash": str}})
def is_part(part, below=0):  # numerator and denominator, below 1 if asked for
    return len(part) == 2 and 1 <= part[0] <= part[1] - below and part[1] <= 100
def check_rules(q, electorate):
    method, n, t = q["method"], len(q["options"]), q.get("threshold")
    need(method in MARKED + RANKED + PAIRED, f"unknown method {method!r}")
    need(2 <= n <= 100 and (method != "motion" or [o["name"] for o in q["options"]] == ["yes", "no", "abstain"]), "options that do not fit")
    need(1 <= q["seats"] <= (n if method in ("plurality", "block", "approval", "stv") else 1), f"{q['seats']} seats")
    least, most = {"motion": ([1], [1]), "star": ([0, 1], [n])}.get(method, (range(n + 1), range(1, n + 1)))
    need(q["min"] in least and q["max"] in most and q["min"] <= q["max"], f"{q['min']} to {q['max']} marks")
    need(q["draw"] == {"motion": False, "irv": True, "stv": True, "star": True}.get(method, q["draw"]), f"draw {q['draw']}")
    need(q["evidence"] in ["papers"] + ["stages"] * (method in RANKED), f"evidence {q['evidence']!r}")
    need(method != "motion" if t is None else method in MARKED and q["seats"] == 1 and len(t) == 2 and is_part(t.get("least", [1, 1])) and
         is_part(t.get("more", [1, 2]), 1) and t["of"] in ["decided", "cast"] + ["electorate"] * electorate, f"threshold {t}")
def parse_manifest(raw):
    m = parse_json(raw, MANIFEST)
    questions, options, e = m["questions"], [o for q in m["questions"] for o in q["options"]], m.get("electorate")
    need(m["version"] == 3 and m["suite"] == "MLKEM768X25519/HKDF-SHA256/ChaCha20Poly1305", f"version {m['version']}, suite {m['suite']!r}")
    need(1 <= len(questions) <= 20 and len(options) <= 400, f"{len(questions)} questions with {len(options)} options")
    need(m["sealedSize"] == 1120 + 16 + 11 + len(options) + 16, f"sealed ballots of {m['sealedSize']} bytes")
    ids = [thing["id"] for thing in questions + options]
    need(len(set(ids)) == len(ids), "an id is there twice")
    for text in ids + [m["electionId"]]: match(ID, text)
    for time in filter(None, (m["opensAt"], m["closesAt"])): check_time(time)
    for option in options: match("([0-9a-f]{64})?", option["photoSha256"])
    for q in questions: check_rules(q, e is not None)
    parse_base64(m["publicKey"], [1216])
    parse_key(m["signingKey"])
    if e:
        parse_hex(e["rollHash"])
        need(all(len(pair) == 2 and 1 <= pair[0] <= 1000 and pair[1] >= 1 for pair in e["weights"]), "weights that do not fit")
        need(sorted(dict(e["weights"])) == [w for w, _ in e["weights"]], "the weights are not sorted")
        need(1 <= e["size"] == sum(n for _, n in e["weights"]) <= 10**7, f"an electorate of {e['size']}")
    need("quorum" not in m or e and is_part(m["quorum"]["least"]), "a quorum that does not fit")
    return m

# The evidence: what is published of the papers of a question, as much as the count needs. Options are numbered from 1, and a
# list of figures begins with option 1, so that figures[o - 1] is that of option o.
DECIDED = ("no", "yes", "unknown")  # whether a draw decided who was elected
def parse_counts(raw, questions):
    """Of counts.txt: the weight of invalid papers, and the evidence of each question."""
    rows = collections.deque(parse_lines(raw, lambda line: match(f"(0|[1-9][0-9]?) ({SIZE}) (.+)", line)))
    need(all(int(row[2]) <= MAX_NUMBER for row in rows), "a number is too large")
    def take(question, *keys):  # the numbers of the next lines, which have these keys
        taken = [rows.popleft() for _ in keys if rows]
        need([(r[1], r[3]) for r in taken] == [(str(question), key) for key in keys], f"question {question}: not {', '.join(keys):.80}")
        return [int(r[2]) for r in taken]
    invalid, evidence = take(0, "invalid")[0], []
    for number, q in enumerate(questions, 1):
        method, options = q["method"], range(1, len(q["options"]) + 1)
        papers, blank = take(number, "papers", "blank")
        e = {"papers": papers, "blank": blank, "votes": [], "stars": [], "fives": [], "prefers": [], "used": [], "decided": ""}
        for name in ["votes"] * (method in MARKED) + ["stars", "fives"] * (method == "star"):
            e[name] = take(number, *(f"{name} {o}" for o in options))
        if method in PAIRED:
            e["prefers"] = [[0 if a == b else take(number, f"prefers {a}>{b}")[0] for b in options] for a in options]
        if method in RANKED and q["evidence"] == "papers":
            e["decided"] = dict(enumerate(DECIDED)).get(take(number, "drawDecided")[0], "?")
            while rows and rows[0][1] == str(number) and re.fullmatch("used [1-9][0-9]{0,2}(,[1-9][0-9]{0,2})*", rows[0][3]):
                row = rows.popleft()
                e["used"].append({"weight": int(row[2]), "options": [int(o) for o in row[3][5:].split(",")]})
        evidence.append(e)
    need(not rows, f"a line too many, {rows and rows[0][0][:80]!r}")
    return invalid, evidence
def check_evidence(r, e):
    """Refuses what no papers can give."""
    method, n, papers, prefers, ways = r["method"], r["options"], e["papers"], e["prefers"], [used["options"] for used in e["used"]]
    for name, methods in (("votes", MARKED), ("stars", ["star"]), ("fives", ["star"]), ("prefers", PAIRED)):
        need(len(e[name]) == n * (method in methods) and all(len(row) == n for row in prefers), f"{name} of another length")
    need(min([papers, e["blank"]] + e["votes"] + e["stars"] + e["fives"] + sum(prefers, [])) >= 0, "a negative number")
    need(papers + e["blank"] <= 10**10 and (r["min"] == 0 or e["blank"] == 0), "too many papers, or blank ones where a mark is required")
    need(max(e["votes"], default=0) <= papers, "more votes than papers")
    need(method not in MARKED or papers * max(r["min"], 1) <= sum(e["votes"]) <= papers * r["max"], "more or fewer votes than papers have")
    need(all(5 * five <= stars <= 5 * papers for stars, five in zip(e["stars"], e["fives"])), "stars that the papers cannot have")
    need(all(row[b] + prefers[b][a] <= papers * (a != b) for a, row in enumerate(prefers) for b in range(n)), "too many preferences")
    need(all(1 <= len(set(way)) == len(way) <= r["max"] and 1 <= min(way) <= max(way) <= n for way in ways), "options of used papers")
    need(all(a < b for a, b in zip(ways, ways[1:])) and all(used["weight"] >= 1 for used in e["used"]), "used papers that are not sorted")
    need(sum(used["weight"] for used in e["used"]) == papers * (method in RANKED), "used papers that are not all papers")
    need(e["decided"] in (DECIDED if method in RANKED else [""]), "drawDecided is not 0, 1 or 2")

# The count.
class Lot:
    """The draws of one count. places[o - 1] is that of option o, the smaller is preferred. other: (number of a draw, another choice)."""
    def __init__(self, places, other=(None, None)):
        self.places, self.other, self.made = places, other, []
    def draw(self, purpose, among, stage=0):
        if len(among) == 1: return among[0]
        chosen = (max if purpose == "exclusion" else min)(among, key=lambda o: self.places[o - 1])
        if self.other[0] == len(self.made): chosen = self.other[1]
        self.made.append({"stage": stage, "for": purpose, "among": sorted(among), "chosen": chosen})
        return chosen
    def fill(self, places, got, tied, purpose):
        while tied and len(got) < places: got.append(self.draw(purpose, [o for o in tied if o not in got]))
        return got
def best_first(places, options, *figures):
    """Who gets places, and who share those that are left. From the highest figure(option, group) down, all options with the same
    one get places while they fit. Those that do not fit are told apart by the next figure."""
    got, tied = [], options
    for figure in figures:
        values, tied = {o: figure(o, tied) for o in tied}, []
        for value in sorted(set(values.values()), reverse=True):
            level = [o for o in values if values[o] == value]
            if len(got) + len(level) > places:
                tied = level if len(got) < places else []
                break
            got += level
    return got, tied
def count_marks(r, o, e, lot):
    """plurality, block, approval: most votes; the first must reach a threshold, or has to stand again with the second."""
    votes = lambda option, _=None: e["votes"][option - 1]
    chosen = sorted(filter(votes, range(1, r["options"] + 1)), key=votes, reverse=True)  # nobody is elected without a vote
    seats = min(r["seats"], len(chosen))
    got, tied = best_first(seats, chosen, votes)
    if votes(chosen[0]) < o["needed"]: o.update(ending="no_majority", tied=sorted(c for c in chosen if votes(c) >= votes(chosen[:2][-1])))
    elif tied and not r["draw"]: o.update(ending="tie", elected=got, tied=tied)
    else: o["elected"] = lot.fill(seats, got, tied, "seat")
def apart(options, stages, pick):
    """Those with the most (pick=max) or fewest (pick=min) votes; of equal ones, those at the latest stage that tells them apart."""
    for stage in reversed(stages):
        best = pick(stage["votes"][x - 1] for x in options)
        options = [x for x in options if stage["votes"][x - 1] == best]
    return options
def count_transfers(r, o, e, lot):
    """Papers move from option to option, stage by stage. irv: until one has more than half of the votes that still count.
    stv: Scottish Local Government Elections Order 2007, schedule 1, rules 45 to 52."""
    stv, seats, elected, stages, papers = r["method"] == "stv", r["seats"], o["elected"], o["stages"], o["papers"]
    unit, o["quota"] = (100000, papers // (seats + 1) + 1) if stv else (1, 0)
    hopeful, votes, quota = list(range(1, r["options"] + 1)), [0] * r["options"], o["quota"] * unit
    used = [(u["weight"], iter(u["options"]), unit) for u in e["used"]]  # weight, options still to come, value of each paper
    piles = {x: [] for x in hopeful}
    def transfer(action, option, pile, part=1, whole=1):
        """One stage: papers go to the next option that they list, at a part of their value, cut to a unit. Then some are elected."""
        for weight, rest, value in pile:
            to, value = next(rest, 0), value * part // whole
            need(to in hopeful or to == 0, "a used paper lists an option that the count does not use")
            if to:
                piles[to].append((weight, rest, value))
                votes[to - 1] += weight * value
        enough = quota if stv else sum(votes) // 2 + 1
        winners = [x for x in hopeful if votes[x - 1] >= enough or len(hopeful) == seats - len(elected)]
        winners.sort(key=lambda x: -votes[x - 1])
        hopeful[:] = [x for x in hopeful if x not in winners]
        elected.extend(winners)
        stages.append({"action": action, "option": option, "votes": votes[:], "lost": papers * unit - sum(votes), "elected": winners})
    transfer("first", 0, used)
    while len(elected) < seats:
        over = [x for x in elected if votes[x - 1] > quota]
        option = lot.draw("surplus" if over else "exclusion", apart(over or hopeful, stages, max if over else min), len(stages) + 1)
        total, votes[option - 1] = votes[option - 1], quota if over else 0
        hopeful[:] = [x for x in hopeful if x != option]
        transfer("surplus" if over else "exclude", option, piles[option], *((total - quota, total) if over else ()))
    need(not any(next(rest, 0) for _, rest, _ in used), "a used paper lists an option that the count does not use")
def strongest_paths(prefers):
    """Schulze, Social Choice and Welfare 36 (2011), section 2, with winning votes."""
    n = range(len(prefers))
    paths = [[prefers[a][b] if prefers[a][b] > prefers[b][a] else 0 for b in n] for a in n]
    for via in n:
        for a in n:
            paths[a] = [max(p, min(paths[a][via], q)) if a != b else 0 for b, p, q in zip(n, paths[a], paths[via])]
    return paths
def count_schulze(r, o, e, lot):
    best = [a + 1 for a, row in enumerate(o["paths"]) if all(p >= other[a] for p, other in zip(row, o["paths"]))]
    if len(best) > 1 and not r["draw"]: o.update(ending="tie", tied=best)
    else: o["elected"] = [lot.draw("winner", best)]
def count_star(r, o, e, lot):
    """Score, then automatic runoff; ties as starvoting.org breaks them."""
    over = lambda a, b: e["prefers"][a - 1][b - 1]
    stars, fives = (lambda x, _: e["stars"][x - 1]), (lambda x, _: e["fives"][x - 1])
    wins = lambda x, group: sum(over(x, other) > over(other, x) for other in group)
    o["finalists"] = a, b = lot.fill(2, *best_first(2, range(1, r["options"] + 1), stars, wins, fives), "finalist")
    first, second = (over(a, b), stars(a, b), fives(a, b)), (over(b, a), stars(b, a), fives(b, a))
    o["elected"] = [lot.draw("winner", [a, b] if first == second else [a] if first > second else [b])]
COUNT = {"irv": count_transfers, "stv": count_transfers, "schulze": count_schulze, "star": count_star}  # all others: count_marks
def count_once(r, e, lot, base):
    o = {"papers": e["papers"], "blank": e["blank"], "votes": e["votes"] or e["stars"], "fives": e["fives"], "prefers": e["prefers"],
         "paths": strongest_paths(e["prefers"]) if r["method"] == "schulze" else [], "ending": "elected" if e["papers"] else "no_votes",
         "base": 0, "needed": 0, "quota": 0, "elected": [], "tied": [], "finalists": [], "stages": [], "draws": lot.made,
         "drawDecided": e["decided"] or "no"}
    t, motion = r["threshold"], r["method"] == "motion"
    if t:
        whole, (n, d) = {"decided": sum(e["votes"][:2]) if motion else e["papers"], **base}[t["of"]], t.get("more") or t["least"]
        o.update(base=whole, needed=whole * n // d + 1 if "more" in t else max(1, -(-whole * n // d)))
    if motion: o["ending"] = "passed" if e["votes"][0] >= o["needed"] and e["votes"][0] != e["votes"][1] else "rejected"
    elif e["papers"]: COUNT.get(r["method"], count_marks)(r, o, e, lot)
    return o
def count_question(r, e, places, base):
    """The outcome of a question. r: method, options (how many), seats, min, max, draw, threshold (or None). e: its evidence.
    places: of the options in the draw. base: weights, cast and electorate. ValueError: e is malformed, or more than the count uses."""
    check_evidence(r, e)
    o = count_once(r, e, Lot(places), base)
    need(o["draws"] or o["drawDecided"] == "no", "a draw decided, but there was none")
    if r["method"] in RANKED: return o  # another draw would have used other parts of the papers, so the evidence says whether it decided
    others = [(number, choice) for number, d in enumerate(o["draws"]) for choice in d["among"] if choice != d["chosen"]]
    for other in others[:100]:
        if set(count_once(r, e, Lot(places, other), base)["elected"]) != set(o["elected"]): return dict(o, drawDecided="yes")
    return dict(o, drawDecided="unknown") if len(others) > 100 else o

# The checks. Each returns in words what holds, or raises what does not.
HASH, FIELDS = "[0-9a-f]{64}", ("election", "manifest", "castSize", "castRoot", "notices", "counts", "codesRoot", "result")
SEAL = "ostrakon/seal/3\n" + "".join(f"{name} ({form})\n" for name, form in zip(FIELDS, (".*", HASH, SIZE, HASH, HASH, HASH, HASH, HASH)))
NOTICE = "ostrakon/notice/3\nelection (.*)\nmanifest (.*)\nclosesAt (.*)\nreason .{1,500}\n"
OUTCOME = dict(dict.fromkeys(("ending", "drawDecided", "questionId", "method"), str), prefers=[[int]], paths=[[int]], papers=int, blank=int,
               base=int, needed=int, quota=int, votes=[int], fives=[int], elected=[int], tied=[int], finalists=[int],
               stages=[{"action": str, "option": int, "votes": [int], "lost": int, "elected": [int]}],
               draws=[{"stage": int, "for": str, "among": [int], "chosen": int}])
class Verifier:
    def __init__(self, known_key):
        self.known_key, self.said, self.evidence, self.failed = known_key, None, None, False
    def check(self, name, does, *arguments):
        try:
            print(f"ok    {name}: {does(*arguments)}")
            return True
        except Exception as e:  # what trips this program up is a failure of the input, never a pass
            self.failed = True
            print(f"FAIL  {name}: {e if type(e) is ValueError else f'{type(e).__name__}: {e}'}")
    def as_sealed(self, *names):
        need(self.said, "the seal cannot be read, so there is nothing to compare with")
        for name in names: need(self.values[name] == self.said[name], f"{name} is {self.values[name]}, the seal says {self.said[name]}")
    def open(self, raw): return open_note(raw, "ostrakon/" + self.election, self.key)
    def open_checkpoint(self, raw):
        origin, size, root = match(f"(.*)\n({SIZE})\n(.*)\n", self.open(raw)).groups()
        need(origin == "ostrakon/" + self.election, "it is of another log")
        return int(size), parse_base64(root, [32])
    def bundle(self, path):
        data = read_capped(path)
        self.files = f = read_zip(data)
        self.opened, self.casts = parse_lines(f["codes.txt"], parse_code), parse_lines(f["leaves.txt"], parse_cast)
        self.moved, self.weight = parse_json(f["notices.json"], [str]), sum(weight for weight, _ in self.casts)
        self.values = {name: sha256(f"ostrakon/{name}/3\0".encode() + f[file]).hex() for name, file in (
            ("manifest", "manifest.json"), ("notices", "notices.json"), ("counts", "counts.txt"), ("result", "result.json"))}
        print(f"sha256 {sha256(data).hex()} manifest {self.values['manifest']} seal {sha256(f['seal.txt']).hex()}")
        return "every file is there and can be read"
    def manifest(self):
        self.m = m = parse_manifest(self.files["manifest.json"])
        self.key, self.election = parse_key(m["signingKey"]), m["electionId"]
        self.leaves = [sha256(b"\0ostrakon/cast/3\0" + self.election.encode() + struct.pack(">L", w) + sealed) for w, sealed in self.casts]
        self.codes_root = merkle_root([sha256(b"\0ostrakon/codes/3\0" + code) for code in self.opened])
        self.values.update(election=self.election, codesRoot=self.codes_root.hex())
        self.values.update(castSize=str(len(self.leaves)), castRoot=merkle_root(self.leaves).hex())
        return f"{m['title']!r}: {len(m['questions'])} questions, frozen when it opened"
    def signing_key(self):
        known, key = self.known_key, self.m["signingKey"]
        need(known in ("", key), f"the manifest names the key {key}, not {known}")
        return "signed by the key you know" if known else f"NOT compared: signed by {key}; give the published key with -key"
    def seal(self):
        self.said = dict(zip(FIELDS, match(SEAL, self.open(self.files["seal.txt"])).groups()))
        self.as_sealed("election", "manifest")
        return "its signature is right, and it covers this manifest"
    def notices(self):
        self.as_sealed("notices")
        ends = [self.m["closesAt"]]
        for raw in self.moved:
            election, manifest, end = match(NOTICE, self.open(raw.encode("utf-8"))).groups()
            need((election, manifest) == (self.election, self.values["manifest"]), "one is of another election")
            check_time(end)
            need(end > ends[-1], f"{end} does not put off the end, {ends[-1]}")
            ends.append(end)
        return "the end was moved to " + ", then to ".join(ends[1:]) if self.moved else "the end was not moved"
    def checkpoint(self):
        size, root = self.open_checkpoint(self.files["checkpoint.txt"])
        self.as_sealed()
        need((str(size), root.hex()) == (self.said["castSize"], self.said["castRoot"]), "its size or root is not the seal's")
        return "its signature is right and it says what the seal says"
    def cast_log(self):
        self.as_sealed("castRoot", "castSize")
        need(len({sealed for _, sealed in self.casts}) == len(self.casts), "a ballot is there twice")
        people = dict(self.m["electorate"]["weights"]) if "electorate" in self.m else {1: len(self.casts)}
        for weight, n in collections.Counter(w for w, _ in self.casts).items():
            need(n <= people.get(weight, 0), f"{n} ballots of weight {weight}, which {people.get(weight, 0)} people have")
        return f"{len(self.casts)} ballots were cast, each once"
    def codes(self):
        self.as_sealed("codesRoot")
        need(len(self.opened) <= len(self.casts), f"{len(self.opened)} codes of {len(self.casts)} ballots")
        # By bytes, not by text: base32 has its digits after its letters, ASCII before them.
        need(self.opened == sorted(self.opened), "they are not sorted, so their order may reveal something")
        return f"{len(self.opened)} ballots were opened"
    def counts(self):
        self.as_sealed("counts")
        self.invalid, evidence = parse_counts(self.files["counts.txt"], self.m["questions"])
        closed = len(self.casts) - len(self.opened)
        need(closed <= self.invalid, f"{closed} ballots did not open, and those that are invalid weigh {self.invalid}")
        for e in evidence: need(self.invalid + e["papers"] + e["blank"] == self.weight, f"a question's papers do not weigh {self.weight}")
        self.evidence = evidence
        return f"the papers of each question weigh {self.weight}, as those that were cast"
    def count(self, q, e):
        options = range(1, len(q["options"]) + 1)
        seed = b"ostrakon/draw/3\0" + self.codes_root + self.election.encode()
        order = sorted(options, key=lambda o: sha256(seed + q["options"][o - 1]["id"].encode()))
        base = {"cast": self.weight, "electorate": sum(w * n for w, n in self.m.get("electorate", {"weights": []})["weights"])}
        return count_question(dict(q, options=len(order), threshold=q.get("threshold")), e, [order.index(o) for o in options], base)
    def stated(self, number, q, e):
        """The outcome of a question that shows stages but no papers to count, as the result has it."""
        o, papers = json.loads(self.files["result.json"].decode("utf-8"))["questions"][number], e["papers"]
        unit, quota = (100000, papers // (q["seats"] + 1) + 1) if q["method"] == "stv" else (1, 0)
        known = dict(dict.fromkeys(("votes", "fives", "tied", "finalists", "prefers", "paths"), []), base=0, needed=0, blank=e["blank"],
                     papers=papers, quota=quota if papers else 0, ending="elected" if papers else "no_votes")
        need(fits(o, OUTCOME) and o["drawDecided"] in DECIDED, "a stated outcome has not the members of one")
        named = sum([s["elected"] for s in o["stages"]] + [d["among"] + [d["chosen"]] for d in o["draws"]], o["elected"])
        need(all(1 <= x <= len(q["options"]) for x in named), "a stated outcome names an option that does not exist")
        for stage in o["stages"]:
            need(len(stage["votes"]) == len(q["options"]) >= stage["option"], "a stage has wrong options")
            need(sum(stage["votes"]) + stage["lost"] == papers * unit, "a stage does not add up")
        return dict(o, **known)
    def result(self):
        need(self.evidence, "the counts do not hold, so they are not counted")
        self.as_sealed("result")
        people, questions = len(self.casts), list(zip(self.m["questions"], self.evidence))
        outcomes = [self.stated(i, q, e) if q["evidence"] == "stages" else self.count(q, e) for i, (q, e) in enumerate(questions)]
        result = {"version": 3, "electionId": self.election, "manifest": self.values["manifest"],
                  "people": people, "cast": self.weight, "invalid": self.invalid}
        if "quorum" in self.m:
            n, d = self.m["quorum"]["least"]
            needed = -(-self.m["electorate"]["size"] * n // d)
            result["quorum"] = {"needed": needed, "met": people >= needed}
            if people < needed: outcomes = [dict(o, ending="no_quorum", elected=[], tied=[]) for o in outcomes]
        result["questions"] = [dict(o, questionId=q["id"], method=q["method"]) for (q, _), o in zip(questions, outcomes)]
        raw, given = canonical(result), self.files["result.json"]
        need(raw == given, f"counting gives {raw[:4000].decode()}, the bundle says {given[:4000]!r}")
        how = {"papers": "counted again, the same", "stages": "not recounted"}
        return "; ".join(" ".join([repr(q["title"]), how[q["evidence"]] + ":", o["ending"]] + [
            repr(q["options"][x - 1]["name"]) for x in o["elected"]]) for (q, _), o in zip(questions, outcomes))
    def receipt(self, path):
        r = json.loads(read_capped(path).decode("utf-8"))
        leaf, signature, salt = parse_hex(r["leaf"]), parse_base64(r["signature"], [64]), parse_hex(r["codeSalt"], 16)
        need(r["electionId"] == self.election, f"it is of another election, {r['electionId']!r}")
        own = sha256(b"ostrakon/code/3\0" + salt + r.get("clientNonce", "").encode("utf-8"))[:10]
        need(parse_code(r["code"]) == own, "its code does not follow from its salt and the client's nonce")
        promise = b"ostrakon/receipt/3\0" + self.election.encode() + leaf + own
        need(is_signed(self.key, promise, signature), "its signature is not by the key of the manifest")
        need(leaf in self.leaves, "the signed leaf is not in the cast log: the ballot was left out, this is the proof")
        need(own in self.opened, "its signed code is not among those opened: the ballot was replaced or did not open, this is the proof")
        return "its ballot is in the cast log and its code among those opened"
    def earlier(self, path):
        size, root = self.open_checkpoint(read_capped(path))
        need(size <= len(self.leaves), f"it is of {size} cast ballots, the bundle has only {len(self.leaves)}: the log was cut")
        need(merkle_root(self.leaves[:size]) == root, f"at {size} ballots the log had another root: it was rewritten, this is the proof")
        return f"the cast log only grew since it had {size} ballots"
    def verify(self, path, receipts, checkpoints):
        if not self.check("bundle", self.bundle, path) or not self.check("manifest", self.manifest): return
        for does in self.signing_key, self.seal, self.notices, self.checkpoint, self.cast_log, self.codes, self.counts, self.result:
            self.check(does.__name__.replace("_", " "), does)
        for name in receipts: self.check("receipt " + name, self.receipt, name)
        for name in checkpoints: self.check("checkpoint " + name, self.earlier, name)

if __name__ == "__main__":
    p = argparse.ArgumentParser(description="Check the bundle of a counted election, offline.", allow_abbrev=False)
    p.add_argument("-key", metavar="BASE64", default="", help="the installation's signing key, as published")
    p.add_argument("-receipt", metavar="FILE", action="append", default=[], help="a voter's receipt")
    p.add_argument("-checkpoint", metavar="FILE", action="append", default=[], help="a checkpoint kept earlier")
    p.add_argument("bundle", metavar="BUNDLE")
    a = p.parse_args()
    v = Verifier(a.key)
    sys.stdout.reconfigure(errors="backslashreplace")  # a name may have letters that this terminal lacks
    v.verify(a.bundle, a.receipt, a.checkpoint)
    sys.exit(1 if v.failed else 0 if a.key else 3)
