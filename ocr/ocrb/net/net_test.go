package net

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"testing"
)

func TestScoresAreLogarithmsOfProbabilities(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	n := &Network{NewLayers()}
	for _, l := range n.layers {
		for i := range l.Weights {
			l.Weights[i] = float32(rng.NormFloat64()) / 10
		}
		for i := range l.Biases {
			l.Biases[i] = float32(rng.NormFloat64())
		}
	}
	var c Cell
	for i := range c {
		c[i] = rng.Float32()
	}
	sum := 0.0
	for _, s := range n.Scores(&c) {
		sum += math.Exp(s)
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("probabilities sum to %v", sum)
	}
}

func TestDecodeRefusesOtherData(t *testing.T) {
	good, err := os.ReadFile("../weights.bin")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Decode(good); err != nil {
		t.Error(err)
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "other magic": append([]byte("XXXXX"), good[5:]...), "cut short": good[:len(good)-1],
		"too long": append(good[:len(good):len(good)], 0),
	} {
		if _, err := Decode(data); !errors.Is(err, ErrWeights) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestNormalise(t *testing.T) {
	var c Cell
	for i := range c {
		c[i] = 180
		if i%8 == 0 {
			c[i] = 60
		}
	}
	ink := c
	ink.Normalise(10)
	if ink[0] != 1 || ink[1] != 0 {
		t.Errorf("ink %v, paper %v", ink[0], ink[1])
	}
	faint := c
	faint.Normalise(240)
	if faint[0] != 0.5 {
		t.Errorf("ink of half the least contrast is %v", faint[0])
	}
}
