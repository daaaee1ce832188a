package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/chromedp/chromedp"
)

// ready waits for the script of a report; it is run in the page.
const ready = `(async () => { while (document.documentElement.dataset.ready !== "yes") await new Promise((r) => setTimeout(r, 20)); %s; await new Promise((r) => setTimeout(r, 300)); })()`

// reportPictures are the views of the report of a run.
var reportPictures = []picture{
	{"report", "", 1440, 900, false, ""},
	{"report-dark", "", 1440, 900, true, ""},
	{"report-phone", "", 390, 844, false, ""},
	{"report-phone-dark", "", 390, 844, true, ""},
	{"report-classes", "#breakdown", 1440, 900, false, ""},
	{"report-classes-dark", "#breakdown", 1440, 900, true, ""},
	{"report-trials", "#trials?show=wrong&subject=builtin%2Fslither&suite=blockbench", 1440, 900, false, ""},
	{"report-trial", "#trials?show=missed&subject=builtin%2Fslither&suite=blockbench", 1440, 900, false,
		`document.querySelector("[name=next]").click()`},
	{"report-sample-phone", "#samples?one=blockbench%2Fds%2Facorn-jars", 390, 844, true, ""},
}

// shootReport takes the screenshots of a report in a file.
func shootReport(ctx context.Context, file, out string) error {
	file, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	alloc, closeBrowser := chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox)...)
	defer closeBrowser()
	for _, p := range reportPictures {
		if err := shootOne(alloc, "file://"+file, out, p); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// shootOne takes a screenshot in its own tab: a new fragment alone loads no page.
func shootOne(alloc context.Context, file, out string, p picture) error {
	tab, closeTab := chromedp.NewContext(alloc)
	defer closeTab()
	p.before = fmt.Sprintf(ready, p.before)
	if err := take(tab, file, out, p); err != nil {
		return err
	}
	return shrink(filepath.Join(out, p.name+".png"))
}

// shrink rewrites a picture with only its most frequent colours; text and charts
// hardly need more.
func shrink(path string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	full, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		return err
	}
	box := full.Bounds()
	seen := map[color.RGBA]int{}
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(full.At(x, y)).(color.RGBA) }
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			seen[at(x, y)]++
		}
	}
	common := slices.SortedFunc(maps.Keys(seen), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(seen[b], seen[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var colours color.Palette
	for _, c := range common[:min(len(common), 128)] {
		colours = append(colours, c)
	}
	near := map[color.RGBA]uint8{}
	out := image.NewPaletted(box, colours)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			c := at(x, y)
			i, ok := near[c]
			if !ok {
				i = uint8(colours.Index(c))
				near[c] = i
			}
			out.SetColorIndex(x, y, i)
		}
	}
	var small bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&small, out); err != nil {
		return err
	}
	return os.WriteFile(path, small.Bytes(), 0o644)
}
