// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./IFuel.sol";

// Keeps the clusters of relay masts and their fuel. Every mast burns one unit a day.
contract RelayNetwork {
    struct Cluster {
        address owner;
        uint16 masts;
        uint64 settledAt;
        uint256 fuel;
    }

    uint256 public constant BURN_PER_DAY = 1e18;
    uint256 public constant MIN_DAYS = 7;

    IFuel public immutable fuel;
    uint256 public burnt;
    uint256 public clusterCount;
    mapping(uint256 => Cluster) public clusters;

    event Opened(uint256 indexed id, address indexed owner, uint16 masts, uint256 fuel);
    event Fuelled(uint256 indexed id, uint256 amount);
    event ClusterClosed(uint256 indexed id, uint256 returned);

    constructor(IFuel fuel_) {
        fuel = fuel_;
    }

    // Fuel comes from the caller, the cluster belongs to `owner`.
    function open(address owner, uint16 masts, uint256 amount) external returns (uint256 id) {
        require(masts > 0, "no masts");
        require(amount >= uint256(masts) * MIN_DAYS * BURN_PER_DAY, "fuel for a week at least");
        id = ++clusterCount;
        clusters[id] = Cluster(owner, masts, uint64(block.timestamp), amount);
        emit Opened(id, owner, masts, amount);
        require(fuel.transferFrom(msg.sender, address(this), amount), "fuel");
    }

    function addFuel(uint256 id, uint256 amount) external {
        require(clusters[id].owner != address(0), "no cluster");
        _settle(id);
        clusters[id].fuel += amount;
        emit Fuelled(id, amount);
        require(fuel.transferFrom(msg.sender, address(this), amount), "fuel");
    }

    // Closes a cluster of the caller; what has not been burnt goes to the caller.
    function close(uint256 id) external returns (uint256 rest) {
        require(clusters[id].owner == msg.sender, "not the owner");
        _settle(id);
        rest = clusters[id].fuel;
        delete clusters[id];
        emit ClusterClosed(id, rest);
        require(fuel.transfer(msg.sender, rest), "fuel");
    }

    function isRunning(uint256 id) external view returns (bool) {
        Cluster storage c = clusters[id];
        return c.fuel > (block.timestamp - c.settledAt) * c.masts * BURN_PER_DAY / 1 days;
    }

    function ownerOf(uint256 id) external view returns (address) {
        return clusters[id].owner;
    }

    function mastsOf(uint256 id) external view returns (uint16) {
        return clusters[id].masts;
    }

    function _settle(uint256 id) private {
        Cluster storage c = clusters[id];
        uint256 used = (block.timestamp - c.settledAt) * c.masts * BURN_PER_DAY / 1 days;
        if (used > c.fuel) used = c.fuel;
        c.fuel -= used;
        c.settledAt = uint64(block.timestamp);
        burnt += used;
    }
}
