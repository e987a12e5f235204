// Package cores runs parts of a computation at the same time. A fault in one of them can be recovered from.
package cores

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// Run calls do(0) to do(n-1) at the same time and waits for all.
func Run(n int, do func(i int)) {
	var group Group
	for i := 1; i < n; i++ {
		group.Go(func() { do(i) })
	}
	do(0)
	group.Wait()
}

// Group is a sync.WaitGroup whose Wait panics if one of its functions did, so that the starter can recover.
type Group struct {
	wg    sync.WaitGroup
	once  sync.Once
	fault string // what the first panic said, and where it was
}

// Go calls f in a new goroutine.
func (g *Group) Go(f func()) {
	g.wg.Go(func() {
		defer func() {
			if v := recover(); v != nil {
				g.once.Do(func() { g.fault = fmt.Sprintf("%v\n%s", v, debug.Stack()) })
			}
		}()
		f()
	})
}

// Wait waits until all functions have returned, and panics with what the first one that panicked said.
func (g *Group) Wait() {
	g.wg.Wait()
	if g.fault != "" {
		panic(g.fault)
	}
}
