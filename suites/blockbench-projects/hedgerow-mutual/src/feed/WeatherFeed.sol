// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/utils/cryptography/ECDSA.sol";
import "../governance/UnderMutual.sol";
import "../interfaces/IFeed.sol";
import "../libraries/Almanac.sol";
import "../libraries/Median.sol";

// WeatherFeed knows how cold the nights were.
//
// Stations sign what they measured, and publish it. Anybody brings their signatures here when the day is over. The middle of what
// the stations of a region say is what counts.
contract WeatherFeed is IWeatherFeed, UnderMutual {
    // A region with fewer stations has no weather.
    uint256 public constant STATIONS = 3;
    // Nobody is interested in older days.
    uint32 public constant OLDEST = 5;

    // Region of each station, zero if it is none.
    mapping(address => bytes32) public regionOf;
    // How many stations a region has.
    mapping(bytes32 => uint256) public stationsIn;

    mapping(bytes32 => mapping(uint32 => int256)) private minimums;
    mapping(bytes32 => mapping(uint32 => bool)) public override isKnown;

    constructor(IMutual _mutual) UnderMutual(_mutual) {}

    // Adds a station, or moves it, or takes it away with the region zero.
    function setStation(address _station, bytes32 _region) external onlyClerk {
        bytes32 old = regionOf[_station];
        if (old != 0) stationsIn[old]--;
        if (_region != 0) stationsIn[_region]++;
        regionOf[_station] = _region;
        emit StationSet(_station, _region);
    }

    // Brings what all stations of a region signed about a day, in the order of their addresses. All of them, since whoever brings it
    // would leave out the warm ones.
    function post(bytes32 _region, uint32 _day, int256[] calldata _values, bytes[] calldata _signatures) external {
        uint32 today = Almanac.today();
        require(_day < today && _day + OLDEST >= today, "post: bad day");
        require(!isKnown[_region][_day], "post: is known");
        require(_values.length >= STATIONS && _values.length == stationsIn[_region], "post: not all stations");
        require(_signatures.length == _values.length, "post: bad length");
        address last = address(0);
        for (uint256 i = 0; i < _values.length; i++) {
            address station = ECDSA.recover(digestOf(_region, _day, _values[i]), _signatures[i]);
            require(station > last, "post: bad order");
            require(regionOf[station] == _region, "post: no station");
            last = station;
        }
        int256 minimum = Median.middle(_values);
        minimums[_region][_day] = minimum;
        isKnown[_region][_day] = true;
        emit Posted(_region, _day, minimum);
    }

    function minimumOf(bytes32 _region, uint32 _day) external view override returns (int256) {
        require(isKnown[_region][_day], "minimumOf: not known");
        return minimums[_region][_day];
    }

    function digestOf(bytes32 _region, uint32 _day, int256 _value) public view override returns (bytes32) {
        return ECDSA.toEthSignedMessageHash(keccak256(abi.encode(block.chainid, address(this), _region, _day, _value)));
    }
}
