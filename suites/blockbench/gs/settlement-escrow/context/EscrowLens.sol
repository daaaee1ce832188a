// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

interface ISettlementEscrow is IERC20 {
    function settlesAt() external view returns (uint256);
    function staked(address account) external view returns (uint256);
    function graceEnds(address account) external view returns (uint256);
    function bonus() external view returns (uint256);
}

// What the website shows of an account. It reads escrows and holds nothing.
contract EscrowLens {
    struct Position {
        uint256 shares;
        uint256 stake;
        uint256 bonus; // as if the escrow settled now
        bool inGrace;
        bool settled;
    }

    function positionOf(ISettlementEscrow escrow, address account) external view returns (Position memory p) {
        p.shares = escrow.balanceOf(account);
        p.stake = escrow.staked(account);
        uint256 supply = escrow.totalSupply();
        if (supply > 0) p.bonus = escrow.bonus() * p.shares / supply;
        p.inGrace = block.timestamp < escrow.graceEnds(account);
        p.settled = block.timestamp >= escrow.settlesAt();
    }
}
