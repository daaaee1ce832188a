package evm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// A Contract is one compiled contract.
type Contract struct {
	Name string // "Proof" is the proof
	// path as given to the compiler; contracts in Proof's file belong to the set-up, the
	// others are under review
	File     string
	Creation []byte // creation code, without constructor arguments; empty for interfaces
	ABI      []byte // JSON; without a readable ABI there are no readable names; Proof's must be readable
	Links    []Link // places in Creation for library addresses
	// creation code that Proof holds and that is replaced by Creation; nil if Proof holds
	// Creation itself
	Instead []byte
}

// A Link is a place of 20 bytes in Creation for the address of a library, which must
// be among the contracts. Load fills it in and deploys the library.
type Link struct {
	File, Library string
	Start         int
}

// An Impact is what the host compares before and after exploit(). The kinds
// are those of docs/add-a-sample.md.
type Impact struct {
	Kind    string
	Asset   string   // a getter or function without arguments, of Proof or of the target
	Minimum *big.Int // in the asset's smallest unit; must be positive for the kinds that measure an amount
}

// Config sets the rules of an execution. Zero values take the defaults named.
type Config struct {
	Impact  Impact
	Capital *big.Int // wei that the attacker may hold at the start or receive from Proof; nil means none
	// number of the label set under attack: from 2 on, exploit2() and so on, with
	// attacker2() and target2() if Proof has them
	Flaw int
	// amounts it may hold of tokens at the start, by the name of the token's contract;
	// none of other tokens
	Tokens map[string]*big.Int

	Fork string // one of Forks; default the newest
	// per transaction; default 30,000,000 (the mainnet block limit of its day), and twice as much for setUp()
	Gas uint64
	// per call of Load, Regular, Exploit, Null; Fuzz gets it for every 100 transactions;
	// default 10 × Gas
	TotalGas uint64
	setUpGas uint64 // of the call of setUp()
	// wall time of one such call; default 2 min, far more than the gas allows on any
	// machine in good order
	Time time.Duration
	// bytes the EVM may hold; default 1 GiB. Enforced by lowering Gas, so that it does not depend on the machine
	Memory uint64
	Trace  bool // record call trees

	Shift Shift // the zero value is Foundry's own world
}

// A Shift changes what code could recognise a test by. What a proof shows does not depend on it, unless the proof
// itself does.
type Shift struct {
	Nonce uint64 // of Proof and of accounts that it acts for, at least: what they create has other addresses
	Time  uint64 // seconds, and
	Block uint64 // blocks, that have passed before setUp
	Other bool   // another account than Foundry's signs the transactions, and the attacker's code has another hash
	Code  bool   // accounts that Proof acts for have code, which accepts every call
	Self  bool   // Proof has another address, and so have the accounts whose private keys it uses
}

// Errors of a run without a verdict. They are wrapped with the details.
var (
	ErrSetUp   = errors.New("set-up failed")
	ErrGas     = errors.New("out of gas")
	ErrTime    = errors.New("out of time")
	ErrRefused = errors.New("refused")      // Result.Refusal is the reason
	ErrMeasure = errors.New("not measured") // a getter failed or returned nonsense
	ErrHost    = errors.New("host defect")  // a panic, recovered; please report
	ErrConfig  = errors.New("not runnable") // the arguments are inconsistent
)

// A Result is the outcome of one run: the same code has the same result. If the run's error is not nil, Succeeded is
// false and has no meaning.
type Result struct {
	Succeeded bool      // Regular: passed. Exploit, Null, Fuzz: the impact was reached
	Measured  *Measured // nil if there was nothing to measure
	Steps     int       // Candidate: calls of step that returned
	Refusals  int       // Regular: number of tests of refusals that were run
	Gas       uint64    // of the transactions, without the host's own calls
	Revert    string    // why the transaction reverted, as text; empty if it did not
	Refusal   string    // the rule that the code broke
	Void      string    // why a measured impact does not count
	// Exploit: what the attacker paid others in setUp() and took back, in the smallest unit, and "ether" or the name of
	// the token's contract; nil if nothing
	Own   *big.Int
	OwnOf string
	// Exploit: functions of the proof's own contracts that the attacker called, except as a token holder, in the form
	// "Contract.function()"
	Used  []string
	Trace string // indented call tree, with Config.Trace
}

