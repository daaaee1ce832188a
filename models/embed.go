// Package models holds the embedded data on models: one YAML file a provider. It
// has no code but the embedding; package registry reads the files, and
// docs/add-a-provider.md documents their format.
package models

import "embed"

// FS holds the files, "<provider>.yaml".
//
//go:embed *.yaml
var FS embed.FS
