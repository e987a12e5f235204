package spool

import "os"

// Upload is a file to be converted, as it arrives. It is for one goroutine.
type Upload struct {
	output *Output
	name   string
	file   *os.File
	size   int64
}

// Upload makes the file that the upload is written to. Errors: ErrFull; *SizeError.
func (o *Output) Upload() (*Upload, error) {
	if err := o.reserve(perFile); err != nil {
		return nil, err
	}
	name := o.base + uploadExt
	f, err := o.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		err = o.full(err)
		o.release(perFile, perFile)
		return nil, err
	}
	o.spool.wrote(perFile)
	o.upload = &Upload{output: o, name: name, file: f}
	return o.upload, nil
}

// Write makes room for the bytes and writes them. Errors: ErrFull; *SizeError.
func (u *Upload) Write(p []byte) (int, error) {
	bytes := int64(len(p))
	if err := u.output.reserve(bytes); err != nil {
		return 0, err
	}
	u.size += bytes
	n, err := u.file.Write(p)
	u.output.spool.wrote(bytes)
	return n, u.output.full(err)
}

// Size is how many bytes have been written.
func (u *Upload) Size() int64 { return u.size }

// Path is the file. Whoever converts it must be done with it before Keep or Discard.
func (u *Upload) Path() string { return u.file.Name() }

func (o *Output) dropUpload() {
	if u := o.upload; u != nil {
		u.file.Close()
		o.root.Remove(u.name) // what cannot be removed now is removed by the next Open
		o.release(perFile+u.size, 0)
		o.upload = nil
	}
}
