package agent

import (
	"context"
	"encoding/json"
	"strings"
)

var toolQuery = Tool{
	Name: "query",
	Doc: "Runs one SQL statement against a PostgreSQL that has the schema of the specification and rows of several tenants, as the role that an attacker has there, " +
		"in a transaction that is rolled back. params are the values of $1, $2 and so on. Shows at most 200 rows.",
	Params: `{"type":"object","properties":{"sql":{"type":"string"},"params":{"type":"array","items":{}}},` +
		`"required":["sql"],"additionalProperties":false}`,
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
