package picture

import (
	"bytes"
	"context"
	"errors"
	"image"
	"runtime"
	"testing"
	"testing/synctest"

	"ostrakon/ocr/raster"
	"ostrakon/ocr/raster/rastertest"

	"github.com/disintegration/imaging"
)

// TestRefusalCostsNoMemory must not run beside other tests: it reads a counter of the whole
// process.
func TestRefusalCostsNoMemory(t *testing.T) {
	bombs := map[string][]byte{
		"PNG header of 30000 x 30000":  rastertest.PNGHeader(30000, 30000),
		"JPEG header of 65535 x 65535": jpegOfSize(t, 65535, 65535),
		"1000 scans of 12 megapixels":  rastertest.Progressive(4000, 3000, 1000),
		"6 MiB of empty comments in a JPEG": rastertest.WithSegments(jpegOfSize(t, 8001, 1),
			bytes.Repeat(rastertest.Segment(0xfe), MaxBytes/4-1000)),
		"TIFF of 2 megapixels under any name": encodeAs(t, image.NewGray(image.Rect(0, 0, 2000, 1000)), imaging.TIFF),
	}
	for name, data := range bombs {
		t.Run(name, func(t *testing.T) {
			decoder := NewDecoder(1)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := decoder.Normalize(t.Context(), data)
			runtime.ReadMemStats(&after)
			if err == nil {
				t.Fatal("not refused")
			}
			if n := after.TotalAlloc - before.TotalAlloc; n >= 1<<20 {
				t.Errorf("%v: allocated %d bytes, want less than 1 MiB", err, n)
			}
		})
	}
}

func TestConcurrencyIsBounded(t *testing.T) {
	data := rastertest.JPEG(t, quarters(64, 64), 90)
	synctest.Test(t, func(t *testing.T) {
		decoder := NewDecoder(2)
		decoder.slots <- struct{}{}
		decoder.slots <- struct{}{}
		done := make(chan error, 3)
		for range cap(done) {
			go func() {
				_, err := decoder.Normalize(t.Context(), data)
				done <- err
			}()
		}
		synctest.Wait()
		if len(done) != 0 {
			t.Fatalf("%d images decoded while every slot was taken", len(done))
		}
		if err := check(data); err != nil {
			t.Errorf("the header needs no slot: %v", err)
		}
		<-decoder.slots
		synctest.Wait()
		if len(done) != cap(done) {
			t.Fatalf("%d of %d images decoded through the free slot", len(done), cap(done))
		}
		for range cap(done) {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if len(decoder.slots) != 1 {
			t.Errorf("%d slots taken, want the one of the test", len(decoder.slots))
		}
	})
}

func TestSlotIsGivenBackAfterADamagedImage(t *testing.T) {
	data := rastertest.JPEG(t, quarters(64, 64), 90)
	decoder := NewDecoder(0) // at least one
	for range 3 {
		if _, err := decoder.Normalize(t.Context(), data[:len(data)-9]); !errors.Is(err, raster.ErrDamaged) {
			t.Fatalf("%v, want ErrDamaged", err)
		}
	}
	if _, err := decoder.Normalize(t.Context(), data); err != nil {
		t.Error(err)
	}
}

func TestCancellation(t *testing.T) {
	data := rastertest.JPEG(t, quarters(64, 64), 90)
	t.Run("while waiting", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			decoder := NewDecoder(1)
			decoder.slots <- struct{}{}
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go func() {
				_, err := decoder.Normalize(ctx, data)
				done <- err
			}()
			synctest.Wait()
			cancel()
			if err := <-done; err != context.Canceled {
				t.Errorf("%v, want context.Canceled", err)
			}
			if len(decoder.slots) != 1 {
				t.Errorf("%d slots taken, want the one of the test", len(decoder.slots))
			}
		})
	})
	t.Run("before it began, although a slot is free", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		decoder := NewDecoder(1)
		for range 50 { // select would choose the slot every other time
			if _, err := decoder.Normalize(ctx, data); err != context.Canceled {
				t.Fatalf("%v, want context.Canceled", err)
			}
		}
		if len(decoder.slots) != 0 {
			t.Error("the slot was kept")
		}
	})
	t.Run("deadline", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 0)
		defer cancel()
		if _, err := NewDecoder(1).Normalize(ctx, data); err != context.DeadlineExceeded {
			t.Errorf("%v, want context.DeadlineExceeded", err)
		}
	})
}
