package disk

import (
	"syscall"
	"unsafe"
)

// SpaceOf measures the file system that a directory is on. Free is what this user may use.
func SpaceOf(dir string) (Space, error) {
	name, err := syscall.UTF16PtrFromString(dir)
	if err != nil {
		return Space{}, err
	}
	var s Space
	measure := syscall.NewLazyDLL("kernel32.dll").NewProc("GetDiskFreeSpaceExW")
	if ok, _, err := measure.Call(uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(&s.Free)), uintptr(unsafe.Pointer(&s.Total)), 0); ok == 0 {
		return Space{}, err
	}
	return s, nil
}
