// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "../governance/UnderMutual.sol";
import "../interfaces/IPolicies.sol";
import "../libraries/Parts.sol";

// Reserve is the money of the mutual itself: levies, and fees that nobody earned. Holders without a claim get a bonus.
contract Reserve is IReserve, UnderMutual {
    using SafeERC20 for IERC20;

    // Part of the earned premium that a bonus is.
    uint256 public constant BONUS = 500;

    // Policies that had their bonus.
    mapping(uint256 => bool) public bonusPaid;

    constructor(IMutual _mutual) UnderMutual(_mutual) {}

    // Pays the bonus of a policy that is over and was never used. A canceled one counts for the days that it lasted.
    function payBonus(uint256 _id) external override {
        IPolicyBook book = IPolicyBook(mutual.book());
        PolicyInfo memory policy = book.policyOf(_id);
        require(policy.closed && policy.paid == 0, "payBonus: runs or was used");
        require(!bonusPaid[_id], "payBonus: was paid");
        bonusPaid[_id] = true;
        uint256 amount = Parts.cut(policy.perDay * (policy.endDay - policy.firstDay), BONUS);
        address to = book.ownerOf(_id);
        coin.safeTransfer(to, amount);
        emit BonusPaid(_id, to, amount);
    }

    // Whatever the members decided.
    function spend(address _to, uint256 _amount) external onlyChair {
        coin.safeTransfer(_to, _amount);
        emit Spent(_to, _amount);
    }
}
