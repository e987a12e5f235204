package mesh

import (
	"runtime"

	"ostrakon/convert/workers"
)

// Below this many facets a goroutine costs more than it brings.
const facetsPerWorker = 16 << 10

// More workers than this gain little, since Weld compares their chunks in pairs and Crease
// keeps a count per vertex for each.
const maxWorkers = 8

// workersFor is the number of workers that pay for a mesh. No result depends on it.
func workersFor(facets int) int {
	return max(1, min(runtime.GOMAXPROCS(0), maxWorkers, facets/facetsPerWorker))
}

// parallel calls do(0) to do(n-1) at the same time and waits for all.
func parallel(n int, do func(worker int)) {
	var group workers.Group
	for w := 1; w < n; w++ {
		group.Go(func() { do(w) })
	}
	do(0)
	group.Wait()
}

// share is the part of total items that a worker of n takes: [from, to).
func share(total, worker, n int) (from, to int) {
	return total * worker / n, total * (worker + 1) / n
}
