package ballotbox

import (
	"encoding/hex"
	"fmt"
	"slices"
	"testing"

	"golang.org/x/mod/sumdb/tlog"
)

// stored is a cast log as tlog stores it.
type stored []tlog.Hash

func (s *stored) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	var hashes []tlog.Hash
	for _, at := range indexes {
		if at >= int64(len(*s)) {
			return nil, fmt.Errorf("no hash %d", at)
		}
		hashes = append(hashes, (*s)[at])
	}
	return hashes, nil
}

func (s *stored) add(n int64, leaf Hash) {
	*s = append(*s, must(tlog.StoredHashesForRecordHash(n, tlog.Hash(leaf), s))...)
}

func numbered(n int) []Hash {
	leaves := make([]Hash, n)
	for i := range leaves {
		leaves[i] = Ballot{Class: 1, Sealed: []byte{byte(i), byte(i >> 8)}}.Cast().Leaf("e")
	}
	return leaves
}

func TestMerkleRootIsThatOfTlog(t *testing.T) {
	log := &stored{}
	for n, leaf := range numbered(301) {
		want := must(tlog.TreeHash(int64(n), log))
		if got := MerkleRoot(numbered(n)); got != Hash(want) {
			t.Fatalf("%d leaves: %s, want %s", n, got, Hash(want))
		}
		log.add(int64(n), leaf)
	}
}

// The example tree of Certificate Transparency: records, and the root after each.
func TestMerkleRootOfKnownTrees(t *testing.T) {
	if got := MerkleRoot(nil).String(); got != "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" {
		t.Errorf("no leaf: %s", got)
	}
	var leaves []Hash
	for _, c := range []struct{ record, root string }{
		{"", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"},
		{"00", "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"},
		{"10", "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"},
		{"2021", "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"},
		{"3031", "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"},
		{"40414243", "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"},
		{"5051525354555657", "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"},
		{"606162636465666768696a6b6c6d6e6f", "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"},
	} {
		leaves = append(leaves, Hash(tlog.RecordHash(must(hex.DecodeString(c.record)))))
		if got := MerkleRoot(leaves).String(); got != c.root {
			t.Errorf("%d leaves: %s, want %s", len(leaves), got, c.root)
		}
	}
}

func TestMerkleRootLeavesItsInputAlone(t *testing.T) {
	leaves := numbered(7)
	MerkleRoot(leaves)
	if !slices.Equal(leaves, numbered(7)) {
		t.Error("the leaves are changed")
	}
}

func TestEveryLeafHasAProof(t *testing.T) {
	leaves := numbered(70)
	log := &stored{}
	for n, leaf := range leaves {
		log.add(int64(n), leaf)
		size := int64(n + 1)
		root := MerkleRoot(leaves[:size])
		for i := range size {
			p, err := NewProof(size, i, log.ReadHashes)
			if err == nil {
				err = p.Check(leaves[i], root)
			}
			if err != nil {
				t.Fatalf("leaf %d of %d: %v", i, size, err)
			}
			if err := p.Check(leaves[(i+1)%70], root); err == nil {
				t.Fatalf("leaf %d of %d: the proof holds for another leaf", i, size)
			}
		}
		if _, err := NewProof(size, size, log.ReadHashes); err == nil {
			t.Fatalf("there is a proof for leaf %d of %d", size, size)
		}
	}
}

func TestAProofIsForOnePlaceInOneLog(t *testing.T) {
	leaves, log := numbered(21), &stored{}
	for n, leaf := range leaves {
		log.add(int64(n), leaf)
	}
	root := MerkleRoot(leaves)
	for name, edit := range map[string]func(*Proof){
		"another index":     func(p *Proof) { p.Index++ },
		"an index too high": func(p *Proof) { p.Index = p.Size },
		"an index below 0":  func(p *Proof) { p.Index = -1 },
		"another size":      func(p *Proof) { p.Size = 40 },
		"a size of 0":       func(p *Proof) { p.Size = 0 },
		"a size below 0":    func(p *Proof) { p.Size = -21 },
		"a hash missing":    func(p *Proof) { p.Path = p.Path[1:] },
		"a hash too many":   func(p *Proof) { p.Path = append(p.Path, p.Path[0]) },
		"another hash":      func(p *Proof) { p.Path[2] = Hash{1}.String() },
		"no hash":           func(p *Proof) { p.Path[2] = "x" },
		"an empty path":     func(p *Proof) { p.Path = nil },
	} {
		p := must(NewProof(21, 5, log.ReadHashes))
		edit(&p)
		if err := p.Check(leaves[5], root); err == nil {
			t.Errorf("%s: the proof holds", name)
		}
	}
	if err := must(NewProof(21, 5, log.ReadHashes)).Check(leaves[5], Hash{1}); err == nil {
		t.Error("another root: the proof holds")
	}
}

func TestTheProofOfASingleLeafIsEmptyNotNull(t *testing.T) {
	log := &stored{}
	log.add(0, Hash{1})
	if p := must(NewProof(1, 0, log.ReadHashes)); p.Path == nil || p.Check(Hash{1}, Hash{1}) != nil {
		t.Errorf("%+v", p)
	}
}

func TestConsistencyProofsLeadFromOneLogToTheNext(t *testing.T) {
	log := &stored{}
	leaves := numbered(40)
	for n, leaf := range leaves {
		log.add(int64(n), leaf)
	}
	for to := 1; to <= 40; to++ {
		for from := 1; from <= to; from++ {
			var proof tlog.TreeProof
			for _, text := range must(ConsistencyProof(int64(from), int64(to), log.ReadHashes)) {
				proof = append(proof, must(tlog.ParseHash(text)))
			}
			old, grown := tlog.Hash(MerkleRoot(leaves[:from])), tlog.Hash(MerkleRoot(leaves[:to]))
			if err := tlog.CheckTree(proof, int64(to), grown, int64(from), old); err != nil {
				t.Fatalf("from %d to %d: %v", from, to, err)
			}
		}
	}
	for _, wrong := range [][2]int64{{0, 5}, {-1, 5}, {6, 5}, {5, 0}, {1, 41}} {
		if proof, err := ConsistencyProof(wrong[0], wrong[1], log.ReadHashes); err == nil {
			t.Errorf("from %d to %d: %q", wrong[0], wrong[1], proof)
		}
	}
}
