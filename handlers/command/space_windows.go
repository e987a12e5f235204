package command

import (
	"syscall"
	"unsafe"
)

// SpaceOf measures the file system of a directory, in bytes. free is the space that this user may still fill.
func SpaceOf(dir string) (free, total int64, err error) {
	name, err := syscall.UTF16PtrFromString(dir)
	if err != nil {
		return 0, 0, err
	}
	measure := syscall.NewLazyDLL("kernel32.dll").NewProc("GetDiskFreeSpaceExW")
	at, freeAt, totalAt := unsafe.Pointer(name), unsafe.Pointer(&free), unsafe.Pointer(&total)
	ok, _, err := measure.Call(uintptr(at), uintptr(freeAt), uintptr(totalAt), 0)
	if ok == 0 {
		return 0, 0, err
	}
	return free, total, nil
}
