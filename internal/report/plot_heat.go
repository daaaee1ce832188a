package report

import (
	"fmt"
	"strings"

	"assay/internal/metric"
	"assay/internal/termtext"
)

// Geometry of the heat map.
const (
	heatLeft = 230
	heatTop  = 140
	heatCell = 74
	heatRow  = 24
)

// heat draws TDR by class and subject, the more of the colour the more was found;
// nil where no vulnerable text has a class.
func heat(t breakdownTable) *plot {
	if len(t.Rows) == 0 || len(t.Subjects) == 0 {
		return nil
	}
	p := &plot{Title: fmt.Sprintf("%s on %s by %s and subject", t.Metric, t.Suite, t.By), Class: "wide",
		Width: heatLeft + heatCell*len(t.Subjects) + 96, Height: heatTop + heatRow*len(t.Rows) + 6}
	for i, s := range t.Subjects {
		p.slanted(heatLeft+heatCell*float64(i)+heatCell/2-10, heatTop-8, termtext.Clip(s, 26))
	}
	var said []string
	for j, row := range t.Rows {
		y := heatTop + heatRow*float64(j)
		p.text("", "end", heatLeft-10, y+16, termtext.Clip(row.Name, 32))
		var line []string
		for i, c := range row.Cells {
			x := heatLeft + heatCell*float64(i)
			if !c.Value.Defined {
				p.rect("empty", x+1, y+1, heatCell-2, heatRow-2, 0)
				p.text("soft", "middle", x+heatCell/2, y+16, none)
				line = append(line, t.Subjects[i]+" –")
				continue
			}
			p.rect("heat", x+1, y+1, heatCell-2, heatRow-2, 0.06+0.94*c.Value.Point)
			text := c.Count()
			if text == "" {
				text = c.Number()
			}
			p.text("on", "middle", x+heatCell/2, y+16, text)
			line = append(line, t.Subjects[i]+" "+full(metric.Percent, c.Value))
		}
		said = append(said, row.Name+": "+strings.Join(line, ", "))
	}
	p.Desc = strings.Join(said, "; ") + "."
	return p
}
