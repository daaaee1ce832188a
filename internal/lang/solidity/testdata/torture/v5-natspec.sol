// NatSpec that the compiler checks against the parameters.
pragma solidity 0.5.17;
/// @title A ledger
/// @author nobody
contract Ledger {
    /**
     * @notice Adds value to the sum
     * @dev See {total}. @ alone and a{b are not tags.
     * @param value what is added
     *   @param owner  who adds it
     * @return the new sum
     */
    function add(uint256 value, address owner) public returns (uint256) { total += value; last = owner; return total; }
    uint256 total;
    address last;
    /// @param value again
    event Added(uint256 value);
    /// @param limit not to be passed
    modifier below(uint256 limit) { require(total < limit, "@param limit"); _; }
    /// @param value once more
    function take(uint256 value) external below(10) { emit Added(value); }
}
