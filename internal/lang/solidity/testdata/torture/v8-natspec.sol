// All of NatSpec: errors, events, results by name, custom tags, state variables.
pragma solidity 0.8.30;
/// @title Registry of {Entry}
/// @custom:note value is not owner
contract Registry {
    /// @dev A record
    struct Entry { uint256 value; address owner; }
    /// @notice who holds what, @param is no tag here? it is text
    mapping(uint256 => Entry) public entries;
    /// @param value the amount
    /// @param owner the holder
    event Stored(uint256 value, address owner);
    /** @notice too small
        @param value given
        @param least wanted */
    error Small(uint256 value, uint256 least);
    /// @notice stores `value` for `owner`
    /// @param value the amount, unlike
    /// the owner
    /// @param owner the holder
    /// @return id of the entry
    /// @return fresh whether it is new, see {Registry-store} and {Registry.Entry}
    function store(uint256 value, address owner) external returns (uint256 id, bool fresh) {
        if (value < 3) revert Small(value, 3);
        id = value; fresh = entries[id].owner == address(0);
        entries[id] = Entry(value, owner);
        emit Stored({value: value, owner: owner});
    }
    /// @return the value
    function first() external view returns (uint256) { return entries[0].value; }
}
