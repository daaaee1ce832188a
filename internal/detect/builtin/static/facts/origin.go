package facts

import "assay/internal/solidity"

// Origin is a set of places where a value may come from.
type Origin uint32

const (
	Input      Origin = 1 << iota // an argument of the transaction, or its data
	Sender                        // msg.sender
	TxOrigin                      // tx.origin
	Paid                          // msg.value
	Time                          // the time or number of the block
	Draw                          // another value of the block: its hash, difficulty, coinbase …
	Drawn                         // a Draw that was stored before
	State                         // a state variable, or what was fixed when the contract was made
	Foreign                       // what a call to the outside returned
	Own                           // this contract, its address
	OwnBalance                    // the ether that this contract has
	Held                          // what another contract says when asked about this one alone, such as a balance
	Recovered                     // ecrecover
	Hash                          // a hash
	Chain                         // the id of the chain
	Unknown                       // what is not in sight
)

// lasting returns what a state variable whose value comes from o passes on to
// whoever reads it.
func (o Origin) lasting() Origin {
	m := o & (Drawn | Own | Chain)
	if o.Has(Draw) {
		m |= Drawn
	}
	return m
}

// Stored returns where the values come from that are stored in v.
func (x *File) Stored(v *Var) Origin {
	x.follow()
	return x.flows.mask[v.Decl]
}

// Has reports whether o holds any of the origins of p.
func (o Origin) Has(p Origin) bool { return o&p != 0 }

// maxRounds bounds how often masks are passed on. A chain of assignments
// against the order of the text that is longer is followed no further.
const maxRounds = 8

// From returns where the value of the expression n may come from, what it is
// indexed with and asked about included.
func (x *File) From(n *Node) Origin {
	x.follow()
	return x.origin(n)
}

// follow passes masks on until nothing changes.
func (x *File) follow() {
	x.collect()
	fl := x.flows
	if fl.memo != nil {
		return
	}
	for _, f := range x.Functions {
		if f.Entry {
			for _, d := range f.Params {
				if d != nil {
					fl.mask[d] |= Input
				}
			}
		}
	}
	for range maxRounds {
		changed := false
		for _, f := range x.Functions {
			for _, e := range fl.results[f] {
				m := fl.result[f] | x.origin(e)
				changed = changed || m != fl.result[f]
				fl.result[f] = m
			}
			for _, d := range f.Results {
				m := fl.result[f] | fl.mask[d]
				changed = changed || m != fl.result[f]
				fl.result[f] = m
			}
		}
		for _, d := range fl.order {
			m := fl.mask[d]
			for _, def := range fl.of[d] {
				m |= x.origin(def.Value)
			}
			changed = changed || m != fl.mask[d]
			fl.mask[d] = m
		}
		if !changed {
			break
		}
	}
	fl.memo = map[*Node]Origin{}
}

// origin computes the mask of an expression from those of the declarations.
func (x *File) origin(n *Node) Origin {
	if n == nil {
		return 0
	}
	if x.flows.memo != nil {
		if m, ok := x.flows.memo[n]; ok {
			return m
		}
	}
	m := x.compute(n)
	if x.flows.memo != nil {
		x.flows.memo[n] = m
	}
	return m
}

func (x *File) compute(n *Node) Origin {
	switch n.Kind {
	case solidity.NodeIdent:
		return x.ident(n)
	case solidity.NodeMember:
		return x.memberOrigin(n)
	case solidity.NodeCall:
		return x.callOrigin(n)
	case solidity.NodeChoice:
		var m Origin
		for c := n.First(); c != nil; c = c.Next() {
			if c != n.First() {
				m |= x.origin(c)
			}
		}
		return m
	case solidity.NodeNamed:
		return x.origin(n.Last())
	case solidity.NodeElementary, solidity.NodePath, solidity.NodeMapping, solidity.NodeArray, solidity.NodeLiteral, solidity.NodeLabel:
		return 0
	}
	var m Origin
	for c := range n.Children() {
		m |= x.origin(c)
	}
	return m
}

func (x *File) ident(n *Node) Origin {
	if d := x.Decl(n); d != nil {
		if v := x.vars[d]; v != nil {
			if v.Fixed && v.Value != nil && x.Literal(v.Value) {
				return 0
			}
			return State | x.flows.mask[d].lasting()
		}
		return x.flows.mask[d]
	}
	switch x.Language(n) {
	case "now":
		return Time
	case "this":
		return Own
	case "":
		if x.uncertain(n) {
			return Unknown
		}
	}
	return 0
}

