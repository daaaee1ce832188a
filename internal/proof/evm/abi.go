package evm

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// parsedContract is a contract with its parsed ABI.
type parsedContract struct {
	Contract
	abi abi.ABI
}

// abis finds contracts, functions and errors. Everything that it formats may come from
// hostile code: it is quoted and cut, and never trusted to be well-formed.
type abis struct {
	list    []*parsedContract
	byName  map[string]*parsedContract
	methods map[[4]byte]abi.Method
	errors  map[[4]byte]abi.Error
}

func parseABIs(contracts []Contract) (*abis, error) {
	a := &abis{byName: map[string]*parsedContract{}, methods: map[[4]byte]abi.Method{}, errors: map[[4]byte]abi.Error{}}
	for _, c := range contracts {
		k := &parsedContract{Contract: c}
		if len(c.ABI) > 0 {
			parsed, err := abi.JSON(bytes.NewReader(c.ABI))
			if err != nil { // a field may have a name that is invalid in Go
				parsed, err = abi.JSON(bytes.NewReader(plainNames(c.ABI)))
			}
			switch {
			case err == nil:
				k.abi = parsed
			case c.Name == "Proof":
				return nil, fmt.Errorf("ABI of %s: %w", c.Name, err)
			} // a library's ABI may use types that only Solidity knows
		}
		// Several files may define the same name, mostly as an interface: the one with code wins.
		if old := a.byName[c.Name]; old != nil && len(c.Creation) > 0 && len(old.Creation) > 0 {
			if c.Name == "Proof" {
				return nil, errors.New("two contracts are named Proof")
			}
		}
		if old := a.byName[c.Name]; old == nil || len(old.Creation) == 0 {
			a.byName[c.Name] = k
		}
		a.list = append(a.list, k)
		for _, m := range k.abi.Methods {
			a.methods[[4]byte(m.ID)] = m
		}
		for _, e := range k.abi.Errors {
			a.errors[[4]byte(e.ID[:4])] = e
		}
	}
	return a, nil
}

// plainNames returns an ABI whose struct fields are called f0, f1 and so on: fields
// are identified by their order, and geth accepts only names that begin with a letter.
// Bytes that are not a JSON ABI are returned unchanged.
func plainNames(text []byte) []byte {
	var rename func(list any)
	rename = func(list any) {
		fields, _ := list.([]any)
		for i, f := range fields {
			if f, ok := f.(map[string]any); ok {
				f["name"] = "f" + strconv.Itoa(i)
				rename(f["components"])
			}
		}
	}
	var entries []map[string]any
	if json.Unmarshal(text, &entries) != nil {
		return text
	}
	for _, e := range entries {
		for _, side := range []string{"inputs", "outputs"} {
			params, _ := e[side].([]any)
			for _, p := range params {
				if p, ok := p.(map[string]any); ok {
					rename(p["components"])
				}
			}
		}
	}
	out, err := json.Marshal(entries)
	if err != nil {
		return text
	}
	return out
}

func selector(signature string) []byte { return crypto.Keccak256([]byte(signature))[:4:4] }

var (
	errorSelector = selector("Error(string)")
	panicSelector = selector("Panic(uint256)")
	cheatSelector = selector("CheatcodeError(string)")
)

// cheatError returns the revert data of a failing cheat code, as in Foundry.
func cheatError(why string) []byte {
	return slices.Concat(cheatSelector, wordOf(32), counted([]byte(why)))
}

// errorString decodes Error(string) and CheatcodeError(string).
func errorString(data []byte) (string, bool) {
	if len(data) < 4 || !bytes.Equal(data[:4], errorSelector) && !bytes.Equal(data[:4], cheatSelector) {
		return "", false
	}
	if len(data) < 4+32 {
		return "", false
	}
	b, ok := args(data[4:]).bytes(0)
	return string(b), ok
}

var panics = map[uint64]string{
	0x00: "panic raised by the compiler", 0x01: "assertion failed", 0x11: "arithmetic overflow or underflow",
	0x12: "division by zero",
	0x21: "conversion to an enum out of range", 0x22: "storage byte array badly encoded", 0x31: "pop of an empty array",
	0x32: "array index out of bounds", 0x41: "too much memory allocated", 0x51: "call of an uninitialised function",
}

