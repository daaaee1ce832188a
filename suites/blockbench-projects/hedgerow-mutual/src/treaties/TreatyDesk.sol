// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";
import "../governance/UnderMutual.sol";
import "../interfaces/ICoverPool.sol";
import "../interfaces/ITreaties.sol";
import "../libraries/Almanac.sol";
import "../libraries/Parts.sol";

contract TreatyDesk is ITreaties, UnderMutual {
    uint32 public constant MIN_TERM = 7;
    uint32 public constant MAX_TERM = 365;

    uint256 public last;
    mapping(address => uint256) public treatyOf;
    mapping(uint256 => Treaty) private _t;

    constructor(IMutual m) UnderMutual(m) {}

    function propose(address a, address b, uint16 part, uint32 term, uint256 price, uint256 limit)
        external
        returns (uint256 id)
    {
        IPoolFactory f = IPoolFactory(mutual.factory());
        if (!f.isPool(a) || !f.isPool(b)) revert NotPool();
        if (msg.sender != ICoverPool(a).manager()) revert NotManager();
        if (a == b || part == 0 || part > Parts.WHOLE || limit == 0) revert BadTerms();
        if (term < MIN_TERM || term > MAX_TERM) revert BadTerms();
        id = ++last;
        _t[id] = Treaty(a, b, part, false, term, 0, price, limit, 0);
        emit Proposed(id, a, b);
    }

    function accept(uint256 id) external {
        Treaty storage t = _t[id];
        if (t.reinsurer == address(0)) revert NotPool();
        if (msg.sender != ICoverPool(t.reinsurer).manager()) revert NotManager();
        if (t.bound) revert IsBound();
        if (treatyOf[t.cedent] != 0) revert HasTreaty();
        treatyOf[t.cedent] = id;
        t.bound = true;
        t.endDay = Almanac.today() + t.term;
        ICoverPool(t.cedent).payPrice(t.price, t.reinsurer);
        ICoverPool(t.reinsurer).receivePrice(t.price);
        ICoverPool(t.reinsurer).assume(t.limit);
        emit Bound(id, t.endDay);
    }

    function withdraw(uint256 id) external {
        Treaty storage t = _t[id];
        if (t.bound) revert IsBound();
        if (t.cedent == address(0)) revert NotPool();
        if (msg.sender != ICoverPool(t.cedent).manager()) revert NotManager();
        delete _t[id];
    }

    function recover(uint256 loss) external returns (uint256 n) {
        uint256 id = treatyOf[msg.sender];
        Treaty storage t = _t[id];
        if (Almanac.today() >= t.endDay) return 0;
        n = Math.min(Parts.cut(loss, t.part), t.limit - t.used);
        t.used += n;
        ICoverPool(t.reinsurer).payAssumed(n, msg.sender);
        emit Recovered(id, loss, n);
    }

    function close(uint256 id) external {
        Treaty memory t = _t[id];
        if (!t.bound) revert NotBound();
        if (Almanac.today() < t.endDay) revert Runs();
        delete treatyOf[t.cedent];
        delete _t[id];
        ICoverPool(t.reinsurer).release(t.limit - t.used); //~ BENIGN COMPUTATION
        emit Closed(id, t.limit - t.used);
    }

    function get(uint256 id) external view returns (Treaty memory) {
        return _t[id];
    }
}
