// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC721/ERC721.sol";
import "../governance/UnderMutual.sol";
import "../interfaces/IClaims.sol";
import "../interfaces/ICoverPool.sol";
import "../interfaces/IPolicies.sol";
import "../libraries/Almanac.sol";
import "../libraries/Parts.sol";

// PolicyBook sells policies, and knows everything about them.
//
// A policy is a token, and whoever has it is the holder. It covers one peril for some days, up to a sum, with the capital of one
// pool. The whole premium is paid up front. The pool gets it and earns it by the day.
contract PolicyBook is IPolicyBook, ERC721, UnderMutual {
    using SafeERC20 for IERC20;

    // Shortest and longest policy, in days.
    uint32 public constant MIN_TERM = 7;
    uint32 public constant MAX_TERM = 365;
    // Claims can be filed for some days after the end.
    uint32 public constant override CLAIM_DAYS = 14;
    // Smallest sum, and the part of a pool that one policy can have at most.
    uint256 public constant MIN_SUM = 100e18;
    uint256 public constant override MOST_PART = 4_000;
    // The reserve gets this on top of each premium.
    uint256 public constant LEVY = 1_000;
    // Part that a holder gets back who cancels. The pool keeps the rest.
    uint256 public constant REFUND = 9_500;

    uint256 public lastId;
    mapping(uint256 => PolicyInfo) private policyInfo;

    constructor(IMutual _mutual) ERC721("Hedgerow policy", "HEDGE") UnderMutual(_mutual) {}

    // ------------------------------------------------------------------ members

    // Buys a policy for somebody. The caller pays the premium and the levy.
    function buy(address _pool, Peril _peril, uint256 _sum, uint32 _term, uint256 _maxPerDay, address _to)
        external
        override
        returns (uint256 id)
    {
        require(!mutual.halted(), "buy: halted");
        require(IPoolFactory(mutual.factory()).isPool(_pool), "buy: no such pool");
        require(_term >= MIN_TERM && _term <= MAX_TERM, "buy: bad term");
        ICoverPool(_pool).accrue();
        require(_sum >= MIN_SUM && _sum <= Parts.cut(ICoverPool(_pool).assets(), MOST_PART), "buy: bad sum");
        uint256 perDay = IRateBook(mutual.rates()).perDay(_pool, _sum);
        require(perDay <= _maxPerDay, "buy: too expensive");

        id = ++lastId;
        PolicyInfo storage policy = policyInfo[id];
        policy.pool = _pool;
        policy.peril = _peril;
        policy.firstDay = Almanac.today() + 1;
        policy.endDay = policy.firstDay + _term;
        policy.sum = _sum;
        policy.perDay = perDay;

        coin.safeTransferFrom(msg.sender, _pool, perDay * _term);
        coin.safeTransferFrom(msg.sender, mutual.reserve(), Parts.cutUp(perDay * _term, LEVY));
        ICoverPool(_pool).sell(perDay, policy.firstDay, policy.endDay, _sum);
        _mint(_to, id);
        emit Bought(id, _pool, _to, _sum, perDay);
    }

    // Gives a policy back. It covers nothing from this moment, but the day is still paid for.
    function cancel(uint256 _id) external override {
        PolicyInfo storage policy = policyInfo[_id];
        require(ownerOf(_id) == msg.sender, "cancel: not the holder");
        require(!policy.closed && policy.paid == 0, "cancel: closed or used");
        require(IClaimDesk(mutual.claims()).openOf(_id) == 0, "cancel: has a claim");
        uint32 endDay = policy.endDay;
        uint32 newEnd = Almanac.later(policy.firstDay, Almanac.today() + 1);
        require(newEnd < endDay, "cancel: nothing is left");

        ICoverPool pool = ICoverPool(policy.pool);
        uint256 refund = Parts.cut(policy.perDay * (endDay - newEnd), REFUND); //~ BENIGN COMPUTATION what was paid for these days
        policy.closed = true;
        policy.endDay = newEnd;
        pool.unwind(policy.perDay, endDay, newEnd, refund, msg.sender);
        pool.unlock(policy.sum);
        emit Canceled(_id, refund);
    }

    // ------------------------------------------------------------------ anybody

    // Closes a policy after its time, so that its pool has room for others.
    function expire(uint256 _id) external override {
        PolicyInfo storage policy = policyInfo[_id];
        require(policy.pool != address(0) && !policy.closed, "expire: closed");
        require(Almanac.today() >= policy.endDay + CLAIM_DAYS, "expire: in force");
        require(IClaimDesk(mutual.claims()).openOf(_id) == 0, "expire: in force"); //~ BENIGN CTRL_FLOW a claim can take longer
        policy.closed = true;
        ICoverPool(policy.pool).unlock(policy.sum - policy.paid);
        emit Expired(_id);
    }

    // ------------------------------------------------------------------ claims

    function use(uint256 _id, uint256 _amount) external override onlyClaims {
        PolicyInfo storage policy = policyInfo[_id];
        require(!policy.closed, "use: closed");
        policy.paid += _amount;
        emit Used(_id, _amount);
    }

    // ------------------------------------------------------------------ views

    function policyOf(uint256 _id) external view override returns (PolicyInfo memory) {
        return policyInfo[_id];
    }

    function leftOf(uint256 _id) external view override returns (uint256) {
        PolicyInfo storage policy = policyInfo[_id];
        return policy.closed ? 0 : policy.sum - policy.paid;
    }

    function priceOf(address _pool, uint256 _sum, uint32 _term)
        external
        view
        override
        returns (uint256 premium, uint256 levy)
    {
        premium = IRateBook(mutual.rates()).perDay(_pool, _sum) * _term;
        levy = Parts.cutUp(premium, LEVY);
    }
}
