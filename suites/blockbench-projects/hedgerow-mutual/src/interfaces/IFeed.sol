// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// Minimum temperatures, in tenths of a degree, signed by weather stations.
interface IWeatherFeed {
    event StationSet(address indexed station, bytes32 indexed region);
    event Posted(bytes32 indexed region, uint32 indexed day, int256 minimum);

    // Fails if there is none.
    function minimumOf(bytes32 _region, uint32 _day) external view returns (int256);

    function isKnown(bytes32 _region, uint32 _day) external view returns (bool);

    // What a station signs.
    function digestOf(bytes32 _region, uint32 _day, int256 _value) external view returns (bytes32);
}

// Says what a night pays.
interface IFrostRule {
    event ScaleSet(int256 mild, int256 hard, uint256 mildPart);

    // What a policy pays for the frost of a day. Fails if there was none.
    function payoutOf(uint256 _id, uint32 _day) external view returns (uint256);
}
