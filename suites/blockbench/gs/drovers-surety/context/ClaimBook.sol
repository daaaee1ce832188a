// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice Claims against the surety, announced by the assessor and payable after a week's notice.
contract ClaimBook {
    struct Claim {
        address payee;
        uint64 payableFrom;
        uint128 amount;
    }

    uint256 public constant NOTICE = 7 days;

    address public immutable assessor;
    address public fund;
    Claim[] public claims;
    uint256 public pending;

    event Announced(uint256 indexed id, address indexed payee, uint256 amount, uint256 payableFrom);
    event Closed(uint256 indexed id);

    error NotAssessor();
    error NotFund();
    error NotPayable(uint256 id);

    constructor() {
        assessor = msg.sender;
    }

    function setFund(address fund_) external {
        if (msg.sender != assessor || fund != address(0)) revert NotAssessor();
        fund = fund_;
    }

    function announce(address payee, uint128 amount) external returns (uint256 id) {
        if (msg.sender != assessor) revert NotAssessor();
        id = claims.length;
        uint256 payableFrom = block.timestamp + NOTICE;
        claims.push(Claim(payee, uint64(payableFrom), amount));
        pending += amount;
        emit Announced(id, payee, amount, payableFrom);
    }

    /// @notice Takes a claim that has become payable out of the book.
    function close(uint256 id) external returns (address payee, uint256 amount) {
        if (msg.sender != fund) revert NotFund();
        Claim memory c = claims[id];
        if (c.amount == 0 || block.timestamp < c.payableFrom) revert NotPayable(id);
        claims[id].amount = 0;
        pending -= c.amount;
        emit Closed(id);
        return (c.payee, c.amount);
    }
}
