package handlers

import (
	"testing"
	"time"
)

func TestAClockThatCannotBeRightIsDoubted(t *testing.T) {
	noon := time.Date(2031, time.May, 1, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		newest, now time.Time
		want        bool
	}{
		"a new installation":            {time.Time{}, noon, false},
		"a restart":                     {noon, noon.Add(time.Second), false},
		"a correction from the network": {noon, noon.Add(-50 * time.Second), false},
		"without a battery":             {noon, time.Unix(0, 0), true},
		"an hour back":                  {noon, noon.Add(-time.Hour), true},
		"a year in a cupboard":          {noon, noon.AddDate(1, 0, 0), false},
	} {
		var w clockWatch
		if w.start(c.newest, c.now); w.look(c.now.Add(time.Second)) != c.want {
			t.Errorf("%s: doubted is %v", name, !c.want)
		}
	}
}

func TestAClockThatWentBackIsInOrderWhenItHasCaughtUp(t *testing.T) {
	noon := time.Date(2031, time.May, 1, 12, 0, 0, 0, time.UTC)
	var w clockWatch
	w.start(noon, noon.Add(-time.Hour))
	if !w.look(noon.Add(-time.Second)) {
		t.Error("a clock behind the newest record is not doubted")
	}
	if w.look(noon) {
		t.Error("a clock that has caught up is doubted")
	}
}

func TestAClockThatJumpsIsDoubted(t *testing.T) {
	noon := time.Date(2031, time.May, 1, 12, 0, 0, 0, time.UTC)
	for jump, want := range map[time.Duration]bool{
		-2 * time.Minute: true, -30 * time.Second: false, 0: false, 8 * time.Hour: false, 25 * time.Hour: true,
	} {
		var w clockWatch
		w.start(time.Time{}, noon)
		if got := w.see(noon.Add(time.Second+jump), time.Second); got != want {
			t.Errorf("a jump of %s is doubted: %v", jump, got)
		}
		if got := w.see(noon.Add(2*time.Second+jump), 2*time.Second); got != want {
			t.Errorf("a second after a jump of %s the clock is doubted: %v", jump, got)
		}
	}
}
