package ocr

import (
	"testing"
	"time"
)

func onDay(t testing.TB, iso string) Date {
	t.Helper()
	d, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		t.Fatal(err)
	}
	return Date{d.Year(), d.Month(), d.Day()}
}

func TestBirthInTheNumber(t *testing.T) {
	for _, c := range []struct {
		scheme, compact string
		want            Birth
	}{
		{"be-rrn", "85073003328", Birth{1985, 4, 7, 30, Male}},
		{"be-rrn", "17073003384", Birth{2017, 4, 7, 30, Male}},
		{"bg-egn", "7542011030", Birth{2075, 4, 2, 1, Female}},
		{"cn-rid", "44011320141005001X", Birth{2014, 4, 10, 5, Male}},
		{"cz-rc", "7103192745", Birth{1971, 4, 3, 19, Male}},
		{"cz-rc", "991231123", Birth{}},
		{"dk-cpr", "2110625629", Birth{1862, 4, 10, 21, Male}},
		{"dk-cpr", "2110620629", Birth{1962, 4, 10, 21, Male}},
		{"dk-cpr", "2110525628", Birth{2052, 4, 10, 21, Female}},
		{"ee-isik", "36805280109", Birth{1968, 4, 5, 28, Male}},
		{"ee-isik", "44909210102", Birth{1949, 4, 9, 21, Female}},
		{"ee-isik", "51205280105", Birth{2012, 4, 5, 28, Male}},
		{"eg-nid", "29001011234567", Birth{1990, 4, 1, 1, Female}},
		{"fi-hetu", "131052308T", Birth{1952, 4, 10, 13, Female}},
		{"fi-hetu", "131052A308T", Birth{2052, 4, 10, 13, Female}},
		{"fr-nir", "295109912611193", Birth{95, 2, 10, 0, Female}},
		{"gr-amka", "01013099997", Birth{30, 2, 1, 1, Male}},
		{"id-nik", "3171015708450001", Birth{45, 2, 8, 17, Female}},
		{"is-kt", "1201743399", Birth{1974, 4, 1, 12, Unstated}},
		{"it-cf", "RCCMNL83S18D969H", Birth{83, 2, 11, 18, Male}},
		{"it-cf", "CNTCHR83T41D969D", Birth{83, 2, 12, 1, Female}},
		{"kr-rrn", "9710139019902", Birth{1897, 4, 10, 13, Male}},
		{"lt-ak", "48504140959", Birth{1985, 4, 4, 14, Female}},
		{"lt-ak", "96813280109", Birth{}}, // given out without a date
		{"lv-pk", "16117519997", Birth{1975, 4, 11, 16, Unstated}},
		{"lv-pk", "32867300679", Birth{}},
		{"mx-curp", "HEGG560427MVZRRL04", Birth{1956, 4, 4, 27, Female}},
		{"mx-curp", "TOMA880125HMNRRNO2", Birth{2088, 4, 1, 25, Male}},
		{"no-fnr", "15108695088", Birth{1986, 4, 10, 15, Female}},
		{"no-fnr", "11111598403", Birth{2015, 4, 11, 11, Female}},
		{"pk-cnic", "4220103976408", Birth{Sex: Female}},
		{"pl-pesel", "02070803628", Birth{1902, 4, 7, 8, Female}},
		{"ro-cnp", "1630615123457", Birth{1963, 4, 6, 15, Male}},
		{"rs-jmbg", "0101006500006", Birth{2006, 4, 1, 1, Male}},
		{"se-pnr", "198901023286", Birth{1989, 4, 1, 2, Female}},
		{"tw-id", "A123456789", Birth{Sex: Male}},
		{"ua-rnokpp", "1759013776", Birth{1948, 4, 2, 28, Male}},
		{"ug-nin", "CF92012345ABCD", Birth{92, 2, 0, 0, Female}},
		{"vn-cccd", "001200012345", Birth{2000, 4, 0, 0, Male}},
		{"za-id", "7503305044089", Birth{75, 2, 3, 30, Male}},
		{"in-aadhaar", "234123412346", Birth{}},
		{"in-aadhaar", "234123412347", Birth{}},
	} {
		got, ok := named(t, c.scheme).Birth(c.compact)
		if got != c.want || ok != (c.want != Birth{}) {
			t.Errorf("%s %s: %+v, %v; want %+v", c.scheme, c.compact, got, ok, c.want)
		}
	}
}

func TestBirthAgreesWithWhatTheNumberTells(t *testing.T) {
	for _, c := range []struct {
		birth Birth
		date  string
		want  bool
	}{
		{Birth{1985, 4, 7, 30, Male}, "1985-07-30", true},
		{Birth{1985, 4, 7, 30, Male}, "1985-07-31", false},
		{Birth{1985, 4, 7, 30, Male}, "1885-07-30", false},
		{Birth{85, 2, 7, 30, Male}, "1985-07-30", true},
		{Birth{5, 2, 7, 30, Male}, "2005-07-30", true},
		{Birth{85, 2, 7, 30, Male}, "1986-07-30", false},
		{Birth{95, 2, 10, 0, Female}, "1995-10-08", true},
		{Birth{95, 2, 10, 0, Female}, "1995-11-08", false},
		{Birth{Sex: Female}, "1995-11-08", true},
	} {
		if got := c.birth.Agrees(onDay(t, c.date)); got != c.want {
			t.Errorf("%+v agrees with %s: %v", c.birth, c.date, got)
		}
	}
}
