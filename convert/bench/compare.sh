#!/usr/bin/env bash
# Runs "ostrakon convert" beside Debian's assimp and npm's gltfpack on the same
# files, each as a whole process from file to files, and prints a table:
#
#   best s, CPU s   least time, and least time of all cores together
#   x assimp, x CPU how many times as fast as assimp in the same run, by each
#   plain, report   x assimp without the report of the solid (-report 0), and
#                   how much more CPU time the report takes
#   peak/in, out/in peak memory and size of the output by size of the input
#
#   convert/bench/compare.sh [RUNS]
#
# ASSIMP and GLTFPACK name the programs if they are not in PATH; what is
# missing is said and left out. gltfpack reads no STL: it gets the glTF file
# that level standard made, and is there for the size of its output.
set -euo pipefail
cd "$(dirname "$0")/../.."
runs=${1:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

command -v python3 >/dev/null || { echo "python3 is missing: it measures time and memory" >&2; exit 1; }
assimp=$(command -v "${ASSIMP:-assimp}" || true)
gltfpack=$(command -v "${GLTFPACK:-gltfpack}" || true)
[ -n "$assimp" ] || echo "assimp is missing (Debian: assimp-utils); its rows are left out"
[ -n "$gltfpack" ] || echo "gltfpack is missing (npm: gltfpack); its rows are left out"

go build -o "$work/ostrakon" .
go build -o "$work/makestl" ./convert/bench/makestl
"$work/makestl" 2048 "$work/100KB.stl"
"$work/makestl" -shape gyroid 1490000 "$work/gyroid.stl"
"$work/makestl" -shape scan 1000000 "$work/scan.stl"
"$work/makestl" -ascii 200000 "$work/200k_text.stl"
"$work/makestl" 1000000 "$work/1M.stl"
"$work/makestl" 5000000 "$work/5M.stl"

python3 - "$work" "$runs" "$assimp" "$gltfpack" <<'PYTHON'
import glob, os, subprocess, sys, time

work, runs, assimp, gltfpack = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]


def measure(args, out):
    """Least seconds and CPU seconds, peak bytes of memory and bytes written."""
    seconds, cpu, peak = [], [], 0
    for _ in range(runs):
        for old in glob.glob(out + ".*"):
            os.remove(old)
        start = time.perf_counter()
        process = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        _, status, usage = os.wait4(process.pid, 0)
        seconds.append(time.perf_counter() - start)
        cpu.append(usage.ru_utime + usage.ru_stime)
        if status != 0:
            return None, process.stderr.read().decode(errors="replace").strip()
        peak = max(peak, usage.ru_maxrss * 1024)
    size = sum(os.path.getsize(f) for f in glob.glob(out + ".*"))
    return (min(seconds), min(cpu), peak, size), ""


def ours(method, *options):
    extension = ".glb" if method == "custom-glb" else ".gltf"
    return lambda source, out: [work + "/ostrakon", "convert", source, "-o", out + extension, "-method", method, *options]


rows = {
    "meshlib": ours("meshlib"),
    "custom": ours("custom"),
    "custom-glb positions": ours("custom-glb", "-level", "positions"),
    "custom-glb standard": ours("custom-glb", "-level", "standard"),
    "custom-glb quantized": ours("custom-glb", "-level", "quantized"),
    "custom-glb compact": ours("custom-glb", "-level", "compact"),
}
if assimp:
    rows = {"assimp": lambda source, out: [assimp, "export", source, out + ".glb", "-fglb2"]} | rows
if gltfpack:
    rows["gltfpack -cc -vp 16"] = lambda source, out: [
        gltfpack, "-cc", "-vp", "16", "-i", work + "/standard.glb", "-o", out + ".glb"]

for name in ["100KB", "gyroid", "scan", "200k_text", "1M", "5M"]:
    source = f"{work}/{name}.stl"
    given = os.path.getsize(source)
    print(f"\n{name}: {given / 1e6:.1f} MB, {runs} runs on {os.cpu_count()} cores")
    print(f"{'':22}{'best s':>8}{'CPU s':>8}{'x assimp':>10}{'x CPU':>8}{'plain':>8}{'report':>8}{'peak/in':>9}{'out/in':>8}")
    if gltfpack:
        _, trouble = measure(rows["custom-glb standard"](source, work + "/standard"), work + "/none")
        if trouble:
            print("  for gltfpack:", trouble)
    base = None
    for row, command in rows.items():
        args = command(source, work + "/out")
        plain = None
        if args[0] == work + "/ostrakon":
            plain, _ = measure(args + ["-report", "0"], work + "/out")
        result, trouble = measure(args, work + "/out")
        if result is None:
            print(f"{row:22}failed: {trouble}")
            continue
        best, cpu, peak, size = result
        if row == "assimp":
            base = result
        ratios = f"{base[0] / best:10.1f}{base[1] / cpu:8.1f}" if base else " " * 18
        bare = f"{base[0] / plain[0]:8.1f}" if base and plain else " " * 8
        report = f"{100 * (cpu / plain[1] - 1):+7.0f}%" if plain else " " * 8
        print(f"{row:22}{best:8.3f}{cpu:8.3f}{ratios}{bare}{report}{peak / given:9.2f}{size / given:8.3f}", flush=True)
PYTHON
