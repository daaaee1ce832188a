// Package croissant writes the card of a data set in Croissant 1.1, the JSON-LD
// vocabulary of MLCommons.
package croissant

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// ConformsTo is the version of the vocabulary to which cards conform.
const ConformsTo = "http://mlcommons.org/croissant/1.1"

// File is a file of the data set, with one table in it.
type File struct {
	Name     string // path below the card
	Encoding string // media type
	SHA256   string // of its bytes, in hexadecimal
	Bytes    int
	Table    string // name of the table
	Doc      string // one line about its rows
	Key      string // column that identifies a row
	Columns  []Column
}

// Column is one column of a table.
type Column struct {
	Name, Doc string
	Type      string // a class of schema.org: sc:Text, sc:Integer, sc:Float, sc:Boolean
}

// Card is the description of a data set and its files.
type Card struct {
	Name, Description, URL, License, Creator, Published, Version, CiteAs string
	Keywords                                                             []string
	// properties of the Responsible AI vocabulary, such as "rai:dataUseCases"
	Responsible map[string]string
	Files       []File
}

// context is the JSON-LD context that the specification prescribes.
var context = json.RawMessage(`{
    "@language": "en",
    "@vocab": "https://schema.org/",
    "arrayShape": "cr:arrayShape",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "description": {"@container": "@language"},
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "name": {"@container": "@language"},
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform"
  }`)

type reference struct {
	ID string `json:"@id"`
}

type object struct {
	Type     string `json:"@type"`
	ID       string `json:"@id"`
	Name     string `json:"name"`
	Content  string `json:"contentUrl"`
	Size     string `json:"contentSize"`
	Encoding string `json:"encodingFormat"`
	SHA256   string `json:"sha256"`
}

type field struct {
	Type   string `json:"@type"`
	ID     string `json:"@id"`
	Name   string `json:"name"`
	Doc    string `json:"description"`
	Of     string `json:"dataType"`
	Source struct {
		File    reference `json:"fileObject"`
		Extract struct {
			Column string `json:"column"`
		} `json:"extract"`
	} `json:"source"`
}

type records struct {
	Type   string    `json:"@type"`
	ID     string    `json:"@id"`
	Name   string    `json:"name"`
	Doc    string    `json:"description"`
	Key    reference `json:"key"`
	Fields []field   `json:"field"`
}

// JSON returns the card, indented.
func (c *Card) JSON() ([]byte, error) {
	out := struct {
		Context   json.RawMessage `json:"@context"`
		Type      string          `json:"@type"`
		Conforms  string          `json:"conformsTo"`
		Name      string          `json:"name"`
		Doc       string          `json:"description"`
		URL       string          `json:"url"`
		License   string          `json:"license"`
		Creator   map[string]any  `json:"creator"`
		Published string          `json:"datePublished"`
		Version   string          `json:"version"`
		CiteAs    string          `json:"citeAs"`
		Language  string          `json:"inLanguage"`
		Keywords  []string        `json:"keywords"`
		Live      bool            `json:"isLiveDataset"`
		Files     []object        `json:"distribution"`
		Sets      []records       `json:"recordSet"`
	}{
		Context: context, Type: "sc:Dataset", Conforms: ConformsTo, Name: c.Name, Doc: c.Description, URL: c.URL,
		License: c.License,
		Creator: map[string]any{"@type": "sc:Organization", "name": c.Creator}, Published: c.Published, Version: c.Version,
		CiteAs: c.CiteAs, Language: "en", Keywords: c.Keywords,
	}
	for _, f := range c.Files {
		out.Files = append(out.Files, object{"cr:FileObject", f.Name, f.Name, f.Name, fmt.Sprintf("%d B", f.Bytes),
			f.Encoding, f.SHA256})
		set := records{Type: "cr:RecordSet", ID: f.Table, Name: f.Table, Doc: f.Doc, Key: reference{f.Table + "/" + f.Key}}
		for _, col := range f.Columns {
			x := field{Type: "cr:Field", ID: f.Table + "/" + col.Name, Name: col.Name, Doc: col.Doc, Of: col.Type}
			x.Source.File.ID, x.Source.Extract.Column = f.Name, col.Name
			set.Fields = append(set.Fields, x)
		}
		out.Sets = append(out.Sets, set)
	}
	b, err := json.Marshal(out)
	if err == nil && len(c.Responsible) > 0 {
		var more []byte
		more, err = json.Marshal(c.Responsible)
		b = append(append(bytes.TrimSuffix(b, []byte("}")), ','), more[1:]...)
	}
	if err != nil {
		return nil, err
	}
	var pretty bytes.Buffer
	err = json.Indent(&pretty, b, "", "  ")
	pretty.WriteByte('\n')
	return pretty.Bytes(), err
}
