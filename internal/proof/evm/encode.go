package evm

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
)

// signatureRE splits "name(type,type)" into its parts.
var signatureRE = regexp.MustCompile(`^([A-Za-z_$][A-Za-z0-9_$]*)\(([^()]*)\)$`)

// inputsOf parses the types of a signature. It supports all types but structs.
func inputsOf(signature string) (abi.Arguments, error) {
	m := signatureRE.FindStringSubmatch(signature)
	if m == nil {
		return nil, fmt.Errorf("%s is no signature such as transfer(address,uint256)", quote(signature))
	}
	var out abi.Arguments
	if m[2] == "" {
		return nil, nil
	}
	for _, name := range strings.Split(m[2], ",") {
		switch name {
		case "uint", "int":
			return nil, fmt.Errorf("write %s256 for %s", name, name)
		}
		t, err := abi.NewType(name, "", nil)
		if err != nil || !isType(&t) {
			return nil, fmt.Errorf("%s is no type of Solidity", quote(name))
		}
		out = append(out, abi.Argument{Type: t})
	}
	return out, nil
}

// isType checks what geth's type parser leaves to the compiler.
func isType(t *abi.Type) bool {
	switch t.T {
	case abi.SliceTy, abi.ArrayTy:
		return isType(t.Elem)
	case abi.UintTy, abi.IntTy:
		return t.Size%8 == 0 && t.Size > 0 && t.Size <= 256
	case abi.FixedBytesTy:
		return t.Size > 0 && t.Size <= 32
	}
	return true
}

// encode encodes arguments, given as decoded from JSON, as call data: numbers as
// numbers or as decimal or hexadecimal strings, addresses and bytes in hexadecimal,
// lists and structs as lists.
func encode(in abi.Arguments, values []any) ([]byte, error) {
	types := make([]*abi.Type, len(in))
	for i := range in {
		types[i] = &in[i].Type
	}
	if len(values) != len(in) {
		return nil, fmt.Errorf("it takes %d arguments and is given %d", len(in), len(values))
	}
	return encodeList(types, values)
}

func encodeList(types []*abi.Type, values []any) ([]byte, error) {
	var head, tail []byte
	size := 0
	for _, t := range types {
		size += headSize(t)
	}
	for i, t := range types {
		b, err := encodeOne(t, values[i])
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", i+1, err)
		}
		if isDynamic(t) {
			head = append(head, wordOf(int64(size+len(tail)))...)
			tail = append(tail, b...)
		} else {
			head = append(head, b...)
		}
	}
	return append(head, tail...), nil
}

func wordOf(n int64) []byte { return common.LeftPadBytes(big.NewInt(n).Bytes(), 32) }

// isDynamic reports whether the ABI encodes t behind an offset.
func isDynamic(t *abi.Type) bool {
	switch t.T {
	case abi.StringTy, abi.BytesTy, abi.SliceTy:
		return true
	case abi.ArrayTy:
		return isDynamic(t.Elem)
	case abi.TupleTy:
		for _, e := range t.TupleElems {
			if isDynamic(e) {
				return true
			}
		}
	}
	return false
}

func headSize(t *abi.Type) int {
	switch {
	case isDynamic(t):
		return 32
	case t.T == abi.ArrayTy:
		return t.Size * headSize(t.Elem)
	case t.T == abi.TupleTy:
		n := 0
		for _, e := range t.TupleElems {
			n += headSize(e)
		}
		return n
	}
	return 32
}

// maxElements bounds a list of arguments, since a type may state its size.
const maxElements = 1 << 12

