package bench

import "slices"

// Class identifies a kind of flaw in the taxonomy, such as "reentrancy" or
// "cross_tenant". The empty Class means "none or unknown".
type Class string

// ClassInfo describes one entry of the taxonomy.
type ClassInfo struct {
	ID     Class
	Title  string
	Family Class    // classes of one family count as a partial type match
	Format Format   // of the samples that have it
	Refs   []string // SWC, CWE and DASP identifiers, where an entry exists
}

// classes is the taxonomy in its display order. The Solidity part covers
// Table 3 of the BlockBench paper and its "other categories"; the SQL part
// covers the hazards of the seed suite.
var classes = []ClassInfo{
	{"access_control", "Access control", "access_control", Contracts, []string{"SWC-105", "CWE-284", "DASP-2"}},
	{"tx_origin", "Authorization through tx.origin", "access_control", Contracts, []string{"SWC-115", "CWE-477"}},
	{"initialization", "Initialization", "access_control", Contracts, []string{"CWE-665", "CWE-1188"}},
	{"reentrancy", "Reentrancy", "reentrancy", Contracts, []string{"SWC-107", "CWE-841", "DASP-1"}},
	{"read_only_reentrancy", "Read-only reentrancy", "reentrancy", Contracts, []string{"SWC-107"}},
	{"logic_error", "Logic error", "logic", Contracts, []string{"CWE-840"}},
	{"accounting_error", "Accounting error", "logic", Contracts, []string{"CWE-682"}},
	{"state_machine", "Invalid state transition", "logic", Contracts, []string{"CWE-372"}},
	{"unchecked_return", "Unchecked return value", "unchecked_return", Contracts,
		[]string{"SWC-104", "CWE-252", "DASP-4"}},
	{"arithmetic", "Integer overflow or underflow", "arithmetic", Contracts, []string{"SWC-101", "CWE-190", "DASP-3"}},
	{"precision_loss", "Precision loss or rounding", "arithmetic", Contracts, []string{"CWE-682"}},
	{"unsafe_cast", "Truncating conversion", "arithmetic", Contracts, []string{"CWE-681"}},
	{"share_inflation", "Share inflation", "arithmetic", Contracts, []string{"CWE-682"}},
	{"oracle_manipulation", "Price-oracle manipulation", "oracle", Contracts, []string{"CWE-345"}},
	{"stale_price", "Stale or unvalidated price", "oracle", Contracts, []string{"CWE-672"}},
	{"flash_loan", "Flash-loan amplification", "oracle", Contracts, []string{"CWE-840"}},
	{"weak_randomness", "Weak randomness", "block_values", Contracts, []string{"SWC-120", "CWE-330", "DASP-6"}},
	{"timestamp_dependence", "Timestamp dependence", "block_values", Contracts, []string{"SWC-116", "CWE-829", "DASP-8"}},
	{"denial_of_service", "Denial of service", "denial_of_service", Contracts,
		[]string{"SWC-113", "SWC-128", "CWE-400", "DASP-5"}},
	{"front_running", "Front running", "ordering", Contracts, []string{"SWC-114", "CWE-362", "DASP-7"}},
	{"slippage", "Missing slippage bound", "ordering", Contracts, []string{"CWE-682"}},
	{"signature", "Signature verification", "signature", Contracts, []string{"SWC-117", "SWC-122", "CWE-347"}},
	{"signature_replay", "Signature replay", "signature", Contracts, []string{"SWC-121", "CWE-294"}},
	{"bridge_message", "Cross-chain message validation", "input", Contracts, []string{"CWE-345"}},
	{"input_validation", "Input validation", "input", Contracts, []string{"SWC-123", "CWE-20"}},
	{"arbitrary_call", "Call to caller-chosen target", "input", Contracts, []string{"CWE-20", "CWE-610"}},
	{"delegatecall", "Delegatecall to untrusted code", "delegatecall", Contracts, []string{"SWC-112", "CWE-829"}},
	{"storage_collision", "Storage collision", "delegatecall", Contracts, []string{"SWC-124", "CWE-787"}},
	{"governance", "Governance takeover", "governance", Contracts, []string{"CWE-284"}},
	{"token_integration", "Unexpected token behaviour", "integration", Contracts, []string{"CWE-440"}},
	{"forced_ether", "Reliance on exact balance", "integration", Contracts, []string{"SWC-132", "CWE-667"}},
	{"other", "Other", "other", Contracts, nil},

	{"sql_injection", "SQL injection", "sql_injection", Queries, []string{"CWE-89"}},
	{"cross_tenant", "Cross-tenant leakage", "isolation", Queries, []string{"CWE-668", "CWE-639"}},
	{"missing_access_control", "Missing access control", "authorization", Queries, []string{"CWE-862"}},
	{"wrong_permission", "Wrong permission check", "authorization", Queries, []string{"CWE-863"}},
	{"soft_delete", "Soft-deleted records exposed", "lifecycle", Queries, []string{"CWE-672"}},
	{"sensitive_field", "Sensitive field exposed", "exposure", Queries, []string{"CWE-200"}},
	{"missing_pagination", "Missing or unbounded pagination", "exposure", Queries, []string{"CWE-770"}},
	{"state_transition", "State transition not guarded", "lifecycle", Queries, []string{"CWE-841"}},
	{"temporal_access", "Temporal access", "lifecycle", Queries, []string{"CWE-613"}},
	{"mass_assignment", "Mass assignment", "authorization", Queries, []string{"CWE-915"}},
	{"audit_trail", "Audit trail missing or forged", "audit", Queries, []string{"CWE-778"}},
	{"requirement", "Stated requirement violated", "requirement", Queries, nil},
}

// Classes returns the taxonomy in display order. The caller owns the slice.
func Classes() []ClassInfo { return slices.Clone(classes) }

// Info returns the taxonomy entry of c, and whether there is one.
func (c Class) Info() (ClassInfo, bool) {
	i := slices.IndexFunc(classes, func(k ClassInfo) bool { return k.ID == c })
	if i < 0 {
		return ClassInfo{}, false
	}
	return classes[i], true
}

// Title returns the display name of c, or c itself when it is not in the taxonomy.
func (c Class) Title() string {
	if k, ok := c.Info(); ok {
		return k.Title
	}
	return string(c)
}

// SameFamily reports whether a and b are different names for related flaws, the
// "semantically related" type match of the paper's Appendix G.2.
func (a Class) SameFamily(b Class) bool {
	x, okX := a.Info()
	y, okY := b.Info()
	return okX && okY && x.Family == y.Family && x.Family != "other"
}
