package command

import "testing"

func TestSpaceOfMeasuresThisDisk(t *testing.T) {
	free, total, err := SpaceOf(t.TempDir())
	if err != nil || free < 0 || total < free || total == 0 {
		t.Errorf("%d of %d bytes are free: %v", free, total, err)
	}
	if _, _, err := SpaceOf(t.TempDir() + "/missing"); err == nil {
		t.Error("a missing directory has disk space")
	}
}
