// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./ICoinage.sol";

/// One drawer for each coin that backs the purse. Everything is counted in units of 18 decimals.
abstract contract Drawers {
    struct Drawer {
        bool listed;
        uint64 scale; // units in the smallest amount of the coin
        uint256 held; // units of the coin in the drawer
        uint256 spoken; // of these, promised to slips
    }

    mapping(ICoinage => Drawer) public drawers;

    event Listed(ICoinage indexed coin, uint64 scale);

    error NotListed(ICoinage coin);
    error DrawerTooShort(ICoinage coin, uint256 free, uint256 asked);
    error Unpaid();

    constructor(ICoinage[] memory coins) {
        for (uint256 i = 0; i < coins.length; ++i) {
            uint64 scale = uint64(10 ** (18 - coins[i].decimals()));
            drawers[coins[i]] = Drawer(true, scale, 0, 0);
            emit Listed(coins[i], scale);
        }
    }

    /// Units of a coin that no slip has been promised.
    function free(ICoinage coin) public view returns (uint256) {
        Drawer storage d = drawers[coin];
        return d.held > d.spoken ? d.held - d.spoken : 0;
    }

    function _requireListed(ICoinage coin) internal view {
        if (!drawers[coin].listed) revert NotListed(coin);
    }

    function _fill(ICoinage coin, uint256 amount) internal returns (uint256 units) {
        units = amount * drawers[coin].scale;
        drawers[coin].held += units;
        if (!coin.transferFrom(msg.sender, address(this), amount)) revert Unpaid();
    }

    function _empty(ICoinage coin, uint256 units, address to) internal returns (uint256 amount) {
        amount = units / drawers[coin].scale;
        drawers[coin].held -= amount * drawers[coin].scale;
        if (!coin.transfer(to, amount)) revert Unpaid();
    }

    function _promise(ICoinage coin, uint256 units) internal {
        uint256 left = free(coin);
        if (left < units) revert DrawerTooShort(coin, left, units);
        drawers[coin].spoken += units;
    }

    function _unpromise(ICoinage coin, uint256 units) internal {
        drawers[coin].spoken -= units;
    }
}
