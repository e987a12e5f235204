package handlers

import (
	"testing"
	"time"
)

func TestAClockThatCannotBeRightIsDoubted(t *testing.T) {
	noon := time.Date(2031, time.May, 1, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		newest, now time.Time
		due, want   bool
	}{
		"a new installation":                     {time.Time{}, noon, true, false},
		"a restart":                              {noon, noon.Add(time.Second), true, false},
		"a correction from the network":          {noon, noon.Add(-50 * time.Second), false, false},
		"without a battery":                      {noon, time.Unix(0, 0), false, true},
		"an hour back":                           {noon, noon.Add(-time.Hour), false, true},
		"a night without power, an end in it":    {noon, noon.Add(20 * time.Hour), true, false},
		"a year in a cupboard":                   {noon, noon.AddDate(1, 0, 0), false, false},
		"a year, in which an election would end": {noon, noon.AddDate(1, 0, 0), true, true},
	} {
		due := func() bool { return c.due }
		var w clockWatch
		if w.start(c.newest, c.now, due); w.look(c.now.Add(time.Second), due) != c.want {
			t.Errorf("%s: doubted is %v", name, !c.want)
		}
	}
}

func nothingDue() bool { return false }

func TestAClockThatWentBackIsInOrderWhenItHasCaughtUp(t *testing.T) {
	noon := time.Date(2031, time.May, 1, 12, 0, 0, 0, time.UTC)
	var w clockWatch
	w.start(noon, noon.Add(-time.Hour), nothingDue)
	if !w.look(noon.Add(-time.Second), nothingDue) {
		t.Error("a clock behind the newest record is not doubted")
	}
	if w.look(noon, nothingDue) {
		t.Error("a clock that has caught up is doubted")
	}
}

func TestAClockThatJumpsIsDoubted(t *testing.T) {
	noon := time.Date(2031, time.May, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		jump      time.Duration
		due, want bool
	}{
		{-2 * time.Minute, false, true}, {-30 * time.Second, true, false}, {0, true, false}, {30 * time.Second, true, false},
		{8 * time.Hour, false, false}, {8 * time.Hour, true, true}, {25 * time.Hour, false, true},
	} {
		due := func() bool { return c.due }
		var w clockWatch
		w.start(time.Time{}, noon, due)
		if got := w.see(noon.Add(time.Second+c.jump), time.Second, due); got != c.want {
			t.Errorf("a jump of %s, due %v, is doubted: %v", c.jump, c.due, got)
		}
		if got := w.see(noon.Add(2*time.Second+c.jump), 2*time.Second, due); got != c.want {
			t.Errorf("a second after a jump of %s, due %v, the clock is doubted: %v", c.jump, c.due, got)
		}
		if c.want && w.see(noon.Add(time.Hour+10*time.Second), time.Hour, due) {
			t.Errorf("set right an hour after a jump of %s, due %v, the clock is doubted", c.jump, c.due)
		}
	}
}
