// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IPremiumModel {
    // premium of a year's cover, in basis points of the cover
    function rateBps(uint256 utilisationBps) external view returns (uint256);
}

// A straight line from an idle pool to one that is fully used.
contract PremiumModel is IPremiumModel {
    uint256 public immutable baseBps;
    uint256 public immutable slopeBps;

    constructor(uint256 baseBps_, uint256 slopeBps_) {
        require(baseBps_ > 0 && baseBps_ + slopeBps_ <= 400, "bad model");
        baseBps = baseBps_;
        slopeBps = slopeBps_;
    }

    function rateBps(uint256 utilisationBps) external view returns (uint256) {
        return baseBps + (slopeBps * utilisationBps) / 10_000;
    }
}
