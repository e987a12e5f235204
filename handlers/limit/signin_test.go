package limit

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// guess makes an attempt with a wrong password and reports whether it was looked at.
func guess(s *SignIns, account, address string) bool {
	a, _ := s.Begin(account, address)
	if a == nil {
		return false
	}
	defer a.End()
	a.Failed()
	return true
}

// mustSignIn signs in at the first try.
func mustSignIn(t *testing.T, s *SignIns, account, address string) {
	t.Helper()
	a, wait := s.Begin(account, address)
	if a == nil {
		t.Fatalf("%s must wait %v at %s", account, wait, address)
	}
	defer a.End()
	a.Succeeded()
}

// Eight attacking addresses send one wrong password a second each, for six hours.
func TestStrangersDoNotKeepTheOwnerOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewSignIns(1000, time.Now)
		var attack sync.WaitGroup
		for i := range 8 {
			attack.Go(func() {
				for range 6 * 3600 {
					guess(s, "ana", fmt.Sprintf("192.0.2.%d", i))
					time.Sleep(time.Second)
				}
			})
		}
		for hour := range 6 {
			time.Sleep(time.Hour - time.Second/2)
			mustSignIn(t, s, "ana", fmt.Sprintf("198.51.100.%d", hour)) // never seen before
			mustSignIn(t, s, "ana", "198.51.100.0")
			time.Sleep(time.Second / 2)
		}
		attack.Wait()
	})
}

// A hundred addresses guess at one account for a day, as often as they are let.
func TestGuessesOfADayAreBounded(t *testing.T) {
	c := newClock()
	s := NewSignIns(20_000, c.now)
	mustSignIn(t, s, "ana", "198.51.100.1")
	looked := 0
	for range 24 * 30 {
		for i := range 100 {
			if guess(s, "ana", fmt.Sprintf("192.0.2.%d", i)) {
				looked++
			}
		}
		c.advance(2 * time.Minute)
	}
	if most := 14_900; looked > most || looked < most/2 {
		t.Errorf("%d guesses in a day, want at most %d", looked, most)
	}
	t.Run("who signed in from the same address before gets in", func(t *testing.T) {
		mustSignIn(t, s, "ana", "198.51.100.1")
	})
	t.Run("their bucket is bounded too", func(t *testing.T) {
		looked := 0
		for range 24 * 60 {
			if guess(s, "ana", "198.51.100.1") {
				looked++
			}
			c.advance(time.Minute)
		}
		if most := 10 + 288; looked > most || looked < most-2 {
			t.Errorf("%d guesses in a day, want %d", looked, most)
		}
	})
}

// Attempts that run at the same time do not share the last token.
func TestAVolleyOfGuessesIsCounted(t *testing.T) {
	// volley begins attempts from networks at the same time, and ends them when all have begun.
	volley := func(s *SignIns, networks, each int, failed bool) int {
		var begun []*Attempt
		for i := range networks * each {
			if a, _ := s.Begin("ana", fmt.Sprintf("10.0.%d.%d", i/each/250, i/each%250)); a != nil {
				begun = append(begun, a)
			}
		}
		for _, a := range begun {
			if failed {
				a.Failed()
			}
			a.End()
		}
		return len(begun)
	}
	c := newClock()
	s := NewSignIns(20_000, c.now)
	for _, want := range []int{pairBurst, 0} {
		if got := volley(s, 1, paceBurst, true); got != want {
			t.Errorf("%d guesses from one network, want %d", got, want)
		}
	}
	c.advance(pairEvery)
	if got := volley(s, 1, paceBurst, true); got != 1 {
		t.Errorf("%d guesses with one token, want 1", got)
	}
	c.advance(24 * time.Hour)
	if got := volley(s, 1000, 1, true); got != accountBurst {
		t.Errorf("%d guesses from a thousand networks, want %d", got, accountBurst)
	}
	c.advance(24 * time.Hour)
	for range 3 { // what does not fail costs nothing
		if got := volley(s, accountBurst, 1, false); got != accountBurst {
			t.Errorf("%d attempts, want %d", got, accountBurst)
		}
	}
}

func TestFiftyNetworksDoNotEmptyTheBucketOfAnAccount(t *testing.T) {
	c := newClock()
	s := NewSignIns(1000, c.now)
	for range 24 * 60 {
		for i := range 50 {
			for guess(s, "ana", fmt.Sprintf("192.0.2.%d", i)) {
			}
		}
		c.advance(time.Minute)
		if _, exhausted := s.accounts.Exhausted("ana"); exhausted {
			t.Fatal("the bucket of the account is empty")
		}
	}
}

func TestAHallBehindOneRouterSignsIn(t *testing.T) {
	s := NewSignIns(20_000, newClock().now)
	for i := range 5000 {
		mustSignIn(t, s, fmt.Sprint("voter", i), "198.51.100.1")
	}
	for i := range 5000 { // somebody in the hall guesses at other accounts
		guess(s, fmt.Sprint("nobody", i), "198.51.100.1")
	}
	for i := range 50 {
		mustSignIn(t, s, fmt.Sprint("voter", i), "198.51.100.1")
	}
	if guess(s, "stranger", "198.51.100.1") {
		t.Error("failures for many accounts are not counted against the address")
	}
}

func TestASiteOfIPv6IsOneNetwork(t *testing.T) {
	s := NewSignIns(1000, newClock().now)
	looked := 0
	for i := range 100 {
		if guess(s, "ana", fmt.Sprintf("2001:db8:1:%x::/64", i)) {
			looked++
		}
	}
	if looked != pairBurst {
		t.Errorf("%d guesses from one /48, want %d", looked, pairBurst)
	}
	mustSignIn(t, s, "ana", "2001:db8:2::/64")
}

func TestSignInsThatSucceedAreSlowedDown(t *testing.T) {
	c := newClock()
	s := NewSignIns(1000, c.now)
	for range paceBurst {
		mustSignIn(t, s, "ana", "198.51.100.1")
	}
	if a, wait := s.Begin("ana", "198.51.100.1"); a != nil || wait > paceEvery+time.Millisecond {
		t.Errorf("Begin = %v, %v; want a wait of %v", a, wait, paceEvery)
	}
	mustSignIn(t, s, "ana", "198.51.100.2")
	c.advance(paceEvery)
	mustSignIn(t, s, "ana", "198.51.100.1")
}

// Of an account only the last networks are remembered, and of the accounts only the last ones.
func TestWhatIsKnownIsBounded(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	s := NewSignIns(20, newClock().now)
	for range 5000 {
		account, address := fmt.Sprint(random.IntN(40)), fmt.Sprint(random.IntN(40))
		s.remember(account, address)
		if !s.known(account, address) {
			t.Fatal("who has just signed in is not known")
		}
		if len(s.byAccount) > 20 || s.order.Len() != len(s.byAccount) {
			t.Fatalf("%d accounts, %d in order", len(s.byAccount), s.order.Len())
		}
		if n := len(s.order.Front().Value.(*acquaintance).networks); n > maxKnown {
			t.Fatalf("%d networks of one account", n)
		}
	}
}
