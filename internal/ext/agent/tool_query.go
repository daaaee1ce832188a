package agent

import (
	"context"
	"encoding/json"
	"strings"
)

var toolQuery = Tool{
	Name: "query",
	Doc: "Runs one SQL statement against a PostgreSQL that has the schema of the specification and rows of several " +
		"tenants, as the role that an attacker has there, " +
		"in a transaction that is rolled back. params are the values of $1, $2 and so on; settings are set for the " +
		"transaction first, as set_config does. " +
		"Shows at most 200 rows, and what the statement changed.",
	Params: `{"type":"object","properties":{"sql":{"type":"string"},"params":{"type":"array","items":{}},"settings":{"type":"object","additionalProperties":{"type":"string"}}},` +
		`"required":["sql"],"additionalProperties":false}`,
	clock: true,
	needs: func(p Parts) bool { return p.Database },
	do: func(ctx context.Context, on *Toolbox, args json.RawMessage) (string, error) {
		var q Query
		if err := decode(args, &q); err != nil {
			return "", err
		}
		if strings.TrimSpace(q.SQL) == "" {
			return "", Mistakef("sql is empty")
		}
		return on.world.Query(ctx, q)
	},
}
