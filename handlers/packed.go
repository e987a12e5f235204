package handlers

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"net/http"
	"strconv"
	"sync"

	"ostrakon/web"
)

// Answers are compressed on the routes that say so in the table, and on no others. Whoever reads the traffic sees the
// length of an answer, and a compressed one is shorter where a text repeats what stands beside it: who can write a text
// into an answer could guess at a secret in it and see when they are right (BREACH). So a route may say packed
//
//   - where anyone may read the whole answer: the board, results, the turnout, the methods of conversion;
//   - where only administrators write texts, who can read the rest elsewhere: the list of outlines;
//   - and packedBefore, where what concerns the caller alone, such as whose votes they hold, follows a member of the
//     answer: that part goes as it is, and so no text is ever compared with it.
//
// An administrator's answers, accounts, nominations and lists of whole elections have people's data beside texts of
// other people. Tokens and keys are in no answer that says packed.

// smallestPacked is the least size of an answer that is compressed, in bytes.
const smallestPacked = 1000

// packed is a handler whose JSON is compressed for clients that accept gzip.
func packed(handle handler) handler { return packedBefore("", handle) }

// packedBefore is packed for what comes before a member of the answer. The rest is as long as it was.
func packedBefore(member string, handle handler) handler {
	return func(s *Server, w http.ResponseWriter, r *request) error {
		w.Header().Add("Vary", "Accept-Encoding")
		if web.AcceptsGzip(r.Header.Values("Accept-Encoding")) {
			w = packer{w, []byte(`,"` + member + `":`), s.deflaters}
		}
		return handle(s, w, r)
	}
}

// newDeflaters keeps compressors, each of which has a megabyte of tables.
func newDeflaters() *sync.Pool {
	return &sync.Pool{New: func() any {
		w, err := flate.NewWriter(nil, flate.DefaultCompression)
		if err != nil {
			panic(err) // only for a level that there is not
		}
		return w
	}}
}

// packer compresses an answer that is written in one piece, if it is not short.
type packer struct {
	http.ResponseWriter
	until     []byte // where the part begins that goes as it is
	deflaters *sync.Pool
}

// WriteHeader leaves 200 to Write, which knows how long the answer will be.
func (p packer) WriteHeader(status int) {
	if status != http.StatusOK {
		p.ResponseWriter.WriteHeader(status)
	}
}

// Write sends a whole answer.
func (p packer) Write(body []byte) (int, error) {
	if len(body) < smallestPacked {
		return p.ResponseWriter.Write(body)
	}
	short := p.pack(body)
	h := p.Header()
	h.Set("Content-Encoding", "gzip")
	h.Set("Content-Length", strconv.Itoa(len(short)))
	if etag := h.Get("ETag"); etag != "" {
		h.Set("ETag", "W/"+etag) // the same content in other bytes
	}
	_, err := p.ResponseWriter.Write(short)
	return len(body), err
}

// pack makes one gzip member (RFC 1952) of deflated and of stored blocks. No stored block is in the window of the
// compressor, nor a compressed text in that of the stored ones.
func (p packer) pack(body []byte) []byte {
	open, own := body, []byte(nil)
	if at := bytes.Index(body, p.until); at >= 0 { // no text has it: its quotes would be escaped
		open, own = body[:at], body[at:]
	}
	out := bytes.NewBuffer([]byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff})
	deflate := p.deflaters.Get().(*flate.Writer)
	defer p.deflaters.Put(deflate)
	deflate.Reset(out)
	deflate.Write(open) // a buffer takes everything
	deflate.Flush()
	for ; len(own) > 0; own = own[min(len(own), 0xffff):] {
		piece := own[:min(len(own), 0xffff)]
		size := uint16(len(piece))
		out.Write(binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16([]byte{0}, size), ^size))
		out.Write(piece)
	}
	end := []byte{1, 0, 0, 0xff, 0xff} // an empty block, the last one
	end = binary.LittleEndian.AppendUint32(end, crc32.ChecksumIEEE(body))
	out.Write(binary.LittleEndian.AppendUint32(end, uint32(len(body))))
	return out.Bytes()
}