// Measured is the evidence behind a verdict: amounts in decimal, addresses in
// hex, calls as "succeeds" or "reverts: why".
type Measured struct {
	Kind, Before, After string
	Minimum             string // empty for kinds without an amount
}

var (
	sender   = common.HexToAddress("0x1804c8AB1F12E6bbf3894d4083f33e07309d1f38") // Foundry's default caller and origin
	stranger = common.HexToAddress("0x5A0b54D5dc17e0AadC383d2db43B0a0D3E029c4c") // signs instead, with Shift.Other
	// 0x7FA9385bE102ac3EAc297483Dd6233D62b3e1496, of Proof without Shift.Self; machine.self is the one that it has
	usualProof   = crypto.CreateAddress(sender, 1)
	cheatAddress = common.HexToAddress("0x7109709ECfa91a80626fF3989D68f67F5b1DD12D")
	foundryRich  = new(uint256.Int).SubUint64(new(uint256.Int).Lsh(uint256.NewInt(1), 96), 1)
)

// A Proof is a loaded proof in the state after setUp(). Calls of its methods do not
// influence each other. Not safe for concurrent use; Load another.
type Proof struct {
	cfg   Config
	abis  *abis
	m     *machine
	world *world // after setUp
	time  uint64
	block uint64

	target, attacker common.Address
	token            common.Address                     // token_gained: read before any exploit
	at               map[common.Address]*parsedContract // contracts known by their creation code
	clones           map[common.Address]bool            // of contracts under review; at does not have them
	order            []common.Address                   // those created by setUp, in order of creation
	pranked          []common.Address                   // accounts that acted in setUp
	creator          map[common.Address]common.Address  // of contracts that setUp made
	founding         observation                        // of setUp: its calls and events
	targetCalls      []step                             // ownership_taken: calls of the target in setUp and honest use
	acts             *acts                              // acts of the running attack
	adopted          *observation                       // exploit() as recorded on another source, or nil; see Adopt
	watched          []Impact                           // impacts that arenas look for; see Watch
	allies           []common.Address                   // accounts whose gains count as the attacker's; see Play
	libraries        map[common.Address]*parsedContract

	moves     []move      // of the last exploit
	handed    uint256.Int // wei that Proof handed over in the last exploit
	rehearsed bool        // moves and handed are filled in

	rules  rules              // of the running transaction
	origin common.Address     // of the transactions to Proof
	trace  *recording         // nil, or records all frames of a run
	listen func(frame, *move) // nil, or called with the frames and moves of exploit()
	watch  *recording         // nil, or records all frames
	spent  uint64
}

// Load deploys Proof and runs setUp(). An error wraps ErrSetUp, ErrConfig or
// one of the budget errors.
func Load(ctx context.Context, contracts []Contract, cfg Config) (p *Proof, err error) {
	defer func() {
		if r := recover(); r != nil {
			p, err = nil, fmt.Errorf("%w: %v\n%s", ErrHost, r, debug.Stack())
		}
	}()
	if cfg, err = cfg.complete(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	contracts, libraries, err := link(contracts)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	abis, err := parseABIs(contracts)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	m, err := newMachine(cfg.Fork)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	origin := sender
	if cfg.Shift.Other {
		origin = stranger
	}
	if cfg.Shift.Self {
		m.self = crypto.CreateAddress(stranger, 1)
	}
	p = &Proof{cfg: cfg, abis: abis, m: m, origin: origin, at: map[common.Address]*parsedContract{},
		libraries: map[common.Address]*parsedContract{},
		creator:   map[common.Address]common.Address{}, clones: map[common.Address]bool{}}
	for addr, i := range libraries {
		p.libraries[addr], p.at[addr] = abis.list[i], abis.list[i]
	}
	p.at[p.m.self] = abis.byName["Proof"]
	m.precompiles[cheatAddress] = cheatCode{m}
	for i := range contracts {
		if c := &contracts[i]; len(c.Instead) > 0 && len(c.Creation) > 0 {
			m.instead = append(m.instead, replacement{c.Instead, c.Creation})
		}
	}
	m.onCheat, m.onFrame, m.onLeave = p.onCheat, p.onFrame, p.onLeave
	_, err = p.run(ctx, func(res *Result) error { return p.setUp(res) })
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSetUp, err)
	}
	return p, nil
}

