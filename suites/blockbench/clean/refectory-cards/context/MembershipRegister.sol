// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/EnumerableSet.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/Pausable.sol";

/**
 * Who takes part in the credit union. The owner is its board, which admits members and merchants and may interrupt
 * payments.
 */
abstract contract MembershipRegister is Ownable, Pausable {
    using EnumerableSet for EnumerableSet.AddressSet;

    enum Standing { None, Member, Merchant }

    mapping(address => Standing) public standingOf;
    EnumerableSet.AddressSet private members;

    event StandingChanged(address indexed account, Standing standing);

    /**
     * Records the standing of an account. An account without a standing keeps what it holds and may take it out.
     */
    function changeStanding(address account, Standing standing) external onlyOwner {
        require(account != address(0), "The account must not be the zero address.");
        standingOf[account] = standing;
        if (standing == Standing.Member) members.add(account);
        else members.remove(account);
        emit StandingChanged(account, standing);
    }

    /**
     * Interrupts deposits and payments. Withdrawals remain possible.
     */
    function interruptPayments() external onlyOwner {
        _pause();
    }

    /**
     * Ends an interruption.
     */
    function resumePayments() external onlyOwner {
        _unpause();
    }

    /**
     * How many members there are.
     */
    function numberOfMembers() external view returns (uint256) {
        return members.length();
    }

    /**
     * A member by position. The positions change when members leave.
     */
    function memberAt(uint256 position) external view returns (address) {
        return members.at(position);
    }
}