func (x *File) memberOrigin(n *Node) Origin {
	base, label := n.First(), n.Last()
	if v := x.Var(label); v != nil {
		return State | x.flows.mask[v.Decl].lasting()
	}
	word := x.Language(label)
	switch x.Language(base) {
	case "msg":
		switch word {
		case "sender":
			return Sender
		case "value":
			return Paid
		case "data", "sig":
			return Input
		}
		return 0
	case "tx":
		if word == "origin" {
			return TxOrigin
		}
		return 0
	case "block":
		switch word {
		case "timestamp", "number":
			return Time
		case "chainid":
			return Chain
		}
		return Draw
	case "type", "abi":
		return 0
	}
	m := x.origin(base)
	if word == "balance" {
		if m == Own {
			return OwnBalance
		}
		return m | Foreign
	}
	return m
}

func (x *File) callOrigin(n *Node) Origin {
	var args Origin
	list := Args(n)
	for _, a := range list {
		args |= x.origin(a)
	}
	callee, _ := x.callee(n)
	if callee == nil {
		return args
	}
	if callee.Kind == solidity.NodeIdent {
		if m, ok := x.builtin(x.Language(callee), list, args); ok {
			return m
		}
	}
	if callee.Kind == solidity.NodeMember && x.Language(callee.Last()) == "blockhash" {
		m, _ := x.builtin("blockhash", list, args)
		return m
	}
	if c, ok := x.Call(n); ok {
		m := args | x.origin(c.Target) | Foreign
		if len(list) == 1 && x.origin(list[0]) == Own && x.Quiet(c) {
			m |= Held
		}
		return m
	}
	g, known := x.Internal(n)
	switch {
	case g != nil && g.Mutability == "pure":
		if callee.Kind == solidity.NodeMember {
			args |= x.origin(callee.First())
		}
		return args | x.flows.result[g]&(Own|Chain|Recovered|Hash)
	case g != nil:
		return x.flows.result[g]
	case !known:
		return args | Unknown
	}
	if callee.Kind == solidity.NodeMember {
		args |= x.origin(callee.First())
	}
	return args
}

// builtin gives the origin of what a function of the language, or an
// instruction of assembly, returns.
func (x *File) builtin(word string, list []*Node, args Origin) (Origin, bool) {
	switch word {
	case "keccak256", "sha3", "sha256", "ripemd160":
		return args | Hash, true
	case "ecrecover":
		return args | Recovered, true
	case "blockhash":
		// The hash of a block that was fixed before was not known then.
		if args.Has(Time) && !args.Has(State|Input) {
			return Draw, true
		}
		return Hash, true
	case "caller":
		return Sender, true
	case "origin":
		return TxOrigin, true
	case "callvalue":
		return Paid, true
	case "timestamp", "number":
		return Time, true
	case "difficulty", "prevrandao", "coinbase", "gaslimit", "basefee":
		return Draw, true
	case "calldataload":
		return Input, true
	case "chainid":
		return Chain, true
	case "address":
		if len(list) == 0 {
			return Own, true
		}
	case "selfbalance":
		return OwnBalance, true
	case "balance":
		if args == Own {
			return OwnBalance, true
		}
	case "sload":
		return State, true
	case "mload":
		return Unknown, true
	}
	return 0, false
}

// Only reports whether o is made of the origins of p alone and of at least one.
func (o Origin) Only(p Origin) bool { return o != 0 && o&^p == 0 }

// Touches returns the origins of all that f and what it calls mention.
func (x *File) Touches(f *Function) Origin {
	x.follow()
	if f.memo.first(haveTouches) {
		for _, g := range x.Called(f) {
			f.memo.touches |= x.mentioned(g)
		}
	}
	return f.memo.touches
}

// mentioned returns the origins of what the text of f mentions itself.
func (x *File) mentioned(f *Function) Origin {
	if f.memo.first(haveMentioned) {
		for n := range f.Body.All() {
			if n.Kind == solidity.NodeMember || n.Kind == solidity.NodeCall || n.Kind == solidity.NodeIdent && x.Decl(n) == nil {
				f.memo.mentioned |= x.origin(n)
			}
		}
	}
	return f.memo.mentioned
}
