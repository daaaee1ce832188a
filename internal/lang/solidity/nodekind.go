package solidity

// NodeKind is the kind of a [Node]. The zero value is invalid. The comments list the
// children in order; x? is optional, x* repeats.
type NodeKind uint8

const (
	_ NodeKind = iota

	NodeFile    // everything
	NodePragma  // none
	NodeImport  // Name? (of the module), ImportName*, Literal (the path); "* as M" and a trailing "as M" give Name
	NodeSymbol  // Ident, Name?: one of import {A as B}
	NodeUsing   // Path or UsingOperator*, type?
	NodeUsingAs // Path: one of using {f as +}

	NodeContract  // Name, Base*, members*: contract, interface or library
	NodeBase      // Path, arguments*
	NodeStruct    // Name, Var*
	NodeEnum      // Name, EnumValue*
	NodeEnumValue // Name
	NodeEvent     // Name, Params
	NodeError     // Name, Params
	NodeUserType  // Name, type
	NodeStateVar  // type, Attribute or Override*, Name, expression?; constants at file level too
	// Name?, Params, Attribute or Override or Invocation*, Returns?, Block?; the constructor, fallback
	// and receive function have no Name
	NodeFunction
	NodeModifier   // Name, Params?, Attribute or Override*, Block?
	NodeAttribute  // none: a visibility, mutability, location, virtual, indexed, anonymous …
	NodeOverride   // Path*
	NodeInvocation // Path, arguments*: a modifier or base constructor in a header
	NodeParams     // Var*
	NodeReturns    // Var*
	NodeVar        // type?, Attribute*, Name?: a parameter, field or local; no type after var ( …

	NodeElementary // none: a type of the language
	NodePath       // Ident+: a dotted name of a type, contract, modifier or function
	NodeMapping    // type, Name?, type, Name?
	NodeArray      // type, expression?
	NodeFuncType   // Params, Attribute*, Returns?

	NodeBlock       // statements*
	NodeUnchecked   // Block
	NodeIf          // expression, statement, statement?
	NodeFor         // statement or Omitted, expression or Omitted, expression or Omitted, statement
	NodeWhile       // expression, statement
	NodeDo          // statement, expression
	NodeReturn      // expression?
	NodeEmit        // expression
	NodeRevert      // expression: revert E(…); revert(…) is an ordinary call
	NodeJump        // none: break, continue or throw
	NodePlaceholder // none: _;
	NodeTry         // expression, Returns?, Block, Catch*
	NodeCatch       // Ident?, Params?, Block
	NodeVarStmt     // Var or VarTuple, expression?
	NodeVarTuple    // Var or Omitted*
	NodeExprStmt    // expression

	NodeName    // none: a name where it is declared
	NodeIdent   // none: a name in use
	NodeLiteral // none: a number with its unit, adjacent string pieces, true, false
	NodeTuple   // expression or Omitted*: also one expression in parentheses
	NodeList    // expression*: [a, b]
	NodeUnary   // expression, after the operator
	NodePostfix // expression, before the operator
	NodeBinary  // expression, expression
	NodeAssign  // expression, expression: = and its kin
	NodeChoice  // expression, expression, expression: c ? a : b
	NodeCall    // expression, expression or NamedArg*
	NodeOptions // expression, NamedArg*: f{value: 1}
	NodeNamed   // Label, expression: name: value
	NodeLabel   // none: the name in it
	NodeMember  // expression, Label
	NodeIndex   // expression, expression?
	NodeRange   // expression, expression or Omitted, expression or Omitted: a[i:j]
	NodeNew     // type
	NodeOmitted // none, and empty: an omitted part of a tuple, for or range

	NodeAssembly    // AsmBlock
	NodeAsmBlock    // statements*
	NodeAsmLet      // Name*, expression?
	NodeAsmAssign   // Ident or Member*, expression; expression first for 0.4's =: x
	NodeAsmIf       // expression, AsmBlock
	NodeAsmSwitch   // expression, AsmCase*
	NodeAsmCase     // Literal?, AsmBlock
	NodeAsmFor      // AsmBlock, expression, AsmBlock, AsmBlock
	NodeAsmFunction // Name, AsmNames?, AsmNames?, AsmBlock
	NodeAsmNames    // Name*
	NodeAsmTag      // Name: 0.4's label
	NodeAsmJump     // none: break, continue, leave

	NodeJunk // none: tokens that fit nowhere
	nodeKinds
)

var nodeNames = [nodeKinds]string{NodeFile: "File", NodePragma: "Pragma", NodeImport: "Import", NodeSymbol: "Symbol",
	NodeUsing: "Using", NodeUsingAs: "UsingAs",
	NodeContract: "Contract", NodeBase: "Base", NodeStruct: "Struct", NodeEnum: "Enum", NodeEnumValue: "EnumValue",
	NodeEvent: "Event", NodeError: "Error",
	NodeUserType: "UserType", NodeStateVar: "StateVar", NodeFunction: "Function", NodeModifier: "Modifier",
	NodeAttribute: "Attribute", NodeOverride: "Override",
	NodeInvocation: "Invocation", NodeParams: "Params", NodeReturns: "Returns", NodeVar: "Var",
	NodeElementary: "Elementary", NodePath: "Path",
	NodeMapping: "Mapping", NodeArray: "Array", NodeFuncType: "FuncType", NodeBlock: "Block", NodeUnchecked: "Unchecked",
	NodeIf: "If", NodeFor: "For",
	NodeWhile: "While", NodeDo: "Do", NodeReturn: "Return", NodeEmit: "Emit", NodeRevert: "Revert", NodeJump: "Jump",
	NodePlaceholder: "Placeholder",
	NodeTry:         "Try", NodeCatch: "Catch", NodeVarStmt: "VarStmt", NodeVarTuple: "VarTuple", NodeExprStmt: "ExprStmt",
	NodeName: "Name", NodeIdent: "Ident", NodeLiteral: "Literal",
	NodeTuple: "Tuple", NodeList: "List", NodeUnary: "Unary", NodePostfix: "Postfix", NodeBinary: "Binary",
	NodeAssign: "Assign", NodeChoice: "Choice",
	NodeCall: "Call", NodeOptions: "Options", NodeNamed: "Named", NodeLabel: "Label", NodeMember: "Member",
	NodeIndex: "Index", NodeRange: "Range",
	NodeNew: "New", NodeOmitted: "Omitted", NodeAssembly: "Assembly", NodeAsmBlock: "AsmBlock", NodeAsmLet: "AsmLet",
	NodeAsmAssign: "AsmAssign",
	NodeAsmIf:     "AsmIf", NodeAsmSwitch: "AsmSwitch", NodeAsmCase: "AsmCase", NodeAsmFor: "AsmFor",
	NodeAsmFunction: "AsmFunction", NodeAsmNames: "AsmNames",
	NodeAsmTag: "AsmTag", NodeAsmJump: "AsmJump", NodeJunk: "Junk"}

// String returns the kind's name without its prefix.
func (k NodeKind) String() string {
	if k >= nodeKinds || nodeNames[k] == "" {
		return "invalid"
	}
	return nodeNames[k]
}
