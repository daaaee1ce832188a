// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";
import "./INetwork.sol";

/// @notice Keeps clusters of validators and their balances, from which the node operators are paid day by day.
contract ValidatorNetwork is INetwork {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct Cluster {
        address owner;
        uint16 validators;
        uint64 settledAt;
        uint256 balance;
    }

    uint256 public constant override FEE_PER_DAY = 1e18;
    uint256 public constant MIN_DAYS = 7;

    IERC20 public immutable override token;
    uint256 public earned;
    uint256 public clusterCount;
    mapping(uint256 => Cluster) public clusters;

    event Registered(uint256 indexed id, address indexed owner, uint16 validators, uint256 amount);
    event Deposited(uint256 indexed id, uint256 amount);
    event ClusterClosed(uint256 indexed id, uint256 returned);

    constructor(IERC20 token_) {
        token = token_;
    }

    /// @notice Makes a cluster for an owner. The tokens come from the caller.
    function register(address owner, uint16 validators, uint256 amount) external override returns (uint256 id) {
        require(owner != address(0) && validators > 0, "no cluster");
        require(amount >= uint256(validators).mul(MIN_DAYS).mul(FEE_PER_DAY), "balance for a week at least");
        id = ++clusterCount;
        clusters[id] = Cluster(owner, validators, uint64(block.timestamp), amount);
        emit Registered(id, owner, validators, amount);
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @notice Adds to the balance of any cluster.
    function deposit(uint256 id, uint256 amount) external override {
        require(clusters[id].owner != address(0), "unknown cluster");
        _settle(id);
        clusters[id].balance = clusters[id].balance.add(amount);
        emit Deposited(id, amount);
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @notice Closes a cluster of the caller, who receives what is left of its balance.
    function close(uint256 id) external returns (uint256 rest) {
        require(clusters[id].owner == msg.sender, "not the owner");
        _settle(id);
        rest = clusters[id].balance;
        delete clusters[id];
        emit ClusterClosed(id, rest);
        token.safeTransfer(msg.sender, rest);
    }

    function isRunning(uint256 id) external view returns (bool) {
        return clusters[id].balance > _feesDue(id);
    }

    function ownerOf(uint256 id) external view override returns (address) {
        return clusters[id].owner;
    }

    function validatorsOf(uint256 id) external view override returns (uint16) {
        return clusters[id].validators;
    }

    function _settle(uint256 id) private {
        Cluster storage cluster = clusters[id];
        uint256 due = _feesDue(id);
        if (due > cluster.balance) due = cluster.balance;
        cluster.balance -= due;
        cluster.settledAt = uint64(block.timestamp);
        earned = earned.add(due);
    }

    function _feesDue(uint256 id) private view returns (uint256) {
        Cluster storage cluster = clusters[id];
        return (block.timestamp - cluster.settledAt).mul(cluster.validators).mul(FEE_PER_DAY).div(1 days);
    }
}
