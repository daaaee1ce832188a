// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/GSN/Context.sol";
import "@openzeppelin/contracts@2.5.1/access/Roles.sol";

/**
 * @title TreasurerRole
 * @notice Accounts that look after the bonus reserve.
 */
contract TreasurerRole is Context {
    using Roles for Roles.Role;

    Roles.Role private _treasurers;

    /**
     * @notice An account has become a treasurer.
     * @param account The account.
     */
    event TreasurerAdded(address indexed account);

    /**
     * @notice An account is a treasurer no more.
     * @param account The account.
     */
    event TreasurerRemoved(address indexed account);

    /**
     * @dev Restricts a function to treasurers.
     */
    modifier onlyTreasurer() {
        require(isTreasurer(_msgSender()), "TreasurerRole: not a treasurer");
        _;
    }

    /**
     * @notice Makes the deployer a treasurer.
     */
    constructor() internal {
        _addTreasurer(_msgSender());
    }

    /**
     * @notice Adds a treasurer.
     * @param account The new treasurer.
     */
    function addTreasurer(address account) external onlyTreasurer {
        _addTreasurer(account);
    }

    /**
     * @notice Gives the caller's role up.
     */
    function renounceTreasurer() external {
        _treasurers.remove(_msgSender());
        emit TreasurerRemoved(_msgSender());
    }

    /**
     * @notice Tells whether an account is a treasurer.
     * @param account The account.
     * @return True for a treasurer.
     */
    function isTreasurer(address account) public view returns (bool) {
        return _treasurers.has(account);
    }

    /**
     * @dev Adds a treasurer.
     * @param account The new treasurer.
     */
    function _addTreasurer(address account) internal {
        _treasurers.add(account);
        emit TreasurerAdded(account);
    }
}