// reason describes why code reverted with this data. a may be nil.
func reason(data []byte, a *abis) string {
	if len(data) == 0 {
		return "no reason given"
	}
	if len(data) < 4 {
		return "0x" + hex.EncodeToString(data)
	}
	sel := [4]byte(data[:4])
	if msg, ok := errorString(data); ok {
		if bytes.Equal(data[:4], cheatSelector) {
			return "cheat code: " + clip(msg)
		}
		return quote(msg)
	}
	if bytes.Equal(sel[:], panicSelector) && len(data) == 36 {
		code := new(big.Int).SetBytes(data[4:])
		if w, ok := panics[code.Uint64()]; ok && code.IsUint64() {
			return fmt.Sprintf("%s (panic 0x%02x)", w, code)
		}
		return fmt.Sprintf("panic 0x%x", code)
	}
	if a != nil {
		if e, ok := a.errors[sel]; ok {
			return e.Name + arguments(e.Inputs, data[4:], nil)
		}
	}
	return clip("0x" + hex.EncodeToString(data[:min(len(data), 100)]))
}

// expected formats what expectRevert waited for.
func expected(data []byte) string {
	if utf8.Valid(data) {
		return quote(string(data))
	}
	return reason(data, nil)
}

// evmFault describes a failure of the EVM itself.
func evmFault(err error) string {
	if s := err.Error(); strings.HasPrefix(s, "invalid opcode") {
		return s + " (what assert compiled to before Solidity 0.8)"
	}
	return err.Error()
}

// describe formats a call as Contract.function(arguments).
func (p *Proof) describe(to common.Address, input []byte) string {
	who := p.name(to)
	if len(input) < 4 {
		return who + ".receive()"
	}
	sel := [4]byte(input[:4])
	if ch := cheats[sel]; ch != nil && to == cheatAddress {
		name, _, _ := strings.Cut(ch.signature, "(")
		return who + "." + name + "(" + words(input[4:]) + ")"
	}
	m, ok := p.abis.methods[sel]
	if own := p.method(to, input); own != nil {
		m, ok = *own, true
	}
	if !ok {
		return fmt.Sprintf("%s.0x%x(%s)", who, sel, words(input[4:]))
	}
	return who + "." + m.RawName + arguments(m.Inputs, input[4:], p)
}

func words(b []byte) string {
	var out []string
	for ; len(b) >= 32 && len(out) < 4; b = b[32:] {
		out = append(out, "0x"+strings.TrimLeft(hex.EncodeToString(b[:31]), "0")+hex.EncodeToString(b[31:32]))
	}
	if len(b) > 0 {
		out = append(out, "…")
	}
	return strings.Join(out, ", ")
}

// arguments decodes data and formats it as "(a, b)"; undecodable data is shown as words.
func arguments(in abi.Arguments, data []byte, p *Proof) (s string) {
	defer func() {
		if recover() != nil { // go-ethereum's decoder may panic on hostile data
			s = "(" + words(data) + ")"
		}
	}()
	if len(data) > 1<<16 {
		return "(" + words(data) + ")"
	}
	vs, err := in.Unpack(data)
	if err != nil {
		return "(" + words(data) + ")"
	}
	out := make([]string, len(vs))
	for i, v := range vs {
		out[i] = show(reflect.ValueOf(v), p, 0)
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// show formats a decoded value. p, for names, may be nil.
func show(v reflect.Value, p *Proof, depth int) string {
	switch x := v.Interface().(type) {
	case common.Address:
		if p != nil {
			return p.name(x)
		}
		return x.Hex()
	case *big.Int:
		return x.String()
	case string:
		return quote(x)
	case []byte:
		return clip("0x" + hex.EncodeToString(x[:min(len(x), 100)]))
	}
	switch v.Kind() {
	case reflect.Array, reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			b := make([]byte, v.Len())
			reflect.Copy(reflect.ValueOf(b), v)
			return "0x" + hex.EncodeToString(b)
		}
		if depth > 3 {
			return "[…]"
		}
		var out []string
		for i := range min(v.Len(), 8) {
			out = append(out, show(v.Index(i), p, depth+1))
		}
		if v.Len() > 8 {
			out = append(out, "…")
		}
		return "[" + strings.Join(out, ", ") + "]"
	case reflect.Struct:
		var out []string
		for i := range v.NumField() {
			out = append(out, show(v.Field(i), p, depth+1))
		}
		return "(" + strings.Join(out, ", ") + ")"
	}
	return fmt.Sprint(v.Interface())
}

// quote and clip keep hostile text short and on one line.
func quote(s string) string { return strconv.Quote(clip(s)) }
func clip(s string) string {
	if len(s) <= 200 {
		return strings.ToValidUTF8(s, "�")
	}
	return strings.ToValidUTF8(s[:200], "�") + "…"
}

// functions returns a contract's functions that change state, in a fixed order.
func (k *parsedContract) functions() []abi.Method {
	var out []abi.Method
	for _, m := range k.abi.Methods {
		if !m.IsConstant() {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b abi.Method) int { return strings.Compare(a.Sig, b.Sig) })
	return out
}
