package card

import (
	"os"
	"slices"
	"strings"
	"testing"

	"ostrakon/ocr"
	"ostrakon/ocr/mrz"
)

// specimens are zones of published documents with the holder's number, or with that of the document where this is the
// kind. The Spanish one is there with other numbers, too.
func specimens() map[string][]string {
	spain := func(number, composite string) []string {
		return []string{"IDESPBAA0005895" + number + "<<<<<<", "8001014F2501017ESP<<<<<<<<<<<" + composite,
			"ESPANOLA<ESPANOLA<<CARMEN<<<<<"}
	}
	return map[string][]string{
		"any": {"I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6",
			"ERIKSSON<<ANNA<MARIA<<<<<<<<<<"},
		"cz-rc": {"P<CZESPECIMEN<<VZOR<<<<<<<<<<<<<<<<<<<<<<<<<",
			"99003853<1CZE1101018M1207046110101111<<<<<94"},
		"de-ausweis": {"IDD<<T220001293<<<<<<<<<<<<<<<", "6408125<2010315D<<<<<<<<<<<<<4",
			"MUSTERMANN<<ERIKA<<<<<<<<<<<<<"},
		"es-dni": spain("99999999R", "7"),
		"es-nie": spain("X1111111G", "8"),
		"es-nif": spain("99999999R", "7"),
		"nl-bsn": {"I<NLDSPECI20142999999990<<<<<8", "6503101F2403096NLD<<<<<<<<<<<8",
			"DE<BRUIJN<<WILLEKE<LISELOTTE<<"},
		"pt-cc": {"I<PRT000024759<ZZ72<<<<<<<<<<<", "8010100F2006017PRT<<<<<<<<<<<8",
			"CARLOS<MONTEIRO<<AMELIA<VANESS"},
		"se-pnr": {"I<SWE59000002<8198703142391<<<", "8703145M1701027SWE<<<<<<<<<<<8",
			"SPECIMEN<<SVEN<<<<<<<<<<<<<<<<"},
	}
}

// printedNumbers are numbers of every kind but "any", and before them what the front has beside them: no mark for the
// first label of the kind, "-" for none in Latin letters, "!" for digits that no reader of Latin letters knows.
const printedNumbers = `
bw-omang 123412345
!eg-nid 28403170112345
gh-card GHA1234567890
gh-voter 1234567890
ke-id 12345678
ng-nin 12345678901
ng-vin 90F5AF1234567890123
tz-nida 19840317123450000123
ug-nin CM84031234ABCD
za-id 8001015009087
zm-nrc 123456781
ar-dni 12345678
br-cpf 39053344705
br-titulo 106644440302
cl-rut 124239206
co-cc 1234567890
ec-ci 1714307103
mx-curp HEGG560427MVZRRL04
mx-elector GRPRLN84031709M100
pe-dni 12345678
ae-eid 784198403172615
bd-nid 1234567890
-cn-rid 11010519491231002X
id-nik 3171011703840001
-il-id 039337423
in-aadhaar 234123412346
in-epic WKH1186253
!ir-nid 0499370899
-kr-rrn 8403171234567
-my-nric 840317145667
-ph-pcn 3633225925683122
pk-cnic 3520212345671
th-id 3100600445635
tr-tckn 10000000146
-tw-id A123456789
vn-cccd 001084012345
be-rrn 85073003328
bg-egn 7501020018
ch-ahv 7561234567897
cz-rc 7103192745
de-ausweis T22000129
dk-cpr 1703841235
ee-isik 38002090113
es-dni 12345678Z
es-nie X2482300W
es-nif 12345678Z
fi-hetu 131052308T
-fr-nir 295109912611193
gr-amka 01013099997
hr-oib 33392005961
ie-pps 1234567FA
is-kt 1703842359
it-cf MRTMTT91D08F205J
lt-ak 48504140959
lv-pk 17038412345
nl-bsn 111222333
no-fnr 15108695088
pl-pesel 44051401359
pt-cc 101490801
pt-nif 123456789
ro-cnp 1800101221144
rs-jmbg 0710003730015
se-pnr 198112289841
si-emso 0101006500006
sk-rc 7103192745
-ua-rnokpp 2530414071
`

// Where a kind says that its numbers are read, they are read, and nowhere else.
func TestKindsAreReadWhereTheySay(t *testing.T) {
	t.Parallel()
	front := map[string]string{}
	for _, row := range strings.Fields(strings.ReplaceAll(printedNumbers, " ", "=")) {
		name, number, _ := strings.Cut(strings.TrimLeft(row, "-!"), "=")
		scheme := schemeNamed(t, name).On(today)
		if broken := scheme.Validate(number); broken != "" {
			t.Errorf("%s breaks the rule %s of %s", number, broken, name)
		}
		front[name] = scheme.Labels[0] + ": " + scheme.Format(number)
		switch row[0] {
		case '-':
			front[name] = scheme.Format(number)
		case '!':
			front[name] = ""
		}
	}
	engine := &scripted{t: t}
	reader := patient(t, engine)
	for _, scheme := range ocr.Schemes() {
		want := ocr.Nowhere
		if zone := specimens()[scheme.Name]; zone != nil {
			d, err := mrz.Parse(zone, today)
			if n, ok := (&session{zone: &d, schemes: []ocr.Scheme{scheme.On(today)}}).zoneNumber(); err != nil || !ok {
				t.Errorf("%s: the zone %v gives %+v, %v", scheme.Name, zone, n, err)
			}
			want = ocr.OnZone
		} else if line := front[scheme.Name]; line != "" {
			engine.page = pageOf("SURNAME: HERNANDEZ GARCIA MORETTI PEREZ", "GIVEN NAMES: GLORIA MATTEO LUNA", line)
			engine.lines = []string{line}
			if r := must(reader.Read(t.Context(), blank(160, 120), scheme))(t); r.Number.Value != "" {
				want = ocr.OnFront
			}
		} else if _, ok := front[scheme.Name]; !ok {
			t.Errorf("%s: no number of its cards is here", scheme.Name)
		}
		if got := scheme.ReadFrom(); got != want {
			t.Errorf("%s says %s and is read from %s (%q)", scheme.Name, got, want, front[scheme.Name])
		}
	}
}

// The table of the documentation is that of the kinds.
func TestTheDocumentationSaysWhereKindsAreRead(t *testing.T) {
	text := string(must(os.ReadFile("../../docs/identity.md"))(t))
	for _, row := range []struct {
		place ocr.Place
		head  string
	}{{ocr.OnZone, "the machine-readable lines of the card or passport"}, {ocr.Nowhere, "not at all"}} {
		var names []string
		for _, scheme := range ocr.Schemes() {
			if scheme.ReadFrom() == row.place {
				names = append(names, "`"+scheme.Name+"`")
			}
		}
		slices.Sort(names)
		if want := "| " + row.head + " | " + strings.Join(names, ", ") + " |\n"; !strings.Contains(text, want) {
			t.Errorf("docs/identity.md has not the row\n%s", want)
		}
	}
}
