package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"syscall"

	"ostrakon/convert"
	"ostrakon/convert/stl"
	"ostrakon/handlers/worker"
)

// Serve is the child's side: it converts one upload after the other until in ends. Errors: those of in and out.
func Serve(in io.Reader, out io.Writer) error {
	return worker.ServeEach(in, out, serveOne)
}

// serveOne converts one upload.
func serveOne(conn worker.Conn) error {
	kind, raw, err := conn.Receive(maxFrame)
	if err != nil {
		return err
	}
	t, err := parse[task](raw)
	if err != nil || kind != kindTask {
		return garbled(kind, err)
	}
	var data []byte
	if t.Upload == "" {
		if kind, data, err = conn.Receive(SmallUpload); err != nil || kind != kindData {
			return garbled(kind, err)
		}
	}
	w := &writer{conn: conn, files: map[string]*os.File{}}
	result, err := w.convert(t, data)
	switch {
	case w.broken != nil:
		return w.broken
	case err != nil:
		return send(conn, kindFailure, takeApart(err))
	}
	return send(conn, kindResult, result)
}

// writer writes the files of one conversion.
type writer struct {
	conn   worker.Conn
	files  map[string]*os.File // by name
	broken error               // what went wrong with the parent
}

// convert does a task. A panic becomes an error: one odd file must not end the process.
func (w *writer) convert(t *task, data []byte) (result *convert.Result, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
		for _, f := range w.files {
			err = errors.Join(err, f.Close())
		}
	}()
	var progress convert.Progress
	if t.Progress {
		progress = func(name string, fraction float64) {
			w.broken = errors.Join(w.broken, w.conn.Send(kindProgress, appendStage(nil, name, fraction)))
		}
	}
	if result, err = w.write(t, data, progress); err != nil {
		return nil, err
	}
	return result, w.pack(result.Files)
}

// write writes the files of a task.
func (w *writer) write(t *task, data []byte, progress convert.Progress) (*convert.Result, error) {
	ctx := context.Background() // a conversion that nobody waits for ends with its process
	if t.Upload == "" {
		return convert.Convert(ctx, data, t.Options, t.Base, w.create, progress)
	}
	upload, err := os.Open(t.Upload)
	if err != nil {
		return nil, err
	}
	defer upload.Close()
	info, err := upload.Stat()
	if err != nil {
		return nil, err
	}
	return convert.ConvertFile(ctx, upload, info.Size(), t.Options, t.Base, w.create, progress)
}

// errRefused means that the parent has no room for a file. It knows why.
var errRefused = errors.New("there is no room for the file")

// create asks the parent for a file.
func (w *writer) create(name string, size int64) (io.Writer, error) {
	kind, path := byte(0), []byte(nil)
	err := send(w.conn, kindCreate, file{name, size})
	if err == nil {
		kind, path, err = w.conn.Receive(maxFrame)
	}
	if err != nil {
		w.broken = err
		return nil, err
	}
	if kind != kindPath {
		return nil, errRefused
	}
	f, err := os.OpenFile(string(path), os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	w.files[name] = f
	return f, nil
}

// takeApart is an error as it goes to the parent.
func takeApart(err error) *failure {
	f := new(failure)
	var unreadable *stl.Error
	var option *convert.OptionError
	switch {
	case errors.As(err, &unreadable):
		f.Remark, f.Offset, f.Line = &unreadable.Remark, unreadable.Offset, unreadable.Line
	case errors.As(err, &option):
		f.Option, f.Remark = option.Option, &option.Remark
	case errors.As(err, &f.TooBig):
	default:
		f.Full = errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
		f.Trouble = err.Error()
	}
	return f
}
