#!/usr/bin/env python3
"""Checks the bundle of a counted election, and counts it again, without a server and without a network.

    python3 verify.py [-key BASE64] [-receipt FILE]... [-checkpoint FILE]... BUNDLE

It follows BUNDLE.md, which says what each file holds and why, and needs nothing but Python 3.8. -key is the installation's signing
key as the organisation published it; a receipt is the JSON that answered a vote, with "clientNonce" added if the voter's client chose
one; a checkpoint is one that somebody kept while the election ran. The first line printed tells this bundle from every other; then
comes a line a check. Exit status: 0 all hold, 1 one does not, 2 wrong arguments, 3 all hold but no key was compared, so that anybody
may have made the bundle.
"""
import argparse, base64, collections, contextlib, datetime, hashlib, json, pathlib, re, struct, sys, zlib

def need(holds, words):
    if not holds: raise ValueError(words)
def sha256(data): return hashlib.sha256(data).digest()

# Forms of values. Each has one; any other way to write the same value is refused.
ID, HASH, TEXT = "[a-z2-7]{25}[aeimquy4]", "[0-9a-f]{64}", "(?s:.*)"  # an id's last character has two spare bits, which are zero
NUMBER, IN_JSON = "(?:0|[1-9][0-9]{0,15})", range(2**52)
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
    weight, sealed = match(f"([1-9][0-9]{{0,2}}|1000) ({HASH})", line).groups()
    return int(weight), bytes.fromhex(sealed)
