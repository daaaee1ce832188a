// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";

/// Pull payments: nobody is paid in the middle of something else.
abstract contract PayoutLedger {
    using Address for address payable;

    mapping(address => uint256) public claimable;
    uint256 public totalClaimable;

    event PaidOut(address indexed account, address indexed to, uint256 amount);

    function collect() external {
        _payOut(msg.sender, payable(msg.sender));
    }

    /// for contracts that can't receive eth
    function collectTo(address payable to) external {
        require(to != address(0), "collect to nobody");
        _payOut(msg.sender, to);
    }

    function _credit(address account, uint256 amount) internal {
        claimable[account] += amount;
        totalClaimable += amount;
    }

    function _payOut(address account, address payable to) private {
        uint256 amount = claimable[account];
        require(amount > 0, "nothing to collect");
        claimable[account] = 0;
        totalClaimable -= amount;
        emit PaidOut(account, to, amount);
        to.sendValue(amount);
    }
}
