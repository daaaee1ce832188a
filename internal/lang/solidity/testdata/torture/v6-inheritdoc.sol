// @inheritdoc names a contract; @return names the result.
pragma solidity 0.6.12;
interface Store {
    /// @notice Puts
    /// @param item what, see {Store} and {Store-put}
    /// @return where it is, see {Bag-put}
    function put(uint256 item) external returns (uint256 where);
}
contract Bag is Store {
    uint256 count;
    /// @inheritdoc Store
    function put(uint256 item) external override returns (uint256 where) { where = count + item; count = where; }
    /// @param items `items` in backquotes
    /// @return sum of {items}
    /// @return many of them
    function all(uint256[] calldata items) external pure returns (uint256 sum, uint256 many) { many = items.length; for (uint256 i; i < many; ++i) sum += items[i]; }
}