// setUp deploys Proof, runs setUp() and keeps the resulting state.
func (p *Proof) setUp(res *Result) error {
	proof := p.at[p.m.self]
	if proof == nil || len(proof.Creation) == 0 {
		return fmt.Errorf("%w: there is no contract named Proof", ErrConfig)
	}
	m := p.m
	m.reset(&world{accounts: map[common.Address]account{}}, 1+p.cfg.Shift.Time, 1+p.cfg.Shift.Block, true)
	m.setBalance(sender, foundryRich)
	m.setNonce(sender, 2) // Foundry deploys the test as its second transaction
	m.setBalance(p.m.self, foundryRich)
	m.setCode(cheatAddress, []byte{0}) // old compilers check for code before they call
	for _, addr := range slices.SortedFunc(maps.Keys(p.libraries), common.Address.Cmp) {
		if err := p.deploy(res, addr, p.libraries[addr]); err != nil {
			return err
		}
	}
	if err := p.deploy(res, p.m.self, proof); err != nil {
		return err
	}
	p.rules = rules{phase: phaseSetUp}
	if _, ok := proof.abi.Methods["setUp"]; ok {
		p.watch = &p.founding.recording
		_, err := p.send(res, &message{from: sender, to: p.m.self, origin: p.origin, input: selector("setUp()"),
			gas: p.cfg.setUpGas, hooked: true})
		p.watch = nil
		if err != nil {
			return fmt.Errorf("setUp(): %w", err)
		}
	}
	if m.prank != nil {
		return errors.New("setUp() leaves a prank active: end it with stopPrank")
	}
	if p.time, p.block = m.time, m.number; p.time > maxTime || p.block > maxBlock {
		return fmt.Errorf("setUp() ends at time %d in block %d; at most %d (the year 2100) and %d", p.time, p.block,
			int64(maxTime), int64(maxBlock))
	}
	p.founding.logs = m.events()
	p.world = m.freeze()
	if err := p.readPins(); err != nil || !p.cfg.Shift.Other {
		return err
	}
	if a := p.world.accounts[p.attacker]; len(a.code) > 0 {
		a.code = append(slices.Clone(a.code), byte(vm.INVALID), byte(p.cfg.Shift.Nonce)) // never reached
		a.codeHash = crypto.Keccak256Hash(a.code)
		p.world.accounts[p.attacker] = a
	}
	return nil
}

// deploy creates a contract at addr. Its constructor runs as an ordinary call of its
// creation code, which is how Proof escapes the code-size limit.
func (p *Proof) deploy(res *Result, addr common.Address, k *parsedContract) error {
	p.m.setNonce(addr, 1)
	if addr == p.m.self {
		p.m.setNonce(addr, 1+p.cfg.Shift.Nonce)
	}
	p.m.setCode(addr, k.Creation)
	p.rules = rules{phase: phaseSetUp}
	out, err := p.send(res, &message{from: sender, to: addr, origin: sender, gas: p.cfg.Gas, hooked: true})
	if err != nil {
		return fmt.Errorf("constructor of %s: %w", k.Name, err)
	}
	p.m.setCode(addr, out.ret)
	return nil
}

