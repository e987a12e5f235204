package disk

import "testing"

func TestThisDiskIsMeasured(t *testing.T) {
	space, err := SpaceOf(t.TempDir())
	if err != nil || space.Free < 0 || space.Total < space.Free || space.Total == 0 {
		t.Errorf("this disk is %+v: %v", space, err)
	}
	if _, err := SpaceOf(t.TempDir() + "/missing"); err == nil {
		t.Error("a directory that is not there has room")
	}
}
