package keyword

import (
	"strings"

	"assay/internal/bench"
)

// words is a set of lower-case words.
type words map[string]bool

// add splits text at case changes and at non-letters, and adds the parts: "withdrawAll_2" gives withdraw and
// all.
func (w words) add(text string) {
	start := -1
	flush := func(end int) {
		if start >= 0 {
			w[strings.ToLower(text[start:end])] = true
		}
		start = -1
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		upper, lower := c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z'
		switch {
		case !upper && !lower:
			flush(i)
		case upper && i > 0 && text[i-1] >= 'a' && text[i-1] <= 'z':
			flush(i)
			start = i
		case start < 0:
			start = i
		}
	}
	flush(len(text))
}

// weigh returns the sum and the number of the weighted words that are in w. A set has no counts, so repeating a
// word changes nothing.
func (w words) weigh(weights map[string]int) (sum, found int) {
	for word, n := range weights {
		if w[word] {
			sum += n
			found++
		}
	}
	return sum, found
}

// weights parses "withdraw=2 call=1" into weights.
func weights(list string) map[string]int {
	m := map[string]int{}
	for _, entry := range strings.Fields(list) {
		word, n, _ := strings.Cut(entry, "=")
		m[word] = int(n[0] - '0')
	}
	return m
}

var solidityVocabulary = map[bench.Class]map[string]int{
	"access_control": weights("owner=2 admin=2 privileged=2 governor=1 operator=1 mint=1 ownership=2 authority=1 " +
		"kill=3 selfdestruct=3 suicide=3 destroy=2"),
	"tx_origin":      weights("origin=5"),
	"initialization": weights("init=3 initialize=4 initializer=3 initialized=2 setup=2 proxy=1 implementation=1"),
	"reentrancy": weights(
		"withdraw=2 withdrawal=1 call=2 balances=1 bank=1 vault=1 refund=1 callback=2 reentrant=2 locked=1 payout=1"),
	"read_only_reentrancy": weights("readonly=3 pool=1 lp=2"),
	"state_machine":        weights("state=2 phase=2 stage=2 status=1 transition=2 cancel=1 finalize=1"),
	"unchecked_return":     weights("send=3 winner=1 payout=1 success=1"),
	"arithmetic":           weights("overflow=3 underflow=3 batch=2 sub=1 add=1 mul=1 supply=1 token=1 allowance=1"),
	"precision_loss":       weights("precision=3 round=2 rounding=3 scale=2 fee=1 rate=1 bps=1 per=1 accrue=1 accrued=1"),
	"unsafe_cast":          weights("cast=3 downcast=3 truncate=3 packed=1 pack=1 uint128=2 uint64=2 uint96=2 uint32=1"),
	"share_inflation":      weights("share=2 shares=2 deposit=1 redeem=2 erc4626=3 assets=2 vault=1 convert=1"),
	"oracle_manipulation": weights(
		"oracle=3 price=2 reserve=2 reserves=2 spot=2 pair=1 swap=1 collateral=1 borrow=1 liquidate=1"),
	"stale_price": weights("feed=3 round=1 latest=2 aggregator=3 heartbeat=3 price=1 stale=3 updated=1"),
	"flash_loan":  weights("flash=3 loan=2 lender=1 borrower=1"),
	"weak_randomness": weights(
		"random=4 lottery=3 raffle=3 dice=3 draw=2 winner=2 seed=2 blockhash=3 bet=2 ticket=2 tickets=2 luck=2 prevrandao=3"),
	"timestamp_dependence": weights("timestamp=2 now=2 deadline=1 time=1 auction=1 end=1"),
	"denial_of_service": weights(
		"bid=2 bidder=2 auction=2 highest=2 throne=3 king=3 leader=1 distribute=2 everyone=1 all=1 push=1 loop=2"),
	"front_running": weights("commit=2 reveal=3 puzzle=3 solve=2 hash=1 answer=1 reward=1"),
	"slippage":      weights("slippage=4 swap=2 min=1 amount=1 router=2 out=1 liquidity=1"),
	"signature":     weights("ecrecover=3 signature=2 signer=2 sig=2 recover=2 ecdsa=3"),
	"signature_replay": weights(
		"nonce=3 nonces=3 permit=3 replay=3 signature=1 signer=1 digest=1 domain=1 voucher=2 claim=1 ecrecover=1"),
	"bridge_message": weights(
		"bridge=4 message=2 relay=2 relayer=2 chain=1 merkle=1 proof=1 validators=2 replica=2 root=1"),
	"input_validation":  weights("validate=2 param=1 input=2 data=1 array=1 length=1"),
	"arbitrary_call":    weights("target=3 router=2 multicall=3 execute=2 forward=2 aggregate=1 data=1"),
	"delegatecall":      weights("delegatecall=3 delegate=2 lib=2 implementation=1 module=1 proxy=1"),
	"storage_collision": weights("slot=2 proxy=2 upgrade=2 implementation=2 collision=3"),
	"governance": weights(
		"vote=2 votes=2 proposal=3 propose=2 quorum=2 governance=3 governor=2 delegate=1 voting=2"),
	"token_integration": weights("token=1 rebase=3 fee=1 erc777=3 deflationary=3 hook=1 balance=1 received=2"),
	"forced_ether":      weights("selfdestruct=1 goal=2 target=1 balance=1 exact=2 jackpot=1"),
}

var sqlVocabulary = map[bench.Class]map[string]int{
	"sql_injection":          weights("execute=3 format=3 concat=2 sql=2 query=2 dynamic=3 search=1 sort=1 filter=1"),
	"cross_tenant":           weights("org=2 tenant=2 workspace=2 organization=2 company=2 scoped=2 isolation=3"),
	"missing_access_control": weights("admin=2 role=2 permission=2 member=1 access=2 membership=2 memberships=2"),
	"wrong_permission":       weights("approve=2 approver=2 grant=2 level=1 privilege=3 manager=2"),
	"soft_delete":            weights("deleted=3 archive=2 archived=2 restore=3 trash=3 removed=2"),
	"sensitive_field":        weights("password=4 hash=2 secret=4 salary=4 ssn=4 phone=2 email=2 notes=1 key=1"),
	"missing_pagination":     weights("page=3 size=1 offset=2 cursor=3 list=2 export=2"),
	"state_transition": weights(
		"status=2 state=2 submit=2 publish=2 transition=3 approved=1 cancel=2 close=1 draft=1"),
	"temporal_access": weights("expires=3 valid=2 until=2 expiry=3 revoked=2 starts=1 now=1 period=2"),
}