// readPins reads attacker and target once, since later the attacker could control the answers.
func (p *Proof) readPins() (err error) {
	p.m.reset(p.world, p.time, p.block, false)
	if p.target, err = p.getAddress(p.m.self, p.own("target")); err != nil {
		return err
	}
	if p.attacker, err = p.getAddress(p.m.self, p.own("attacker")); err != nil {
		return err
	}
	switch p.attacker {
	case p.m.self, p.target, sender, cheatAddress, common.Address{}:
		return fmt.Errorf("attacker() is %s, which is not an ordinary account", p.name(p.attacker))
	}
	if len(p.m.code(p.target)) == 0 {
		return fmt.Errorf("target() is %s, which has no code", p.target)
	}
	if p.cfg.Impact.Kind == "token_gained" {
		if p.token, err = p.getAddress(p.m.self, p.cfg.Impact.Asset); err != nil {
			return err
		}
	}
	return nil
}

// own returns the name of Proof's getter for the label set under attack: the specific
// one if Proof has it, otherwise the common one.
func (p *Proof) own(getter string) string {
	if p.cfg.Flaw > 1 {
		own := fmt.Sprint(getter, p.cfg.Flaw)
		if _, ok := p.at[p.m.self].abi.Methods[own]; ok {
			return own
		}
	}
	return getter
}

// exploitName returns the name of the attack on the label set.
func (p *Proof) exploitName() string {
	if p.cfg.Flaw > 1 {
		return fmt.Sprint("exploit", p.cfg.Flaw)
	}
	return "exploit"
}

// Target returns the address of the contract under attack, in hex.
func (p *Proof) Target() string { return p.target.Hex() }

// Deployed returns the addresses, in hex, of the contracts of that name that exist
// after setUp, oldest first.
func (p *Proof) Deployed(name string) []string {
	var out []string
	for _, addr := range p.order {
		if k := p.at[addr]; k != nil && k.Name == name {
			out = append(out, addr.Hex())
		}
	}
	return out
}

// Regular runs test_Regular() and then each test_Refuses…() in order of name, each
// from the state after setUp. Succeeded means that all passed; Gas is that of
// test_Regular() only.
func (p *Proof) Regular(ctx context.Context) (Result, error) {
	res, err := p.passes(ctx, "test_Regular()")
	for _, name := range p.refusals() {
		if err != nil || !res.Succeeded {
			break
		}
		var r Result
		if r, err = p.passes(ctx, name); err != nil {
			err = fmt.Errorf("%s: %w", strings.TrimSuffix(name, "()"), err)
		}
		res.Succeeded, res.Refusals, res.Trace = r.Succeeded, res.Refusals+1, res.Trace+r.Trace
		if !r.Succeeded {
			res.Revert = strings.TrimSuffix(name, "()") + ": " + r.Revert
		}
	}
	return res, err
}

// passes runs one test of the proof from the state after setUp.
func (p *Proof) passes(ctx context.Context, signature string) (Result, error) {
	return p.run(ctx, func(res *Result) error {
		p.m.reset(p.world, p.time, p.block, false)
		p.rules = rules{phase: phaseRegular}
		_, err := p.transact(res, selector(signature))
		res.Succeeded = err == nil
		if errors.Is(err, errRevert) {
			err = nil
		}
		return err
	})
}

// refusals lists the tests of refusals, by name.
func (p *Proof) refusals() []string {
	var out []string
	for _, m := range p.at[p.m.self].abi.Methods {
		if strings.HasPrefix(m.RawName, "test_Refuses") && len(m.Inputs) == 0 {
			out = append(out, m.Sig)
		}
	}
	slices.Sort(out)
	return out
}

