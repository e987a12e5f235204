# Counts cases with ../../ballotbox/verify.py: one JSON object a line on standard input, and for each
# a line with the outcome as canonical JSON, or "refused".

import json, os, sys

sys.dont_write_bytecode = True
sys.path[0] = os.path.join(sys.path[0], "..", "..", "ballotbox")
from verify import canonical, count_question

for line in sys.stdin:
    case = json.loads(line)
    try:
        print(canonical(count_question(case["rules"], case["evidence"], case["lot"], case["base"])).decode())
    except ValueError:
        print("refused")
