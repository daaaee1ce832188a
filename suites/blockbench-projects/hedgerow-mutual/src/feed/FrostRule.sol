// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "../governance/UnderMutual.sol";
import "../interfaces/ICoverPool.sol";
import "../interfaces/IFeed.sol";
import "../interfaces/IPolicies.sol";
import "../libraries/Parts.sol";

// FrostRule turns temperatures into money.
contract FrostRule is IFrostRule, UnderMutual {
    IWeatherFeed public immutable feed;

    // A mild frost pays a part of the sum, a hard one all of it. In tenths of a degree.
    int256 public mild = -20;
    int256 public hard = -50;
    uint256 public mildPart = 5_000;

    constructor(IMutual _mutual, IWeatherFeed _feed) UnderMutual(_mutual) {
        feed = _feed;
    }

    // Counts for all policies from now on, so the chair had better ask the members first.
    function setScale(int256 _mild, int256 _hard, uint256 _mildPart) external onlyChair {
        require(_hard < _mild && _mild < 0, "setScale: bad scale");
        require(_mildPart > 0 && _mildPart < Parts.WHOLE, "setScale: bad part");
        mild = _mild;
        hard = _hard;
        mildPart = _mildPart;
        emit ScaleSet(_mild, _hard, _mildPart);
    }

    // The colder it was, the more a policy pays, up to what is left of it.
    function payoutOf(uint256 _id, uint32 _day) external view override returns (uint256) {
        IPolicyBook book = IPolicyBook(mutual.book());
        PolicyInfo memory policy = book.policyOf(_id);
        require(policy.peril == Peril.Frost, "payoutOf: other peril");
        uint32 next = _day + 1;
        require(next > policy.firstDay && next <= policy.endDay, "payoutOf: not covered"); //~ BENIGN TIMESTAMP whole days of the policy
        int256 minimum = feed.minimumOf(ICoverPool(policy.pool).region(), _day);
        require(minimum <= mild, "payoutOf: no frost");
        uint256 amount = minimum <= hard ? policy.sum : Parts.cut(policy.sum, mildPart);
        uint256 left = book.leftOf(_id);
        return amount < left ? amount : left;
    }
}
