// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

interface ICoverPool is IERC20 {
    function capital() external view returns (uint256);
    function covered() external view returns (uint256);
    function exitBps() external view returns (uint256);
    function toAssets(uint256 shares) external view returns (uint256);
    function policies(uint256 id, address holder) external view returns (uint256 cover, uint64 start, uint64 end);
}

// What the website shows. Reads the pool, holds nothing.
contract CoverLens {
    struct Member {
        uint256 shares;
        uint256 worth; // before the exit fee
        uint256 payout; // after it
    }

    function memberOf(ICoverPool pool, address account) external view returns (Member memory m) {
        m.shares = pool.balanceOf(account);
        m.worth = pool.toAssets(m.shares);
        m.payout = m.worth - (m.worth * pool.exitBps() + 9_999) / 10_000;
    }

    function free(ICoverPool pool) external view returns (uint256) {
        return pool.capital() - pool.covered();
    }

    function inForce(ICoverPool pool, uint256 id, address holder) external view returns (uint256) {
        (uint256 cover, uint64 start, uint64 end) = pool.policies(id, holder);
        return block.timestamp >= start && block.timestamp <= end ? cover : 0;
    }
}
