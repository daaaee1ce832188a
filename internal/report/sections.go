package report

// Section is one part of the HTML report. Adding one is a file with its Build,
// a template templates/<ID>.html, and a line in Sections.
type Section struct {
	ID    string // anchor, and name of the template
	Title string // heading, and entry of the contents
	// Build returns what the template shows, computed from the data alone, and
	// false when there is nothing to show.
	Build func(*Data) (any, bool)

	beside bool // Build computes nothing that others share, and takes long: it and the template run beside them
}

// Sections lists the sections in the order of the report.
func Sections() []Section {
	return []Section{
		summarySection, preregistrationSection, headlineSection, pairsSection, transformationsSection, invarianceSection, toolsSection, knowledgeSection, judgesSection, breakdownSection, confusionSection, outcomesSection,
		ranksSection, repetitionsSection, contaminationSection, confidenceSection,
		findingsSection, samplesSection, glossarySection, manifestSection,
	}
}
