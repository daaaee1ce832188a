// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

interface IAggregator {
    function decimals() external view returns (uint8);

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80);
}

interface IFeed {
    function price() external view returns (uint256);
}

contract PriceFeed is IFeed {
    IAggregator public immutable src;
    uint256 public immutable age;
    uint256 private immutable mul;

    error BadPrice();
    error OldPrice();

    constructor(IAggregator s, uint256 a) {
        src = s;
        age = a;
        mul = 10 ** (18 - s.decimals());
    }

    function price() external view returns (uint256) {
        (, int256 p, , uint256 t, ) = src.latestRoundData();
        if (p <= 0) revert BadPrice();
        if (t + age < block.timestamp) revert OldPrice();
        return uint256(p) * mul;
    }
}
