package spool

import (
	"errors"
	"os"
	"testing"
)

// What can never fit is told apart from what does not fit now.
func TestWhatNeverFitsIsSaid(t *testing.T) {
	for what, opts := range map[string]Options{
		"the cap":          {Cap: 100_000},
		"the disk":         {Space: func(string) (int64, int64, error) { return 120_000, 133_334, nil }},
		"the upload's own": {Cap: 500_000},
	} {
		s := open(t, t.TempDir(), opts)
		out := s.Begin()
		if what == "the upload's own" {
			upload, err := out.Upload()
			if err == nil {
				_, err = upload.Write(make([]byte, 400_000))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		never, limited := errors.AsType[*SizeError](out.Create(out.Base()+".glb", 100_000))
		if !limited || never.Size < 104_096 || never.Limit != 100_000 && never.Limit != 500_000 && never.Limit != 100_001 {
			t.Errorf("%s: %+v", what, never)
		}
		out.Discard()
		if s.used != 0 || s.pending != 0 {
			t.Errorf("%s: %d bytes are still counted, %d pending", what, s.used, s.pending)
		}
	}
}

// While less than the reserve is free the oldest go first, and then nothing is taken.
func TestTheReserveStaysFree(t *testing.T) {
	dir := t.TempDir()
	free := int64(maxReserve + 100_000)
	s := open(t, dir, Options{Space: func(string) (int64, int64, error) { return free, 1 << 40, nil }})
	older := put(t, s, map[string]int{".glb": 30_000})
	newer := put(t, s, map[string]int{".glb": 30_000})
	free = maxReserve + 10_000
	fresh := put(t, s, map[string]int{".glb": 20_000})
	wantNames(t, dir, newer+".glb", fresh+".glb")
	wantGone(t, s, older+".glb")
	free = maxReserve - 1
	s.Clean() // somebody else took the room
	wantNames(t, dir, fresh+".glb")
	d := must(s.Open(fresh+".glb", false))(t)
	out := s.Begin()
	if err := out.Create(out.Base()+".glb", 20_000); !errors.Is(err, ErrFull) {
		t.Errorf("created beside a download: %v", err)
	}
	if _, err := out.Upload(); !errors.Is(err, ErrFull) {
		t.Errorf("uploaded beside a download: %v", err)
	}
	wantNames(t, dir, fresh+".glb")
	d.Close()
	s.Clean()
	wantNames(t, dir)
}

// A child that has written half of what it was promised has taken that half of the disk already.
func TestWhatIsWrittenCountsOnce(t *testing.T) {
	free := int64(maxReserve + 100_000)
	s := open(t, t.TempDir(), Options{Space: func(string) (int64, int64, error) { return free, 1 << 40, nil }})
	first, second := s.Begin(), s.Begin()
	name := first.Base() + ".glb"
	noError(t, first.Create(name, 60_000))
	noError(t, os.WriteFile(first.Path(name), make([]byte, 50_000), 0o600))
	free -= 50_000
	if err := second.Create(second.Base()+".glb", 30_000); err != nil {
		t.Errorf("beside one that is nearly written: %v", err)
	}
	second.Discard()
	first.Discard()
	if len(s.writing) != 0 || s.pending != 0 {
		t.Errorf("%d files are still written, %d bytes pending", len(s.writing), s.pending)
	}
}

// What is promised to one conversion is not promised to another.
func TestRoomIsPromisedOnce(t *testing.T) {
	s := open(t, t.TempDir(), Options{Space: space(maxReserve + 100_000)})
	first, second := s.Begin(), s.Begin()
	noError(t, first.Create(first.Base()+".glb", 60_000))
	if err := second.Create(second.Base()+".glb", 60_000); !errors.Is(err, ErrFull) {
		t.Errorf("promised twice: %v", err)
	}
	first.Discard()
	if err := second.Create(second.Base()+".glb", 60_000); err != nil {
		t.Error(err)
	}
	second.Discard()
}

func TestTheReserve(t *testing.T) {
	for total, want := range map[int64]int64{
		70 << 20: 70 << 20 / 4, 3 << 30: 3 << 28, 8 << 30: 1 << 30, 50 << 30: 5 << 30, 4 << 40: 10 << 30, 0: 0,
	} {
		if got := Reserve(total); got != want {
			t.Errorf("of %d bytes %d are kept, want %d", total, got, want)
		}
	}
}

func TestTheOldestGoWhenRoomIsNeeded(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{Cap: 100_000})
	var bases []string
	for range 4 {
		bases = append(bases, put(t, s, map[string]int{".glb": 20_000}))
	}
	d := must(s.Open(bases[0]+".glb", false))(t)
	defer d.Close()
	fresh := put(t, s, map[string]int{".glb": 40_000})
	wantNames(t, dir, bases[0]+".glb", bases[3]+".glb", fresh+".glb")
}

// Tiny files are bounded too: each counts 4 KiB beside its content.
func TestManyTinyFilesAreBounded(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{Cap: 10 * (perFile + 1)})
	for range 30 {
		put(t, s, map[string]int{".glb": 1})
	}
	if n := len(names(t, dir)); n != 10 {
		t.Errorf("%d files are kept, want 10", n)
	}
}
