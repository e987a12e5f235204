package limit

import (
	"container/list"
	"crypto/sha256"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// The numbers of the rule that SignIns states.
const (
	pairBurst    = 10
	pairEvery    = 5 * time.Minute
	accountBurst = 500
	accountEvery = 6 * time.Second
	addressBurst = 100
	addressEvery = time.Second
	paceBurst    = 100
	paceEvery    = time.Second

	// maxKnown is how many addresses are remembered of one account, the last ones that signed in.
	maxKnown = 8
)

// SignIns limits attempts to sign in, so that guessing a password takes too long and yet no
// stranger can keep the owner of an account out. It is safe for concurrent use.
//
// Failed attempts are counted in three buckets:
//
//	bucket                       holds  gains one in  counts failures
//	of an account and a network  10     5 minutes     always
//	of an account                500    6 seconds     from networks that have not signed in to it
//	of an address                100    1 second      for accounts that its network has not signed in to
//
// A network is an IPv4 address, or the /48 of an IPv6 address, which is the most that a site is usually given:
// otherwise one household could choose among thousands of addresses. An attempt is refused while one of the buckets
// that it would be charged to is empty. It takes from the first two when it begins and gives back unless it fails, so
// that a volley of attempts at one account cannot share a token. So:
//
//   - A stranger fills only the bucket of their own network and, slowly, that of the account. It
//     takes more than 50 networks that guess as fast as they may to empty the latter.
//   - Even then, whoever signed in before from their own network gets in: networks that did (the
//     last 8 of each account, since the server started) have their own bucket and no other.
//   - Only failures count, so a hall of phones behind one router gets in. Somebody in that hall can
//     hold up others only for the first sign-in from there, or by guessing at one account.
//   - Networks that have not signed in can try at most 500 + 14,400 = 14,900 passwords of an
//     account in its first day and 14,400 in each day that follows. Each of at most 8 networks that
//     have can try 10 + 288 more.
//
// Attempts that succeed are slowed down too, since each costs the hash of a password: 100 at once
// and one in a second, for an account and a network.
type SignIns struct {
	pairs, accounts, addresses, pace *Limiter

	mu        sync.Mutex
	maxKeys   int
	order     *list.List               // of *acquaintance, the account that was signed in to last first
	byAccount map[digest]*list.Element // by account
}

// acquaintance is the networks that signed in to an account, the last first.
type acquaintance struct {
	account  digest
	networks []digest
}

// NewSignIns returns SignIns whose buckets and memory of networks take at most maxKeys keys each.
func NewSignIns(maxKeys int, now func() time.Time) *SignIns {
	return &SignIns{
		pairs:     New(pairEvery, pairBurst, maxKeys, now),
		accounts:  New(accountEvery, accountBurst, maxKeys, now),
		addresses: New(addressEvery, addressBurst, maxKeys, now),
		pace:      New(paceEvery, paceBurst, maxKeys, now),
		maxKeys:   maxKeys, order: list.New(), byAccount: make(map[digest]*list.Element),
	}
}

// Attempt is an attempt to sign in that has begun. Say what came of it with Failed or Succeeded.
// Then call End, whatever came of it.
type Attempt struct {
	of               *SignIns
	account, address string
	stranger         bool // the network has not signed in to the account
	failed           bool
}

// Begin begins an attempt at an account from an address, which is named by its AddressKey. If it
// may not be made now, the attempt is nil and retryAfter says when to try again. The attempt takes
// its tokens at once: otherwise many attempts at the same time could share the last one.
func (s *SignIns) Begin(account, address string) (a *Attempt, retryAfter time.Duration) {
	a = &Attempt{of: s, account: account, address: address, stranger: !s.known(account, address)}
	pair := pairKey(account, address)
	wait, _ := s.pairs.Exhausted(pair)
	if a.stranger {
		ofAccount, _ := s.accounts.Exhausted(account)
		ofAddress, _ := s.addresses.Exhausted(address)
		wait = max(wait, ofAccount, ofAddress)
	}
	if wait > 0 {
		return nil, wait
	}
	if wait, ok := s.pace.Allow(pair); !ok {
		return nil, wait
	}
	if wait, ok := s.pairs.Allow(pair); !ok {
		return nil, wait
	}
	if a.stranger {
		if wait, ok := s.accounts.Allow(account); !ok {
			s.pairs.GiveBack(pair)
			return nil, wait
		}
	}
	return a, 0
}

// Failed notes that the password was wrong, or that the account does not exist.
func (a *Attempt) Failed() {
	a.failed = true
	if a.stranger {
		a.of.addresses.Allow(a.address)
	}
}

// Succeeded notes that the owner of the account signs in from this address.
func (a *Attempt) Succeeded() { a.of.remember(a.account, a.address) }

// End ends the attempt. Unless it failed, it gives back its tokens.
func (a *Attempt) End() {
	if a.failed {
		return
	}
	a.of.pairs.GiveBack(pairKey(a.account, a.address))
	if a.stranger {
		a.of.accounts.GiveBack(a.account)
	}
}

// remember remembers that the owner of an account signs in from this address.
func (s *SignIns) remember(account, address string) {
	id, network := digestOf(account), digestOf(networkKey(address))
	s.mu.Lock()
	defer s.mu.Unlock()
	place, met := s.byAccount[id]
	if !met {
		if len(s.byAccount) >= s.maxKeys {
			last := s.order.Back()
			s.order.Remove(last)
			delete(s.byAccount, last.Value.(*acquaintance).account)
		}
		place = s.order.PushFront(&acquaintance{account: id})
		s.byAccount[id] = place
	}
	s.order.MoveToFront(place)
	a := place.Value.(*acquaintance)
	a.networks = slices.DeleteFunc(a.networks, func(d digest) bool { return d == network })
	a.networks = slices.Insert(a.networks, 0, network)
	a.networks = a.networks[:min(len(a.networks), maxKnown)]
}

// known reports whether the network of an address is among the last that signed in to an account.
func (s *SignIns) known(account, address string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	place, met := s.byAccount[digestOf(account)]
	return met && slices.Contains(place.Value.(*acquaintance).networks, digestOf(networkKey(address)))
}

// pairKey names an account and a network. Both parts are of fixed size, so no two pairs meet.
func pairKey(account, address string) string {
	a, n := digestOf(account), digestOf(networkKey(address))
	return string(append(a[:], n[:]...))
}

func digestOf(text string) digest { return sha256.Sum256([]byte(text)) }

// networkKey widens the key of an address to that of its network: the /48 of an IPv6 address.
func networkKey(addressKey string) string {
	subnet, err := netip.ParsePrefix(addressKey)
	if err != nil { // an IPv4 address, or none at all
		return addressKey
	}
	network, _ := subnet.Addr().Prefix(48)
	return network.String()
}
