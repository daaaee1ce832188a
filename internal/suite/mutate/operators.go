package mutate

// Operators lists the operators. Where two propose the same text, the first
// gives it its name, so the particular ones stand before the general.
func Operators() []Operator {
	return []Operator{
		tenantJoin,
		statusGuard,
		dropExists,
		dropPredicate,
		andOr,
		comparison,
		moveFilter,
		joinKind,
		wrongAlias,
		limitCap,
		dropMask,
		addColumn,
		coalesceDefault,
		excludedTarget,
		rowLock,
		formatQuote,
		policyKind,
		partition,
		between,
		likeEscape,
		threeValued,
		duplicates,
		aggregate,
		grouping,
		ownerRights,
		sortOrder,
		otherParameter,
	}
}