func encodeOne(t *abi.Type, v any) ([]byte, error) {
	switch t.T {
	case abi.UintTy, abi.IntTy:
		n, err := number(v)
		if err != nil {
			return nil, fmt.Errorf("%w, for %s", err, t)
		}
		low, high := new(big.Int), new(big.Int).Lsh(common.Big1, uint(t.Size))
		if t.T == abi.IntTy {
			high.Rsh(high, 1)
			low.Neg(high)
		}
		if n.Cmp(low) < 0 || n.Cmp(high) >= 0 {
			return nil, fmt.Errorf("%s is out of the range of %s", clip(n.String()), t)
		}
		if n.Sign() < 0 {
			n.Add(n, new(big.Int).Lsh(common.Big1, 256))
		}
		return common.LeftPadBytes(n.Bytes(), 32), nil
	case abi.BoolTy:
		b, ok := v.(bool)
		if s, is := v.(string); is && (s == "true" || s == "false") {
			b, ok = s == "true", true
		}
		if !ok {
			return nil, errors.New("a bool is true or false")
		}
		if b {
			return wordOf(1), nil
		}
		return wordOf(0), nil
	case abi.AddressTy:
		s, _ := v.(string)
		if !common.IsHexAddress(s) {
			return nil, errors.New("an address is a string of 0x and 40 hexadecimal digits")
		}
		return common.LeftPadBytes(common.HexToAddress(s).Bytes(), 32), nil
	case abi.FixedBytesTy, abi.BytesTy:
		b, err := bytesOf(v)
		if err != nil {
			return nil, err
		}
		if t.T == abi.FixedBytesTy {
			if len(b) > t.Size {
				return nil, fmt.Errorf("%d bytes do not fit in %s", len(b), t)
			}
			return common.RightPadBytes(b, 32), nil
		}
		return counted(b), nil
	case abi.StringTy:
		s, ok := v.(string)
		if !ok {
			return nil, errors.New("a string is wanted")
		}
		return counted([]byte(s)), nil
	case abi.SliceTy, abi.ArrayTy:
		list, ok := v.([]any)
		switch {
		case !ok:
			return nil, fmt.Errorf("a list is wanted for %s", t)
		case t.T == abi.ArrayTy && len(list) != t.Size:
			return nil, fmt.Errorf("%s has %d elements, not %d", t, t.Size, len(list))
		case len(list) > maxElements:
			return nil, fmt.Errorf("a list has at most %d elements", maxElements)
		}
		types := make([]*abi.Type, len(list))
		for i := range types {
			types[i] = t.Elem
		}
		b, err := encodeList(types, list)
		if t.T == abi.SliceTy {
			b = append(wordOf(int64(len(list))), b...)
		}
		return b, err
	case abi.TupleTy:
		list, ok := v.([]any)
		if !ok || len(list) != len(t.TupleElems) {
			return nil, fmt.Errorf("a struct is a list of its %d fields in order", len(t.TupleElems))
		}
		return encodeList(t.TupleElems, list)
	}
	return nil, fmt.Errorf("arguments of type %s cannot be written; give data", t)
}

func counted(b []byte) []byte {
	return append(wordOf(int64(len(b))), common.RightPadBytes(b, (len(b)+31)/32*32)...)
}

func bytesOf(v any) ([]byte, error) {
	s, _ := v.(string)
	digits, ok := strings.CutPrefix(s, "0x")
	b, err := hex.DecodeString(digits)
	if !ok || err != nil {
		return nil, errors.New("bytes are a string of 0x and hexadecimal digits, two for each byte")
	}
	return b, nil
}

// number reads an integer of at most 256 bits or so: a JSON number, or a string of digits.
func number(v any) (*big.Int, error) {
	s := fmt.Sprint(v)
	if len(s) > 80 {
		return nil, fmt.Errorf("%s is no integer of 256 bits", quote(s))
	}
	base := 10
	if hexed, ok := strings.CutPrefix(s, "0x"); ok {
		s, base = hexed, 16
	}
	if n, ok := new(big.Int).SetString(s, base); ok {
		return n, nil
	}
	if head, exponent, ok := strings.Cut(s, "e"); ok && base == 10 { // 1e18, as in Solidity
		n, good := new(big.Int).SetString(head, 10)
		e, fine := new(big.Int).SetString(exponent, 10)
		if good && fine && e.Sign() >= 0 && e.Cmp(big.NewInt(77)) <= 0 {
			return n.Mul(n, new(big.Int).Exp(big.NewInt(10), e, nil)), nil
		}
	}
	return nil, fmt.Errorf("%s is no integer; write it as a number or as a string of digits", quote(fmt.Sprint(v)))
}
