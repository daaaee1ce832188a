// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/AccessControl.sol";
import "../interfaces/IMutual.sol";

// Mutual is the register of the whole thing: who has which role, and which contract has which office.
//
// The chair is elected by the members, somewhere else. It names clerks, who run the daily business, and wardens, who can only
// stop things. Offices are given once, when the mutual is opened, and stay with their contracts for good.
contract Mutual is IMutual, AccessControl {
    bytes32 public constant CLERK = keccak256("CLERK");
    bytes32 public constant WARDEN = keccak256("WARDEN");

    IERC20 public immutable override coin;

    Offices public offices;
    bool public override halted;

    constructor(IERC20 _coin) {
        coin = _coin;
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
    }

    // ------------------------------------------------------------------ chair

    // Opens the mutual. All offices at once, so nobody finds one that is empty.
    function open(Offices calldata _offices) external onlyRole(DEFAULT_ADMIN_ROLE) {
        require(offices.book == address(0), "open: is open");
        offices = _offices;
        emit Opened(_offices);
    }

    // The chair that follows. The old one has no role afterwards.
    function handOver(address _chair) external onlyRole(DEFAULT_ADMIN_ROLE) {
        require(_chair != address(0) && _chair != msg.sender, "handOver: bad chair");
        _grantRole(DEFAULT_ADMIN_ROLE, _chair);
        _revokeRole(DEFAULT_ADMIN_ROLE, msg.sender);
    }

    // Only the chair starts the sales again.
    function resume() external onlyRole(DEFAULT_ADMIN_ROLE) {
        halted = false;
        emit Resumed();
    }

    // ------------------------------------------------------------------ wardens

    // No more sales until the chair has had a look.
    function halt() external onlyRole(WARDEN) {
        halted = true;
        emit Halted(msg.sender);
    }

    // ------------------------------------------------------------------ views

    function book() external view override returns (address) {
        return offices.book;
    }

    function rates() external view override returns (address) {
        return offices.rates;
    }

    function factory() external view override returns (address) {
        return offices.factory;
    }

    function claims() external view override returns (address) {
        return offices.claims;
    }

    function guild() external view override returns (address) {
        return offices.guild;
    }

    function frost() external view override returns (address) {
        return offices.frost;
    }

    function treaties() external view override returns (address) {
        return offices.treaties;
    }

    function reserve() external view override returns (address) {
        return offices.reserve;
    }

    function brokers() external view override returns (address) {
        return offices.brokers;
    }

    function isChair(address _account) external view override returns (bool) {
        return hasRole(DEFAULT_ADMIN_ROLE, _account);
    }

    function isClerk(address _account) external view override returns (bool) {
        return hasRole(CLERK, _account);
    }

    function isWarden(address _account) external view override returns (bool) {
        return hasRole(WARDEN, _account);
    }
}