def check_time(text): need(datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").isoformat() + "Z" == text, f"time {text!r}")
def parse_lines(raw, parse):
    *lines, rest = raw.decode("ascii").split("\n")
    need(rest == "", "the last line does not end")
    return [parse(line) for line in lines]
def fits(value, form):
    """Whether JSON has a form: a pattern of a string, a range of a number, a type, a list with the form of its items, or an
    object's members (one with "?" may be absent)."""
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

# Ed25519 (RFC 8032, section 5.1): points of the curve −x² + y² = 1 + D·x²·y² modulo P. Nothing here is secret, so nothing needs
# constant time. A point is (X, Y, Z) with x = X/Z and y = Y/Z, so that to add needs no division.
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
    need(y < P and x * x % P == square, "the signing key is no point of the curve in its one form")
    point = eight = (x if x % 2 == odd else P - x, y, 1)
    for _ in range(3): eight = add(eight, eight)
    need(eight[0], "the signing key is of low order: it signs everything")  # so is that with x = 0, which would have two forms
    return point
BASE = decode_point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
def is_signed(key, message, signature):
    s, (x, y, _), point = int.from_bytes(signature[32:], "little"), decode_point(key), (0, 1, 1)
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    for bit in reversed(range(253)):  # S·B − k·A, which must be R
        point = add(point, point)
        if s >> bit & 1: point = add(point, BASE)
        if k >> bit & 1: point = add(point, (-x, y, 1))
    x, y = (n * pow(point[2], -1, P) % P for n in point[:2])
    # With S of L or more every signature would have a second form.
    return len(signature) == 64 and s < L and (y | x % 2 << 255).to_bytes(32, "little") == signature[:32]

def open_note(raw, name, key):  # the text of a note (C2SP signed-note) that the key has signed under the name
    text, _, block = raw.decode("utf-8").rpartition("\n\n")
    match("(— [!-*,-~]+ [A-Za-z0-9+/]+=*\n){1,100}", block)
    need(not re.search(r"[\x00-\x09\x0b-\x1f]", text), "a control character")
    signed_as = name, sha256(name.encode() + b"\n\x01" + key)[:4]  # 1 stands for Ed25519
    signatures = [(signer, parse_base64(s, range(5, 1000))) for signer, s in re.findall("— (.*) (.*)\n", block)]
    # Those of other keys tell nothing either way: a witness may have added its own.
    own = [s[4:] for signer, s in signatures if (signer, s[:4]) == signed_as]
    need(own and is_signed(key, (text + "\n").encode(), own[0]), "it is not signed by the key of the manifest")
    return text + "\n"
def merkle_root(leaves):
    """The RFC 6962 root. To pair from the left, an odd one going up as it is, makes the RFC's tree."""
    while len(leaves) > 1:
        leaves = [sha256(b"\1" + leaves[i] + leaves[i + 1]) for i in range(0, len(leaves) - 1, 2)] + leaves[len(leaves) & ~1:]
    return leaves[0] if leaves else sha256(b"")

NAMES = ("manifest.json", "checkpoint.txt", "seal.txt", "notices.json", "counts.txt", "codes.txt", "leaves.txt", "result.json")
def read_zip(data):
    """The files by name. The zip has one byte form, so that every program finds the same in it: write it again, and compare."""
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
FRACTION, PEOPLE = [range(1, 101)], range(1, 10**7 + 1)
QUESTION = {"id": ID, "title": TEXT, "text": TEXT, "method": "[a-z]+", "seats": IN_JSON, "min": IN_JSON, "max": IN_JSON, "draw": bool,
            "threshold?": {"more?": FRACTION, "least?": FRACTION, "of": "decided|cast|electorate"}, "evidence": "papers|stages",
            "options": [{"id": ID, "name": TEXT, "affiliation": TEXT, "description": TEXT, "photoSha256": HASH + "|"}]}
MANIFEST = {"version": range(3, 4), "electionId": ID, "title": TEXT, "description": TEXT, "timeZone": TEXT, "opensAt": TEXT,
            "closesAt": TEXT, "shuffleCandidates": bool, "questions": [QUESTION], "quorum?": {"least": FRACTION},
            "electorate?": {"size": PEOPLE, "weights": [[PEOPLE]], "rollHash": HASH}, "publicKey": TEXT, "signingKey": TEXT,
            "suite": "MLKEM768X25519/HKDF-SHA256/ChaCha20Poly1305", "sealedSize": IN_JSON}
# Of each method: what the evidence shows, whether there may be several seats, and whether the lot draws (None: as the question says).
METHODS = {"motion": ("votes", False, False), "plurality": ("votes", True, None), "block": ("votes", True, None),
           "approval": ("votes", True, None), "irv": ("used", False, True), "stv": ("used", True, True),
           "schulze": ("prefers", False, None), "star": ("stars fives prefers", False, True)}
UNIT = {"irv": 1, "stv": 100000}  # of a vote
def check_rules(q, electorate):
    n, least, most, t, (shown, several, draw) = len(q["options"]), q["min"], q["max"], q.get("threshold"), METHODS[q["method"]]
    need(2 <= n <= 100 and 1 <= q["seats"] <= (n if several else 1), f"{q['seats']} seats for {n} options")
    need(least <= most <= n and most >= 1 and (q["method"] != "star" or least <= 1 and most == n), f"{least} to {most} marks")
    need(draw in (None, q["draw"]) and (q["evidence"] == "papers" or shown == "used"), "draw or evidence of another method")
    need(q["method"] != "motion" or [o["name"] for o in q["options"]] == ["yes", "no", "abstain"] and least == most == 1 and t, "a motion")
    need(not t or shown == "votes" and q["seats"] == 1 and len(t) == 2 and (electorate or t["of"] != "electorate"), f"threshold {t}")
    need(not t or is_fraction(t.get("least") or t["more"], "more" in t), f"threshold {t}")
def is_fraction(part, below=0): return len(part) == 2 and part[0] + below <= part[1]
def parse_manifest(raw):
    m = parse_json(raw, MANIFEST)
    questions, options, electorate = m["questions"], [o for q in m["questions"] for o in q["options"]], m.get("electorate")
    need(1 <= len(questions) <= 20 and len(options) <= 400 and m["sealedSize"] == 1163 + len(options), "wrong numbers of options or bytes")
    need(len({thing["id"] for thing in questions + options}) == len(questions + options), "an id is there twice")
    for time in filter(None, (m["opensAt"], m["closesAt"])): check_time(time)
    for q in questions: check_rules(q, electorate)
    parse_base64(m["publicKey"], [1216])
    decode_point(parse_base64(m["signingKey"], [32]))
    if electorate:
        people = dict(electorate["weights"])
        need([weight for weight, _ in electorate["weights"]] == sorted(people) and max(people) <= 1000, "weights that do not rise to 1000")
        need(sum(people.values()) == electorate["size"], "other people in the electorate than with weights")
    need("quorum" not in m or electorate and is_fraction(m["quorum"]["least"]), "a quorum")
    return m

# The evidence: what is published of the papers of a question, as much as the count needs. Options are numbered from 1, and a
# list of figures begins with option 1, so that figures[x - 1] is that of option x.
DECIDED = ("no", "yes", "unknown")  # whether a draw decided who was elected
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
        e = {"papers": take("papers"), "blank": take("blank"), "votes": each("votes") + each("stars"), "fives": each("fives"), "used": [],
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
    need(shown != "votes" or papers * max(q["min"], 1) <= sum(votes) <= papers * q["max"] and max(votes) <= papers, "wrong votes")
    need(all(5 * five <= stars <= 5 * papers for stars, five in zip(votes, e["fives"])), "stars that the papers cannot have")
    need(all(n + other[a] <= papers for a, row in enumerate(prefers) for n, other in zip(row, prefers)), "more preferences than papers")
    need(all(a < b for a, b in zip(ways, ways[1:])), "used papers are not sorted")
    need(all(0 < min(way) <= max(way) <= len(q["options"]) and len(set(way)) == len(way) <= q["max"] for way in ways), "wrong used papers")
    need(0 not in weights and sum(weights) == papers * (shown == "used"), "used papers that are not all papers")

# The count. An outcome begins with the evidence; who is elected, and how, is added to it.
def most(options, figure):
    top = max(map(figure, options))
    return [x for x in options if figure(x) == top]
def count_votes(q, o, draw):
    """plurality, block, approval: most votes; the first must reach a threshold, or has to stand again with the second."""
    votes, elected, second = (lambda x: o["votes"][x - 1]), o["elected"], sorted(o["votes"])[-2]
    left = [x for x in range(1, len(o["votes"]) + 1) if votes(x)]  # nobody is elected without a vote
    if max(o["votes"]) < o["needed"]: o.update(ending="no_majority", tied=[x for x in left if votes(x) >= second])
    while left and len(elected) < q["seats"] and not o["tied"]:
        tied = most(left, votes)
        if len(tied) <= q["seats"] - len(elected): elected += tied
        elif q["draw"]: elected.append(draw("seat", tied))
        else: o.update(ending="tie", tied=tied)
        left = [x for x in left if x not in elected]
def count_transfers(q, o, draw):
    """Papers move from option to option, stage by stage. irv: until one has more than half of the votes that still count.
    stv: Scottish Local Government Elections Order 2007, schedule 1, rules 45 to 52."""
    seats, unit, elected, stages, votes = q["seats"], UNIT[q["method"]], o["elected"], o["stages"], [0] * len(q["options"])
    hopeful, quota = list(range(1, len(votes) + 1)), o["quota"] * unit
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
        winners = sorted((x for x in hopeful if few or votes[x - 1] >= enough), key=lambda x: -votes[x - 1])
        elected += winners
        stages.append({"action": action, "option": option, "votes": votes[:], "lost": o["papers"] * unit - sum(votes), "elected": winners})
        if len(elected) == seats: break
        over = [x for x in elected if votes[x - 1] > quota]
        hopeful = [x for x in hopeful if x not in winners]
        picked, sign = (over, 1) if over else (hopeful, -1)
        for stage in reversed(stages): picked = most(picked, lambda x: sign * stage["votes"][x - 1])
        option = draw("surplus" if over else "exclusion", picked, len(stages) + 1)
        action, part, whole = ("surplus", votes[option - 1] - quota, votes[option - 1]) if over else ("exclude", 1, 1)
        hopeful, votes[option - 1] = [x for x in hopeful if x != option], quota if over else 0
    need(not any(next(rest, 0) for _, _, _, rest in papers), "a used paper lists an option that the count does not use")
def count_schulze(q, o, draw):  # Schulze, Social Choice and Welfare 36 (2011), section 2, with winning votes
    prefers, n = o["prefers"], range(len(o["prefers"]))
    o["paths"] = paths = [[prefers[a][b] if prefers[a][b] > prefers[b][a] else 0 for b in n] for a in n]
    for via in n:
        for a in n:
            paths[a] = [max(p, min(paths[a][via], onward)) if a != b else 0 for b, p, onward in zip(n, paths[a], paths[via])]
    best = [a + 1 for a in n if all(paths[a][b] >= paths[b][a] for b in n)]
    if len(best) > 1 and not q["draw"]: o.update(ending="tie", tied=best)
    else: o["elected"] = [draw("winner", best)]
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
COUNT = {"irv": count_transfers, "stv": count_transfers, "schulze": count_schulze, "star": count_star}  # all others: count_votes
def start(q, e, base):  # the outcome before anything is counted
    t, papers, votes = q.get("threshold"), e["papers"], e["votes"]
    o = dict(e, ending="elected" if papers else "no_votes", base=0, needed=0, elected=[], tied=[], finalists=[], stages=[], draws=[],
             quota=papers // (q["seats"] + 1) + 1 if q["method"] == "stv" and papers else 0,
             paths=e["prefers"] if q["method"] == "schulze" else [])  # these are all 0 without papers, and counted otherwise
    if t:
        whole, (n, d) = dict(base, decided=sum(votes[:2]) if q["method"] == "motion" else papers)[t["of"]], t.get("more") or t["least"]
        o.update(base=whole, needed=whole * n // d + 1 if "more" in t else max(1, -(-whole * n // d)))
    if q["method"] == "motion": o["ending"] = "passed" if votes[0] >= o["needed"] and votes[0] != votes[1] else "rejected"
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
        if o["papers"] and q["method"] != "motion": COUNT.get(q["method"], count_votes)(q, o, draw)
        return o
    check_evidence(q, e)
    o = once()
    need(o["draws"] or o["drawDecided"] == "no", "a draw decided, but there was none")
    if q["method"] in UNIT: return o  # another draw would have used other parts of the papers, so the evidence says whether it decided
    others = [(at, other) for at, d in enumerate(o["draws"]) for other in d["among"] if other != d["chosen"]]
    for at, other in others[:100]:
        if set(once(at, other)["elected"]) != set(o["elected"]): return dict(o, drawDecided="yes")
    return dict(o, drawDecided="unknown" if len(others) > 100 else "no")
def stated(q, e, given):
    """The outcome of a question that shows stages but no papers to count, as the result has it."""
    option, votes = range(1, len(q["options"]) + 1), [IN_JSON]
    form = {"elected": [option], "drawDecided": "|".join(DECIDED),
            "stages": [{"action": TEXT, "option": range(len(option) + 1), "votes": votes, "lost": IN_JSON, "elected": [option]}],
            "draws": [{"stage": IN_JSON, "for": TEXT, "among": [option], "chosen": option}]}
    taken = {name: given[name] for name in form}
    need(fits(taken, form), "a stated outcome has not the members of one, or names an option that does not exist")
    for s in taken["stages"]:
        need(len(s["votes"]) == len(option) and sum(s["votes"]) + s["lost"] == e["papers"] * UNIT[q["method"]], "a stage does not add up")
    return dict(start(q, e, {}), **taken)

# The checks.
SEAL = "".join(f"{name} (?P<{name}>{form})\n" for name, form in {"election": ".*", "manifest": HASH, "castSize": NUMBER, "castRoot": HASH,
               "notices": HASH, "counts": HASH, "codesRoot": HASH, "result": HASH}.items())
def verify(path, known_key="", receipts=(), checkpoints=()):  # prints a line a check, and returns the names of those that fail
    failed, seal = [], None
    @contextlib.contextmanager
    def check(name, *words):  # nothing done under it may raise; then the words say what holds, or those handed to what it gives
        try:
            said = list(words)
            yield said.append
            print(f"ok    {name}: {said[0]}")
        except Exception as e:  # what trips this program up is a failure of the input, never a pass
            failed.append(name)
            print(f"FAIL  {name}: {e if type(e) is ValueError else f'{type(e).__name__}: {e}'}")
    def as_sealed(*names):
        need(seal, "the seal cannot be read, so there is nothing to compare with")
        for name in names: need(have[name] == seal[name], f"{name} is {have[name]}, the seal says {seal[name]}")
    def opened(raw): return open_note(raw, "ostrakon/" + election, key)
    with check("bundle", "every file is there and can be read"):
        data = pathlib.Path(path).read_bytes()
        files = read_zip(data)
        codes, casts = parse_lines(files["codes"], parse_code), parse_lines(files["leaves"], parse_cast)
        notices, cast = parse_json(files["notices"], [TEXT]), sum(weight for weight, _ in casts)
        have = {name: sha256(f"ostrakon/{name}/3\0".encode() + content).hex() for name, content in files.items()}
        print(f"sha256 {sha256(data).hex()} manifest {have['manifest']} seal {sha256(files['seal']).hex()}")
    if failed: return failed
    with check("manifest") as says:
        m = parse_manifest(files["manifest"])
        questions, key, election = m["questions"], base64.b64decode(m["signingKey"]), m["electionId"]
        leaves = [sha256(b"\0ostrakon/cast/3\0" + election.encode() + struct.pack(">L", weight) + sealed) for weight, sealed in casts]
        codes_root = merkle_root([sha256(b"\0ostrakon/codes/3\0" + code) for code in codes])
        have.update(election=election, castSize=str(len(leaves)), castRoot=merkle_root(leaves).hex(), codesRoot=codes_root.hex())
        says(f"{m['title']!r}: {len(questions)} questions, frozen when it opened")
    if failed: return failed
    with check("signing key", "signed by the key you know" if known_key else f"NOT compared: signed by {m['signingKey']}, see -key"):
        need(known_key in ("", m["signingKey"]), f"the manifest names the key {m['signingKey']}, not {known_key}")
    with check("seal", "its signature is right, and it covers this manifest"):
        seal = match("ostrakon/seal/3\n" + SEAL, opened(files["seal"])).groupdict()
        as_sealed("election", "manifest")
    with check("notices", f"{len(notices)} times the end was moved"):
        as_sealed("notices")
        end, begin = m["closesAt"], f"ostrakon/notice/3\nelection {election}\nmanifest {have['manifest']}\nclosesAt "
        for raw in notices:
            before, end = end, match(begin + "(.*)\nreason .{1,500}\n", opened(raw.encode("utf-8")))[1]
            check_time(end)
            need(end > before, f"{end} does not put off the end, {before}")
    with check("checkpoint", "its signature is right and it says what the seal says"):
        as_sealed()
        text = f"ostrakon/{election}\n{seal['castSize']}\n{as_base64(bytes.fromhex(seal['castRoot']))}\n"
        need(opened(files["checkpoint"]) == text, "its size or root is not the seal's")
    with check("cast log", f"{len(casts)} ballots were cast, each once"):
        as_sealed("castRoot", "castSize")
        need(len({sealed for _, sealed in casts}) == len(casts), "a ballot is there twice")
        people = dict(m["electorate"]["weights"]) if "electorate" in m else {1: len(casts)}
        more = collections.Counter(weight for weight, _ in casts) - collections.Counter(people)
        need(not more, f"more ballots of a weight than people have it: {dict(more)}")
    with check("codes", f"{len(codes)} ballots were opened"):
        as_sealed("codesRoot")
        need(len(codes) <= len(casts), f"{len(codes)} codes of {len(casts)} ballots")
        need(codes == sorted(codes), "they are not sorted, so their order may reveal something")
    with check("counts", f"the papers of each question weigh {cast}, as those that were cast"):
        as_sealed("counts")
        invalid, evidence = parse_counts(files["counts"], questions)
        need(len(casts) - len(codes) <= invalid, f"{len(casts) - len(codes)} ballots did not open, but those invalid weigh {invalid}")
        for e in evidence: need(invalid + e["papers"] + e["blank"] == cast, f"a question's papers do not weigh {cast}")
    with check("result") as says:
        need("counts" not in failed, "the counts do not hold, so they are not counted")
        as_sealed("result")
        outcomes, people = [], len(casts)
        base = {"cast": cast, "electorate": sum(w * n for w, n in m.get("electorate", {"weights": []})["weights"])}
        result = {"version": 3, "electionId": election, "manifest": have["manifest"], "people": people, "cast": cast, "invalid": invalid}
        for i, (q, e) in enumerate(zip(questions, evidence)):
            lots = [sha256(b"ostrakon/draw/3\0" + codes_root + election.encode() + o["id"].encode()) for o in q["options"]]
            if q["evidence"] == "stages": o = stated(q, e, json.loads(files["result"].decode("utf-8"))["questions"][i])
            else: o = count(q, e, [sorted(lots).index(lot) for lot in lots], base)
            del o["used"]
            outcomes.append(dict(o, questionId=q["id"], method=q["method"]))
        if "quorum" in m:
            n, d = m["quorum"]["least"]
            needed = -(-m["electorate"]["size"] * n // d)
            result["quorum"] = {"needed": needed, "met": people >= needed}
            if people < needed: outcomes = [dict(o, ending="no_quorum", elected=[], tied=[]) for o in outcomes]
        raw = canonical(dict(result, questions=outcomes))
        need(raw == files["result"], f"counting gives {raw[:4000].decode()}, the bundle says {files['result'][:4000]!r}")
        how = {"papers": "counted again, the same", "stages": "not recounted"}
        says("; ".join(" ".join([repr(q["title"]), how[q["evidence"]] + ":", o["ending"]] + [
            repr(q["options"][x - 1]["name"]) for x in o["elected"]]) for q, o in zip(questions, outcomes)))
    for name in receipts:
        with check("receipt " + name, "its ballot is in the cast log and its code among those opened"):
            r = json.loads(pathlib.Path(name).read_bytes().decode("utf-8"))
            leaf, salt = (bytes.fromhex(match("[0-9a-f]+", r[member])[0]) for member in ("leaf", "codeSalt"))
            code = sha256(b"ostrakon/code/3\0" + salt + r.get("clientNonce", "").encode("utf-8"))[:10]
            need(r["electionId"] == election, f"it is of another election, {r['electionId']!r}")
            need(len(salt) == 16 and parse_code(r["code"]) == code, "its code does not follow from its salt and the client's nonce")
            promise = b"ostrakon/receipt/3\0" + election.encode() + leaf + code
            need(is_signed(key, promise, parse_base64(r["signature"], [64])), "its signature is not by the key of the manifest")
            need(leaf in leaves, "the signed leaf is not in the cast log: the ballot was left out, this is the proof")
            need(code in codes, "its signed code is not among those opened: the ballot was replaced or did not open, this is the proof")
    for name in checkpoints:
        with check("checkpoint " + name, "the cast log only grew since"):
            size, root = match(f"ostrakon/{election}\n({NUMBER})\n(.{{44}})\n", opened(pathlib.Path(name).read_bytes())).groups()
            need(int(size) <= len(leaves), f"it is of {size} cast ballots, the bundle has only {len(leaves)}: the log was cut")
            need(root == as_base64(merkle_root(leaves[:int(size)])), f"at {size} ballots the log was another: rewritten, this is the proof")
    return failed

if __name__ == "__main__":
    p = argparse.ArgumentParser(description="Check the bundle of a counted election, offline.", allow_abbrev=False)
    p.add_argument("-key", metavar="BASE64", default="", help="the installation's signing key, as published")
    p.add_argument("-receipt", metavar="FILE", action="append", default=[], help="a voter's receipt")
    p.add_argument("-checkpoint", metavar="FILE", action="append", default=[], help="a checkpoint kept earlier")
    p.add_argument("bundle", metavar="BUNDLE")
    a = p.parse_args()
    sys.stdout.reconfigure(errors="backslashreplace")  # a name may have letters that this terminal lacks
    sys.exit(1 if verify(a.bundle, a.key, a.receipt, a.checkpoint) else 0 if a.key else 3)
