package solidity

// magics holds the types of the members of msg, tx, block and abi.
var magics = map[string]*typ{
	"msg.data": basic("bytes"), "msg.sender": basic("address"), "msg.sig": basic("bytes4"), "msg.value": basic("uint256"),
	"msg.gas":     basic("uint256"),
	"tx.gasprice": basic("uint256"), "tx.origin": basic("address"),
	"block.basefee": basic("uint256"), "block.blobbasefee": basic("uint256"), "block.chainid": basic("uint256"),
	"block.coinbase":   basic("address"),
	"block.difficulty": basic("uint256"), "block.gaslimit": basic("uint256"), "block.number": basic("uint256"),
	"block.prevrandao": basic("uint256"),
	"block.timestamp":  basic("uint256"), "block.blockhash": {kind: tFunction, rets: []*typ{basic("bytes32")}},
	"abi.encode": {kind: tMagic, name: "abi.encode"}, "abi.encodePacked": {kind: tMagic, name: "abi.encode"},
	"abi.encodeWithSelector":  {kind: tMagic, name: "abi.encode"},
	"abi.encodeWithSignature": {kind: tMagic, name: "abi.encode"},
	"abi.encodeCall":          {kind: tMagic, name: "abi.encode"}, "abi.decode": {kind: tMagic, name: "abi.decode"},
	"type().name": basic("string"), "type().creationCode": basic("bytes"), "type().runtimeCode": basic("bytes"),
	"type().interfaceId": basic("bytes4"),
}

// builtin returns the type of the language's own member name of t; ok is false if
// there is none.
func (r *resolver) builtin(t *typ, name string) (*typ, bool) {
	fn := func(rets ...*typ) (*typ, bool) { return &typ{kind: tFunction, rets: rets}, true }
	switch t.kind {
	case tMagic:
		if t.name == "type()" && (name == "min" || name == "max") {
			return t.elem, true
		}
		if t.name == "type()" && name == "name" && t.elem != nil && t.elem.decl != nil {
			t.elem.decl.ABI = true
		}
		m, ok := magics[t.name+"."+name]
		return m, ok
	case tContract:
		if r.u.legacy {
			return r.builtin(basic("address"), name)
		}
	case tBasic:
		switch {
		case t.name == "address":
			switch name {
			case "balance":
				return basic("uint256"), true
			case "code":
				return basic("bytes"), true
			case "codehash":
				return basic("bytes32"), true
			case "send":
				return fn(basic("bool"))
			case "transfer":
				return fn()
			case "call", "callcode", "delegatecall", "staticcall":
				f := &typ{kind: tFunction, ext: true, rets: []*typ{basic("bool"), basic("bytes")}}
				if r.u.legacy {
					f.rets = f.rets[:1]
				}
				return f, true
			}
		case t.name == "bytes":
			return r.builtin(&typ{kind: tArray, elem: basic("bytes1")}, name)
		case t.fixedBytes() > 0 && name == "length":
			return basic("uint8"), true
		}
	case tArray:
		switch {
		case name == "length":
			return basic("uint256"), true
		case name == "push" && t.name == "":
			return &typ{kind: tFunction, name: "push", rets: []*typ{t.elem}}, true
		case name == "pop" && t.name == "":
			return fn()
		}
	case tFunction:
		switch name {
		case "selector":
			if t.decl != nil && t.decl.Kind == DeclEvent {
				return basic("bytes32"), true
			}
			return basic("bytes4"), true
		case "address":
			return basic("address"), true
		case "value", "gas":
			return fn(t)
		}
	case tMeta:
		return r.builtinOfType(t.elem, name)
	}
	return nil, false
}

// builtinOfType returns the language's member of a type, such as T.wrap.
func (r *resolver) builtinOfType(t *typ, name string) (*typ, bool) {
	switch {
	case t == nil:
	case t.kind == tUser && (name == "wrap" || name == "unwrap"):
		out := t
		if name == "unwrap" {
			out = r.underlying(t.decl)
		}
		return &typ{kind: tFunction, rets: []*typ{out}}, true
	case t.kind == tBasic && (t.name == "string" || t.name == "bytes") && name == "concat":
		return &typ{kind: tFunction, rets: []*typ{t}}, true
	}
	return nil, false
}
