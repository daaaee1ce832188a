// Dotted types, enum members and constants through several levels.
pragma solidity 0.8.30;
library L { enum Kind { None, Value } struct Inner { Kind kind; uint256 value; } struct Outer { Inner inner; Inner[2] pair; mapping(Kind => Inner) byKind; } uint256 internal constant MAX = 2; }
contract Deep {
    L.Outer outer;
    function run(L.Kind kind) external returns (uint256) {
        outer.inner = L.Inner({kind: L.Kind.Value, value: L.MAX});
        outer.pair[1].value = outer.byKind[kind].value + uint256(L.Kind.Value) + uint256(type(L.Kind).max);
        L.Inner storage inner = outer.byKind[outer.inner.kind];
        return inner.value + outer.pair.length;
    }
}
