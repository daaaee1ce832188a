package sarif

import "encoding/json"

// The part of SARIF 2.1.0 that is read. Fields whose type varies are raw.
type (
	log struct {
		Version string `json:"version"`
		Runs    *[]run `json:"runs"`
	}
	run struct {
		Tool struct {
			Driver     component   `json:"driver"`
			Extensions []component `json:"extensions"`
		} `json:"tool"`
		Artifacts   []artifact   `json:"artifacts"`
		Invocations []invocation `json:"invocations"`
		Results     []result     `json:"results"`
		ColumnKind  string       `json:"columnKind"`

		Bases map[string]artifactLocation `json:"originalUriBaseIds"`
	}
	component struct {
		Name    string `json:"name"`
		Version string `json:"version"`
		Rules   []rule `json:"rules"`
	}
	rule struct {
		ID               string          `json:"id"`
		Name             string          `json:"name"`
		ShortDescription text            `json:"shortDescription"`
		MessageStrings   map[string]text `json:"messageStrings"`
		Default          struct {
			Level string   `json:"level"`
			Rank  *float64 `json:"rank"`
		} `json:"defaultConfiguration"`
		Relationships []struct {
			Target descriptor `json:"target"`
		} `json:"relationships"`
		Properties properties `json:"properties"`
	}
	properties struct {
		Tags       json.RawMessage `json:"tags"`
		Precision  json.RawMessage `json:"precision"`
		Confidence json.RawMessage `json:"confidence"`
		Severity   json.RawMessage `json:"security-severity"`
		CWE        json.RawMessage `json:"cwe"`
		SWC        json.RawMessage `json:"swc"`
		Placed     *bool           `json:"placed"` // in our own reports: false when the subject did not name the line
	}
	text struct {
		Text      string   `json:"text"`
		ID        string   `json:"id"`
		Arguments []string `json:"arguments"`
	}
	descriptor struct {
		ID            string `json:"id"`
		Index         *int   `json:"index"`
		ToolComponent *struct {
			Name  string `json:"name"`
			Index *int   `json:"index"`
		} `json:"toolComponent"`
	}
	artifact struct {
		Location artifactLocation `json:"location"`
	}
	artifactLocation struct {
		URI   string `json:"uri"`
		Base  string `json:"uriBaseId"`
		Index *int   `json:"index"`
	}
	invocation struct {
		Successful    *bool          `json:"executionSuccessful"`
		Notifications []notification `json:"toolExecutionNotifications"`
	}
	notification struct {
		Level     string     `json:"level"`
		Message   text       `json:"message"`
		Locations []location `json:"locations"`
	}
	result struct {
		RuleID       string       `json:"ruleId"`
		RuleIndex    *int         `json:"ruleIndex"`
		Rule         *descriptor  `json:"rule"`
		Level        string       `json:"level"`
		Kind         string       `json:"kind"`
		Rank         *float64     `json:"rank"`
		Baseline     string       `json:"baselineState"`
		Message      text         `json:"message"`
		Locations    []location   `json:"locations"`
		Taxa         []descriptor `json:"taxa"`
		Suppressions []struct {
			Status string `json:"status"`
		} `json:"suppressions"`
		Properties properties `json:"properties"`
	}
	location struct {
		Physical struct {
			Artifact artifactLocation `json:"artifactLocation"`
			Region   *region          `json:"region"`
		} `json:"physicalLocation"`
		Logical []struct {
			Name      string `json:"name"`
			Qualified string `json:"fullyQualifiedName"`
			Kind      string `json:"kind"`
		} `json:"logicalLocations"`
	}
	region struct {
		StartLine  *int `json:"startLine"`
		EndLine    int  `json:"endLine"`
		CharOffset *int `json:"charOffset"`
		CharLength int  `json:"charLength"`
		ByteOffset *int `json:"byteOffset"`
		ByteLength int  `json:"byteLength"`
	}
)