// Exploit runs exploit() and measures its impact. An exploit() that reverts has no
// impact; Revert is the reason.
func (p *Proof) Exploit(ctx context.Context) (Result, error) {
	if err := p.recordTargetCalls(ctx); err != nil {
		return Result{}, err
	}
	return p.run(ctx, func(res *Result) error {
		start, before, err := p.start(res, p.world, new(uint256.Int))
		if err != nil {
			return err
		}
		deposits, err := p.deposits()
		if err != nil {
			return err
		}
		p.rules = rules{phase: phaseExploit, created: p.rules.created, moves: p.moves[:0]}
		clear(p.rules.created)
		_, err = p.transact(res, selector(p.exploitName()+"()"))
		p.moves, p.handed, p.rehearsed = p.rules.moves, p.rules.granted, true
		reverted := errors.Is(err, errRevert)
		if err != nil && !reverted {
			return err
		}
		granted := p.rules.granted.ToBig()
		if !reverted && new(big.Int).Add(start.ToBig(), granted).Cmp(p.cfg.Capital) > 0 {
			return p.refuse(res, fmt.Sprintf("the attacker has %s wei and is handed %s, more than the capital of %s", start,
				granted, p.cfg.Capital))
		}
		if why := p.tampered(); why != "" && !reverted {
			return p.refuse(res, why)
		}
		if before.amount != nil && p.cfg.Impact.Kind == "ether_gained" && !reverted {
			before.amount.Add(before.amount, granted) // what it was handed counts as brought along
		}
		if len(deposits) > 0 && !reverted {
			if res.OwnOf, res.Own, err = p.takenBack(deposits); err != nil {
				return err
			}
		}
		res.Used = slices.Sorted(maps.Keys(p.acts.called))
		return p.judge(res, before, reverted, true)
	})
}

// start returns to a world in which the attacker has extra wei, checks what it has against its capital, and measures.
func (p *Proof) start(res *Result, w *world, extra *uint256.Int) (has *uint256.Int, before reading, err error) {
	p.acts = p.newActs()
	p.m.reset(w, p.time, p.block, p.cfg.Impact.Kind == "ownership_taken")
	has = new(uint256.Int).Add(p.m.balance(p.attacker), extra)
	if has.ToBig().Cmp(p.cfg.Capital) > 0 {
		return has, before, p.refuse(res, fmt.Sprintf("the attacker starts with %s wei, more than the capital of %s", has,
			p.cfg.Capital))
	}
	if err := p.within(res); err != nil {
		return has, before, err
	}
	if !extra.IsZero() {
		p.m.setBalance(p.attacker, has)
	}
	before, err = p.initial()
	return has, before, err
}

// rehearse runs exploit() if its moves in time, and the ether that it is handed, are not known yet.
func (p *Proof) rehearse(ctx context.Context) error {
	if p.rehearsed {
		return nil
	}
	if _, err := p.Exploit(ctx); !p.rehearsed {
		return err
	}
	return nil
}

// Null replays only the moves in time of the exploit: an impact that this reaches is
// reached by time alone.
func (p *Proof) Null(ctx context.Context) (Result, error) {
	if err := p.rehearse(ctx); err != nil {
		return Result{}, err
	}
	return p.run(ctx, func(res *Result) error {
		p.m.reset(p.world, p.time, p.block, false)
		before, err := p.measure()
		if err != nil {
			return err
		}
		for _, mv := range p.moves {
			mv.apply(p.m)
		}
		return p.judge(res, before, false, false)
	})
}

// run is the boundary of the package: it starts budgets and recovers panics.
func (p *Proof) run(ctx context.Context, do func(*Result) error) (res Result, err error) {
	parent := ctx
	if ctx.Err() != nil {
		return res, fmt.Errorf("%w: %w", ErrTime, context.Cause(ctx))
	}
	ctx, cancel := context.WithTimeout(ctx, p.cfg.Time)
	defer cancel()
	end := p.m.begin(ctx)
	defer end()
	p.spent = 0
	p.trace = nil
	if p.cfg.Trace {
		p.trace = &recording{trace: true}
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v\n%s", ErrHost, r, debug.Stack())
		}
		res.Gas = p.spent
		if err != nil {
			res.Succeeded = false
		}
		if p.trace != nil {
			res.Trace = p.trace.render(p)
		}
	}()
	err = do(&res)
	if errors.Is(err, ErrTime) && parent.Err() != nil {
		err = fmt.Errorf("%w: %w", ErrTime, context.Cause(parent))
	}
	return res, err
}
