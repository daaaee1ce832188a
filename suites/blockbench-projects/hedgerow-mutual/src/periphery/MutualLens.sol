// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "../governance/UnderMutual.sol";
import "../interfaces/IClaims.sol";
import "../interfaces/ICoverPool.sol";
import "../interfaces/IFeed.sol";
import "../interfaces/IPolicies.sol";
import "../interfaces/ITreaties.sol";
import "../libraries/Almanac.sol";
import "../libraries/Parts.sol";

contract MutualLens is UnderMutual {
    struct PoolView {
        address pool;
        bytes32 region;
        uint256 assets;
        uint256 locked;
        uint256 reserved;
        uint256 assumed;
        uint256 room;
        uint256 used;
        uint256 sharePrice;
        uint256 treatyLeft;
    }

    struct PolicyView {
        address holder;
        bool covered;
        bool claimable;
        uint32 daysLeft;
        uint256 left;
        uint256 claimId;
        uint256 claimed;
        State state;
    }

    constructor(IMutual m) UnderMutual(m) {}

    function pools() external view returns (PoolView[] memory v) {
        address[] memory a = IPoolFactory(mutual.factory()).pools();
        v = new PoolView[](a.length);
        for (uint256 i; i < a.length; ++i) v[i] = pool(a[i]);
    }

    function pool(address a) public view returns (PoolView memory v) {
        ICoverPool p = ICoverPool(a);
        v.pool = a;
        v.region = p.region();
        v.assets = p.assets();
        v.locked = p.locked();
        v.reserved = p.reserved();
        v.assumed = p.assumed();
        v.room = p.room();
        v.used = v.assets == 0 ? 0 : Parts.share(Parts.WHOLE, v.locked + v.assumed, v.assets);
        v.sharePrice = p.totalShares() == 0 ? 1e18 : Parts.share(1e18, v.assets, p.totalShares());
        v.treatyLeft = treatyLeft(a);
    }

    function treatyLeft(address a) public view returns (uint256) {
        ITreaties d = ITreaties(mutual.treaties());
        Treaty memory t = d.get(d.treatyOf(a));
        return Almanac.today() < t.endDay ? t.limit - t.used : 0;
    }

    function policy(uint256 id) external view returns (PolicyView memory v) {
        IPolicyBook b = IPolicyBook(mutual.book());
        IClaimDesk d = IClaimDesk(mutual.claims());
        PolicyInfo memory p = b.policyOf(id);
        uint32 t = Almanac.today();
        v.holder = b.ownerOf(id);
        v.covered = !p.closed && t >= p.firstDay && t < p.endDay;
        v.claimable = !p.closed && t >= p.firstDay && t < p.endDay + b.CLAIM_DAYS();
        v.daysLeft = v.covered ? p.endDay - t : 0;
        v.left = b.leftOf(id);
        v.claimId = d.openOf(id);
        ClaimInfo memory c = d.claimOf(v.claimId);
        v.claimed = c.amount;
        v.state = c.state;
    }

    function frostDays(uint256 id, uint32 from, uint32 until) external view returns (uint32 n, uint256 due) {
        IFrostRule f = IFrostRule(mutual.frost());
        IClaimDesk c = IClaimDesk(mutual.claims());
        for (uint32 d = from; d < until; ++d) {
            if (c.frostUsed(id, d)) continue;
            try f.payoutOf(id, d) returns (uint256 x) {
                ++n;
                due += x;
            } catch {}
        }
        uint256 left = IPolicyBook(mutual.book()).leftOf(id);
        uint256 claimed = c.claimOf(c.openOf(id)).amount;
        left = claimed < left ? left - claimed : 0;
        if (due > left) due = left;
    }

    function cheapest(bytes32 region, uint256 sum, uint32 term) external view returns (address best, uint256 price) {
        address[] memory a = IPoolFactory(mutual.factory()).pools();
        IPolicyBook b = IPolicyBook(mutual.book());
        for (uint256 i; i < a.length; ++i) {
            ICoverPool p = ICoverPool(a[i]);
            if (p.region() != region || p.room() < sum) continue;
            if (sum > Parts.cut(p.assets(), b.MOST_PART())) continue;
            try b.priceOf(a[i], sum, term) returns (uint256 x, uint256 l) {
                if (best == address(0) || x + l < price) (best, price) = (a[i], x + l);
            } catch {}
        }
    }
}
