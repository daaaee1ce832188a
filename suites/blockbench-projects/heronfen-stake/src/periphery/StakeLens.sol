// SPDX-License-Identifier: AGPL-3.0-or-later
pragma solidity 0.8.30;

import {StakePool} from "../StakePool.sol";
import {WithdrawalQueue} from "../WithdrawalQueue.sol";
import {IWithdrawalQueue} from "../interfaces/IWithdrawalQueue.sol";
import {RateMath} from "../libraries/RateMath.sol";
import {BondVault} from "../operators/BondVault.sol";
import {FeeSplitter} from "../operators/FeeSplitter.sol";
import {OperatorRegistry} from "../operators/OperatorRegistry.sol";

/// Reads for interfaces. Nothing depends on it.
contract StakeLens {
    using RateMath for uint256;

    struct Overview {
        uint256 rate;
        uint256 pooled;
        uint256 buffered;
        uint256 free;
        uint256 pending; // ether that the queue waits for
        uint256 reserved;
        uint64 frame;
    }

    struct RequestView {
        uint256 id;
        address owner;
        uint256 shares;
        uint256 worth; // what it is paid, or would be paid at the present rate
        uint256 hint; // if it is payable
        bool payable_;
    }

    struct OperatorView {
        address account;
        string name;
        uint256 running;
        uint256 unused;
        uint256 bond;
        uint256 spareBond;
        uint256 fees;
    }

    StakePool public immutable pool;
    WithdrawalQueue public immutable queue;
    OperatorRegistry public immutable registry;
    BondVault public immutable bonds;
    FeeSplitter public immutable splitter;

    constructor(
        StakePool pool_,
        WithdrawalQueue queue_,
        OperatorRegistry registry_,
        BondVault bonds_,
        FeeSplitter splitter_
    ) {
        pool = pool_;
        queue = queue_;
        registry = registry_;
        bonds = bonds_;
        splitter = splitter_;
    }

    function overview() external view returns (Overview memory o) {
        o.rate = pool.rate();
        o.pooled = pool.totalPooled();
        o.buffered = pool.buffered();
        o.free = pool.freeEther();
        o.pending = queue.pendingShares().amountAt(o.rate);
        o.reserved = queue.reserved();
        o.frame = pool.lastFrame();
    }

    /// Ether that an account's shares are worth.
    function worthOf(address account) external view returns (uint256) {
        return pool.token().balanceOf(account).amountAt(pool.rate());
    }

    function requestOf(uint256 id) public view returns (RequestView memory r) {
        IWithdrawalQueue.Request memory q = queue.requestOf(id);
        r.id = id;
        r.owner = q.owner;
        r.shares = q.shares;
        r.payable_ = id != 0 && id <= queue.lastFinalized();
        if (r.payable_) {
            r.hint = queue.findHint(id);
            r.worth = r.shares.amountAt(queue.checkpointOf(r.hint).rate);
        } else {
            r.worth = r.shares.amountAt(pool.rate());
        }
    }

    /// Open requests of an account among those from one number to another.
    function requestsOf(address account, uint256 fromId, uint256 toId)
        external
        view
        returns (RequestView[] memory list)
    {
        uint256 count = 0;
        for (uint256 id = fromId; id <= toId; id++) {
            if (queue.requestOf(id).owner == account) count++;
        }
        list = new RequestView[](count);
        for (uint256 id = fromId; id <= toId; id++) {
            if (queue.requestOf(id).owner == account) list[list.length - count--] = requestOf(id);
        }
    }

    function operators() external view returns (OperatorView[] memory list) {
        list = new OperatorView[](registry.operatorCount());
        for (uint256 i = 0; i < list.length; i++) {
            OperatorRegistry.Operator memory o = registry.operatorOf(i);
            uint256 bond = bonds.bondOf(i);
            uint256 required = registry.requiredBond(i);
            list[i] = OperatorView({
                account: o.account,
                name: o.name,
                running: registry.runningOf(i),
                unused: registry.unusedKeys(i),
                bond: bond,
                spareBond: bond > required ? bond - required : 0,
                fees: splitter.feesOf(i)
            });
        }
    }
}
