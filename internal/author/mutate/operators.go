package mutate

// Operators returns the operators. When two of them propose the same text, it gets the name of the first, so
// specific operators are before general ones.
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
