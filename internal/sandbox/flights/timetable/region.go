package timetable

import (
	"strings"
	"sync"

	"travel.example/travel/internal/sandbox/data"
)

// regionText groups countries into the traffic regions that airline networks
// follow.
const regionText = `
EUR AD AL AT BA BE BG CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC ME MK MT NL NO PL PT RO RS SE SI SK SM UA VA XK AX SJ MD
MEA AE BH IL IQ IR JO KW LB OM PS QA SA SY TR YE
NAF DZ EG LY MA TN EH
AFR AO BF BI BJ BW CD CF CG CI CM CV DJ ER ET GA GH GM GN GQ GW KE KM LR LS MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TZ UG YT ZA ZM ZW
CIS AM AZ BY GE KG KZ RU TJ TM UZ
SAS AF BD BT IN LK MV NP PK
EAS CN HK JP KP KR MN MO TW
SEA BN CC CX ID KH LA MM MY PH SG TH TL VN
OCE AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PW SB TO TV VU WF WS
NAM CA GL PM US BM
CAM AG AI AW BB BL BQ BS BZ CR CU CW DM DO GD GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PR SV SX TC TT VC VG VI
SAM AR BO BR CL CO EC FK GF GY PE PY SR UY VE
`

// tongueText groups countries with a common language, whose people visit each
// other more than their distance says.
const tongueText = `
AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE
AO BR CV GW MZ PT ST
BE BF BJ CD CF CG CH CI CM DZ FR GA GN GF GP MA MG ML MQ MR MU NC NE PF RE SN TD TG TN YT
AU BB CA FJ GB GH IE IN JM KE MT MU NG NZ PK TT US ZA ZM ZW
AE BH DZ EG IQ JO KW LB LY MA OM QA SA SD SY TN YE
AM AZ BY GE KG KZ RU TJ TM UZ
CN HK MO MY SG TW
AT CH DE LU TR
AE BD IN KW LK NP OM PH PK QA SA BH
`

// country is what the network has to know of one; countries are numbered for
// sets of them.
type country struct {
	number int
	region string
	tongue uint16 // a bit for each group of tongueText
	closed lands  // no flights between the two
}

var countries = sync.OnceValue(func() map[string]*country {
	all := map[string]*country{}
	for line := range strings.Lines(strings.TrimSpace(regionText)) {
		words := strings.Fields(line)
		for _, code := range words[1:] {
			all[code] = &country{number: len(all), region: words[0]}
		}
	}
	group := 0
	for line := range strings.Lines(strings.TrimSpace(tongueText)) {
		for code := range strings.FieldsSeq(line) {
			all[code].tongue |= 1 << group
		}
		group++
	}
	for _, c := range all {
		c.closed = make(lands, len(all))
	}
	for _, row := range data.Rules("closed") {
		closeBetween(all, expand(row[0]), expand(row[1]))
	}
	return all
})

func closeBetween(all map[string]*country, left, right []string) {
	for _, a := range left {
		for _, b := range right {
			all[a].closed[all[b].number] = true
			all[b].closed[all[a].number] = true
		}
	}
}

// domesticShare is how much of an airport's traffic crosses no border, where
// a country is large; elsewhere most traffic is international.
const domesticShareText = `US 88 CN 92 IN 85 BR 92 AU 80 JP 85 ID 88 RU 88 CA 75 MX 70 TR 70 AR 80 NO 80 NZ 80 PH 88 CO 85 PE 90 CL 85 IR 85 VN 85 TH 75 SA 75 KR 80 PG 95 MM 85 DZ 75 ES 45 IT 45 FR 50 GB 40 DE 25 SE 60 FI 60 GR 40 MY 70 PK 50 NG 85 ZA 85 PF 98 MG 85 VE 85 BO 90 KZ 80 NP 95 GL 95 BS 80 CV 60 EC 85 JM 50 AO 85 CD 80 ET 80 TZ 75 KE 75 FJ 80 VU 85 SB 90 LY 60 EG 50 MV 90 TW 70 LA 60 KH 50 BD 80 PT 50 DK 40 UA 40 UZ 60 MN 90 AF 70 IQ 30`

var domesticShare = sync.OnceValue(func() map[string]float64 {
	share := map[string]float64{}
	words := strings.Fields(domesticShareText)
	for i := 0; i+1 < len(words); i += 2 {
		share[words[i]] = float64(words[i+1][0]-'0')/10 + float64(words[i+1][1]-'0')/100
	}
	return share
})
