// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

contract Limits {
    event KeySet(address indexed key, uint128 cap, uint64 end);
    event Spent(address indexed key, address indexed to, uint128 amt);

    error Self();
    error TooLong();
    error Ended();
    error OverCap();
    error Failed();

    struct Key {
        uint128 cap;
        uint128 used;
        uint64 day;
        uint64 end;
    }

    struct Store {
        mapping(address => Key) keys;
    }

    uint256 public constant MAX_TERM = 30 days;
    bytes32 private constant SLOT = keccak256("wallet.limits.store");

    function setKey(address k, uint128 cap, uint64 end) external {
        if (msg.sender != address(this)) revert Self();
        if (end > block.timestamp + MAX_TERM) revert TooLong();
        Key storage x = _store().keys[k];
        x.cap = cap;
        x.end = end;
        emit KeySet(k, cap, end);
    }

    function spend(address payable to, uint128 amt) external {
        Key storage x = _store().keys[msg.sender];
        if (block.timestamp > x.end) revert Ended();
        uint64 d = uint64(block.timestamp / 1 days);
        if (x.day != d) (x.day, x.used) = (d, 0);
        x.used += amt;
        if (x.used > x.cap) revert OverCap();
        emit Spent(msg.sender, to, amt);
        (bool ok, ) = to.call{value: amt}("");
        if (!ok) revert Failed();
    }

    function left(address k) external view returns (uint256) {
        Key storage x = _store().keys[k];
        if (block.timestamp > x.end) return 0;
        uint256 u = x.day == block.timestamp / 1 days ? x.used : 0;
        return x.cap > u ? x.cap - u : 0;
    }

    function _store() private pure returns (Store storage s) {
        bytes32 p = SLOT;
        assembly {
            s.slot := p
        }
    }
}
