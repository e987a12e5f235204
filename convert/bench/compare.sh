#!/usr/bin/env bash
# Runs "ostrakon convert" beside Debian's assimp and npm's gltfpack on the same
# files, each as a whole process from file to files, and prints a table: best
# and median time, peak memory by size of the input, size of the output, and how
# many times as fast as assimp in the same run.
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
"$work/makestl" 1000000 "$work/1M.stl"
"$work/makestl" 5000000 "$work/5M.stl"
"$work/makestl" -ascii 200000 "$work/200k_ascii.stl"

python3 - "$work" "$runs" "$assimp" "$gltfpack" <<'PYTHON'
import glob, os, resource, statistics, subprocess, sys, time

work, runs, assimp, gltfpack = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]


def measure(args, out):
    """Best and median seconds, peak bytes of memory and bytes written."""
    seconds, peak = [], 0
    for _ in range(runs):
        for old in glob.glob(out + ".*"):
            os.remove(old)
        start = time.perf_counter()
        process = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        _, status, usage = os.wait4(process.pid, 0)
        seconds.append(time.perf_counter() - start)
        if status != 0:
            return None, process.stderr.read().decode(errors="replace").strip()
        peak = max(peak, usage.ru_maxrss * 1024)
    size = sum(os.path.getsize(f) for f in glob.glob(out + ".*"))
    return (min(seconds), statistics.median(seconds), peak, size), ""


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

for name in ["100KB", "200k_ascii", "1M", "5M"]:
    source = f"{work}/{name}.stl"
    given = os.path.getsize(source)
    print(f"\n{name}: {given / 1e6:.1f} MB, {runs} runs on {os.cpu_count()} cores")
    print(f"{'':22}{'best s':>9}{'median s':>10}{'MB/s':>8}{'x assimp':>10}{'peak/in':>9}{'out/in':>8}")
    if gltfpack:
        _, trouble = measure(rows["custom-glb standard"](source, work + "/standard"), work + "/none")
        if trouble:
            print("  for gltfpack:", trouble)
    base = None
    for row, command in rows.items():
        result, trouble = measure(command(source, work + "/out"), work + "/out")
        if result is None:
            print(f"{row:22}failed: {trouble}")
            continue
        best, median, peak, size = result
        base = best if row == "assimp" else base
        ratio = f"{base / best:10.1f}" if base else " " * 10
        print(f"{row:22}{best:9.3f}{median:10.3f}{given / best / 1e6:8.0f}{ratio}{peak / given:9.2f}{size / given:8.3f}")
PYTHON
