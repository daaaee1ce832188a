package blockbench

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"assay/internal/bench"
)

// claim is the answer format of our strategy knowledge.
type claim struct {
	Known     bool     `json:"known"`
	Date      *string  `json:"date"`
	LossUSD   *float64 `json:"loss_usd"`
	Chain     *string  `json:"chain"`
	Flaw      *string  `json:"vulnerability"`
	Mechanism *string  `json:"mechanism"`
}

var (
	months  = `jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?`
	isoRE   = regexp.MustCompile(`\b(20\d\d)-(\d\d)(?:-(\d\d))?\b`)
	monthRE = regexp.MustCompile(`(?i)\b(?:(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?)?(` + months +
		`)\.?\s*(?:(\d{1,2})(?:st|nd|rd|th)?\s*,?\s+)?(?:of\s+)?(20\d\d)\b`)
	dollarRE = regexp.MustCompile(`(?i)\$\s*([0-9][0-9,]*(?:\.[0-9]+)?)\s*(billion|million|thousand|[bmk]\b)?`)
	denialRE = regexp.MustCompile(`(?i)\bnot (?:specifically )?familiar with th|\bno (?:specific )?knowledge of th|` +
		`\b(?:do not|don't) have (?:any |specific )*(?:knowledge|information)`)
	yearRE = regexp.MustCompile(`\b20\d\d\b`)
	dayRE  = regexp.MustCompile(`(?i)\b(` + months + `)\.?\s+(\d{1,2})\b`)
	listRE = regexp.MustCompile(`(?m)^\s*(?:[-*#>]\s*)*\**(\d)[.)]`)
)

// recalled reads a knowledge probe about a sample, or about its further flaw from 2 on. The source asked for prose,
// in the order date, loss, kind of flaw, and course; fixed rules extract the fields of our strategy: the first
// date, the first dollar amount, and the texts under the third and fourth number. Whether anything is known is
// what the reply says: the source's own mark of it leaves out replies that state facts. ok is false where there
// is no reply.
func (r *record) recalled(key string, flaw int) (a answerLine, ok bool) {
	if strings.TrimSpace(r.Response) == "" || r.Model == "" {
		return a, false
	}
	reply := strings.NewReplacer("**", "", "~", "").Replace(r.Response)
	c := claim{Known: !denialRE.MatchString(reply)}
	if c.Known {
		if d := dateIn(reply); d != "" {
			c.Date = &d
		}
		if m := dollarRE.FindStringSubmatch(reply); m != nil {
			if f, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64); err == nil {
				f *= map[string]float64{"b": 1e9, "m": 1e6, "t": 1e3, "k": 1e3,
					"": 1}[strings.ToLower(m[2] + " ")[:min(1, len(m[2]))]]
				c.LossUSD = &f
			}
		}
		points := listRE.FindAllStringSubmatchIndex(reply, -1)
		under := func(n string) *string {
			for i, p := range points {
				if reply[p[2]:p[3]] != n {
					continue
				}
				to := len(reply)
				if i+1 < len(points) {
					to = points[i+1][0]
				}
				text := strings.Join(strings.Fields(reply[p[1]:to]), " ")
				return &text
			}
			return nil
		}
		c.Flaw, c.Mechanism = under("3"), under("4")
	}
	b, err := json.Marshal(c)
	if err != nil {
		panic("blockbench: a struct of strings and numbers cannot fail to encode: " + err.Error())
	}
	key, _, _ = strings.Cut(key, "~")
	key = strings.TrimSuffix(key, "+fixed")
	if flaw > 1 {
		key += bench.FurtherIncident(flaw)
	}
	return answerLine{Sample: key + bench.IncidentSuffix, Text: string(b), Model: r.Model, Usage: r.usage()}, true
}

// dateIn returns the first date in a text, "" if it has none.
func dateIn(s string) string {
	iso, month := isoRE.FindStringSubmatchIndex(s), monthRE.FindStringSubmatchIndex(s)
	if iso != nil && (month == nil || iso[0] < month[0]) {
		return s[iso[0]:iso[1]]
	}
	if month == nil {
		year, day := yearRE.FindString(s), dayRE.FindStringSubmatch(s) // 2023, on July 30
		if year == "" || day == nil {
			return ""
		}
		return dateIn(day[1] + " " + day[2] + ", " + year)
	}
	part := func(i int) string {
		if month[2*i] < 0 {
			return ""
		}
		return s[month[2*i]:month[2*i+1]]
	}
	m, err := time.Parse("Jan", strings.ToUpper(part(2)[:1])+strings.ToLower(part(2)[1:3]))
	if err != nil {
		return ""
	}
	day := part(3) + part(1)
	if part(3) != "" {
		day = part(3)
	}
	if d, err := strconv.Atoi(day); err == nil && d >= 1 && d <= 31 {
		return fmt.Sprintf("%s-%02d-%02d", part(4), m.Month(), d)
	}
	return fmt.Sprintf("%s-%02d", part(4), m.Month())
}
