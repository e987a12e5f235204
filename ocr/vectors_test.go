package ocr

import (
	"strings"
	"testing"
)

// Published example numbers, from the sources of the schemes, Wikipedia and the
// documentation of python-stdnum.
var published = map[string]string{
	"be-rrn":     "85073003328 17073003384",
	"bg-egn":     "0010100100 7501020018 7523169263 7542011030 7552010005 8001010008 8032056031",
	"br-cpf":     "39053344705 11144477735 52998224725",
	"br-titulo":  "004356870906 106644440302 102385010671",
	"ch-ahv":     "7569217076985 7561234567897",
	"cl-rut":     "100753812 102191838 10626628K 10726809K 35283552 124239206 9334748K",
	"cn-rid":     "360426199101010071 44011320141005001X 11010519491231002X",
	"cz-rc":      "7103192745 8801251680",
	"ec-ci":      "1714307103 0602910945 0926687856 0910005917",
	"ee-isik":    "36805280109 36205030034 36606130166 38002090113 44909210102 49105080018 51205280105",
	"es-dni":     "12345678Z 11111111H",
	"es-nie":     "X2482300W X1111111G",
	"es-nif":     "12345678Z X2482300W",
	"fi-hetu":    "131052308T 131052A308T",
	"fr-nir":     "295109912611193 253072B07300470 253072A07300443",
	"gr-amka":    "01013099997",
	"hr-oib":     "33392005961 94577403194",
	"ie-pps":     "6433435F 6433435OA 1234567T 1234567FA",
	"il-id":      "039337423 123456782",
	"in-aadhaar": "234123412346",
	"in-epic":    "WKH1186253",
	"ir-nid":     "0499370899 0790419904 0084575948",
	"it-cf":      "RCCMNL83S18D969H CNTCHR83T41D969D MRTMTT91D08F205J",
	"lt-ak":      "33309240064 35002125431 48504140959 61205010081",
	"mx-curp": "HEGG560427MVZRRL04 BEML920313HMCLNS09 PEGL890909MJCRMS08 BOXW310820HNERXN09 AAAA000101HDFCCC09 " +
		"TOMA880125HMNRRNO2",
	"nl-bsn":    "111222333 123456782",
	"no-fnr":    "15108695088 26111593816 10048744732 10048745364 11111598403 18061592527 23114038547 26111594014",
	"pl-pesel":  "44051401359 02070803628",
	"pt-cc":     "000000000 045212244 054546796 101490801",
	"pt-nif":    "123456789",
	"ro-cnp":    "1630615123457 1800101221144",
	"rs-jmbg":   "0101006500006 0710003730015",
	"se-pnr":    "198803200016 198112289841 198901023286 196709199530",
	"si-emso":   "0101006500006",
	"sk-rc":     "7103192745",
	"th-id":     "1234545678781 3100600445635 1110100152641 1199600076674 3451000505414 5900599008311",
	"tr-tckn":   "17291716060 10000000146",
	"tw-id":     "A123456789 Z123456780",
	"ua-rnokpp": "1759013776 2530414071 1941106083 2446410726 3451517675",
	"za-id":     "7503305044089 8001015009087",
}

func TestPublishedNumbersAreValid(t *testing.T) {
	for _, s := range Schemes() {
		if s.Checksum != "" && published[s.Name] == "" {
			t.Errorf("no published number of %s", s.Name)
		}
		for _, n := range strings.Fields(published[s.Name]) {
			if err := s.Validate(n); err != "" {
				t.Errorf("%s: %v", n, err)
			}
		}
	}
}

const sharedDigit = "a remainder of 10 is written like another"

// letsThrough tells why some checksums, as published, do not catch every single wrong digit.
var letsThrough = map[string]string{
	"bg-egn": sharedDigit, "br-cpf": sharedDigit, "br-titulo": sharedDigit, "cz-rc": sharedDigit, "pt-cc": sharedDigit,
	"sk-rc":   sharedDigit,
	"ee-isik": sharedDigit, "lt-ak": sharedDigit, "pt-nif": sharedDigit, "ro-cnp": sharedDigit, "rs-jmbg": sharedDigit,
	"si-emso": sharedDigit, "ua-rnokpp": sharedDigit,
	"mx-curp": "even weights modulo 10 miss a difference of 5",
	"tw-id":   "even weights modulo 10 miss a difference of 5",
	"th-id":   "the third digit weighs 11, that is nothing",
	"se-pnr":  "the century is not under the check",
	"be-rrn":  "the key may fit either century",
}

func TestEverySingleWrongDigitIsCaught(t *testing.T) {
	for _, s := range Schemes() {
		if s.Checksum == "" {
			continue
		}
		tried, missed := 0, 0
		for _, n := range strings.Fields(published[s.Name]) {
			for i := range len(n) {
				for _, c := range "0123456789" {
					wrong := n[:i] + string(c) + n[i+1:]
					if wrong == n || n[i] > '9' {
						continue
					}
					tried++
					if s.Validate(wrong) == "" {
						missed++
					}
				}
			}
		}
		if missed > 0 && letsThrough[s.Name] == "" {
			t.Errorf("%s: %d of %d wrong digits pass", s.Name, missed, tried)
		}
		if missed*8 > tried {
			t.Errorf("%s: %d of %d wrong digits pass, more than a check digit lets through", s.Name, missed, tried)
		}
	}
}
