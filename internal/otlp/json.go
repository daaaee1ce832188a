package otlp

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// The types below are those of OTLP in its JSON encoding: names in lowerCamelCase,
// ids in hexadecimal, enumerations as numbers, integers of 64 bits as strings.

type request struct {
	ResourceSpans []resourceSpans `json:"resourceSpans"`
}

type resourceSpans struct {
	Resource   attributes   `json:"resource"`
	ScopeSpans []scopeSpans `json:"scopeSpans"`
	SchemaURL  string       `json:"schemaUrl,omitempty"`
}

type attributes struct {
	Attributes []keyValue `json:"attributes,omitempty"`
}

type scopeSpans struct {
	Scope struct {
		Name string `json:"name"`
	} `json:"scope"`
	Spans []span `json:"spans"`
}

type span struct {
	TraceID           string     `json:"traceId"`
	SpanID            string     `json:"spanId"`
	ParentSpanID      string     `json:"parentSpanId,omitempty"`
	Flags             uint32     `json:"flags"`
	Name              string     `json:"name"`
	Kind              int        `json:"kind"`
	Start             nanos      `json:"startTimeUnixNano"`
	End               nanos      `json:"endTimeUnixNano"`
	Attributes        []keyValue `json:"attributes,omitempty"`
	DroppedAttributes int        `json:"droppedAttributesCount,omitempty"`
	Events            []event    `json:"events,omitempty"`
	DroppedEvents     int        `json:"droppedEventsCount,omitempty"`
	Status            status     `json:"status"`
}

type event struct {
	Time       nanos      `json:"timeUnixNano"`
	Name       string     `json:"name"`
	Attributes []keyValue `json:"attributes,omitempty"`
}

type status struct {
	Message string `json:"message,omitempty"`
	Code    int    `json:"code,omitempty"`
}

type keyValue struct {
	Key   string   `json:"key"`
	Value anyValue `json:"value"`
}

// anyValue has one member, named after its type: {"stringValue": "x"}.
type anyValue map[string]any

type nanos string

func nanosOf(t time.Time) nanos { return nanos(strconv.FormatInt(max(0, t.UnixNano()), 10)) }

// encode encodes the spans of one process, which have one resource.
func encode(spans []sdk.ReadOnlySpan) ([]byte, error) {
	from := spans[0].Resource()
	rs := resourceSpans{Resource: attributes{keyValues(from.Attributes())}, SchemaURL: from.SchemaURL()}
	at := map[string]int{} // by the name of the scope
	for _, s := range spans {
		name := s.InstrumentationScope().Name
		i, ok := at[name]
		if !ok {
			i = len(rs.ScopeSpans)
			at[name] = i
			rs.ScopeSpans = append(rs.ScopeSpans, scopeSpans{})
			rs.ScopeSpans[i].Scope.Name = name
		}
		rs.ScopeSpans[i].Spans = append(rs.ScopeSpans[i].Spans, spanOf(s))
	}
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	err := out.Encode(request{[]resourceSpans{rs}})
	return b.Bytes(), err
}

// Flags of a span in addition to those of W3C: it is known whether the parent is in another
// process, and it is in one.
const (
	remoteKnown = 0x100
	remote      = 0x200
)

// statuses are the status codes of OTLP, which differ from those of the API.
var statuses = map[codes.Code]int{codes.Ok: 1, codes.Error: 2}

func spanOf(s sdk.ReadOnlySpan) span {
	c, parent := s.SpanContext(), s.Parent()
	out := span{
		TraceID: c.TraceID().String(), SpanID: c.SpanID().String(), Flags: uint32(c.TraceFlags()) | remoteKnown,
		Name: s.Name(), Kind: int(s.SpanKind()), Start: nanosOf(s.StartTime()), End: nanosOf(s.EndTime()),
		Attributes: keyValues(s.Attributes()), DroppedAttributes: s.DroppedAttributes(), DroppedEvents: s.DroppedEvents(),
		Status: status{s.Status().Description, statuses[s.Status().Code]},
	}
	if parent.SpanID().IsValid() {
		out.ParentSpanID = parent.SpanID().String()
	}
	if parent.IsRemote() {
		out.Flags |= remote
	}
	for _, e := range s.Events() {
		out.Events = append(out.Events, event{nanosOf(e.Time), e.Name, keyValues(e.Attributes)})
	}
	return out
}

func keyValues(list []attribute.KeyValue) []keyValue {
	out := make([]keyValue, len(list))
	for i, a := range list {
		out[i] = keyValue{string(a.Key), valueOf(a.Value)}
	}
	return out
}

func valueOf(v attribute.Value) anyValue {
	switch v.Type() {
	case attribute.BOOL:
		return anyValue{"boolValue": v.AsBool()}
	case attribute.INT64:
		return anyValue{"intValue": strconv.FormatInt(v.AsInt64(), 10)}
	case attribute.FLOAT64:
		return anyValue{"doubleValue": number(v.AsFloat64())}
	case attribute.STRING:
		return anyValue{"stringValue": v.AsString()}
	case attribute.STRINGSLICE:
		list := []anyValue{}
		for _, s := range v.AsStringSlice() {
			list = append(list, anyValue{"stringValue": s})
		}
		return anyValue{"arrayValue": map[string]any{"values": list}}
	}
	return anyValue{"stringValue": v.String()} // this program uses no other types
}

// number returns f, or its name if JSON has no number for it.
func number(f float64) any {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return f
}
