// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Venue} from "./context/Venue.sol";

/// @title RopewalkReserve
/// @notice Issues vouchers for rope, one for each coin, and lets the coins earn interest for the ropewalk.
contract RopewalkReserve is ERC20, AccessControl {
    using SafeERC20 for IERC20;

    bytes32 public constant CURATOR = keccak256("CURATOR");

    IERC20 public immutable coin;
    Venue public immutable venue;

    /// @notice Who gets the surplus.
    address public ropewalk;
    /// @notice Coins that were put into the venue and have not come back.
    uint256 public placed;

    event Issued(address indexed to, uint256 amount);
    event Redeemed(address indexed from, address indexed to, uint256 amount);
    event Placed(uint256 amount);
    event Recalled(uint256 amount);
    event SurplusPaid(address indexed ropewalk, uint256 amount);
    event RopewalkSet(address indexed ropewalk);

    error ZeroAddress();
    error ZeroAmount();
    error NotIdle(uint256 amount, uint256 idle);
    error NotPlaced(uint256 amount, uint256 placed);

    constructor(Venue venue_, address curator, address ropewalk_) ERC20("Rope Voucher", "ROPE") {
        venue = venue_;
        coin = venue_.coin();
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
        _grantRole(CURATOR, curator);
        _setRopewalk(ropewalk_);
    }

    // ------------------------------------------------------------- holders

    /// @notice Issues vouchers for coins of the caller.
    function issue(uint256 amount, address to) external {
        if (amount == 0) revert ZeroAmount(); //~ BENIGN INPUT_VAL
        _mint(to, amount);
        emit Issued(to, amount); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    /// @notice Pays out vouchers of the caller, from idle coins first and then from the venue.
    function redeem(uint256 amount, address to) external {
        if (amount == 0) revert ZeroAmount(); //~ BENIGN INPUT_VAL
        _burn(msg.sender, amount); //~ BENIGN STATE_MOD
        uint256 free = idle();
        if (amount > free) _recall(amount - free); //~ BENIGN CTRL_FLOW
        emit Redeemed(msg.sender, to, amount); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(to, amount); //~ DECOY FUND_XFER a coin for each voucher that is gone
    }

    // ------------------------------------------------------------- placing

    /// @notice Puts idle coins into the venue.
    function place(uint256 amount) external onlyRole(CURATOR) { //~ BENIGN ACCESS_CTRL
        if (amount > idle()) revert NotIdle(amount, idle()); //~ BENIGN INPUT_VAL
        placed += amount;
        coin.forceApprove(address(venue), amount);
        venue.put(amount); //~ BENIGN EXT_CALL
        emit Placed(amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Takes coins back from the venue.
    function recall(uint256 amount) external onlyRole(CURATOR) { //~ BENIGN ACCESS_CTRL
        _recall(amount);
    }

    /// @notice Sends the interest to the ropewalk. Anyone may call this.
    function paySurplus() external returns (uint256 amount) { //~ PREREQ ACCESS_CTRL also in the same transaction as a deposit in the venue
        amount = surplus();
        if (amount == 0) revert ZeroAmount(); //~ INSUFF_GUARD INPUT_VAL
        emit SurplusPaid(ropewalk, amount); //~ UNRELATED EVENT_EMIT
        venue.take(amount, ropewalk); //~ PREREQ FUND_XFER out of the units of the reserve, whose coins they are
    }

    // ---------------------------------------------------------- management

    function setRopewalk(address ropewalk_) external onlyRole(DEFAULT_ADMIN_ROLE) { //~ BENIGN ACCESS_CTRL
        _setRopewalk(ropewalk_);
    }

    // --------------------------------------------------------------- views

    /// @notice Coins that are here.
    function idle() public view returns (uint256) {
        return coin.balanceOf(address(this));
    }

    /// @notice What the venue has earned for the reserve since the last payment.
    function surplus() public view returns (uint256) {
        uint256 value = venue.totalAssets(); //~ ROOT_CAUSE STORAGE_READ what others have put there counts as interest of the reserve
        return value > placed ? value - placed : 0; //~ BENIGN ARITHMETIC
    }

    // ------------------------------------------------------------ internal

    function _recall(uint256 amount) private {
        if (amount > placed) revert NotPlaced(amount, placed); //~ BENIGN INPUT_VAL
        placed -= amount; //~ BENIGN STATE_MOD
        venue.take(amount, address(this));
        emit Recalled(amount);
    }

    function _setRopewalk(address ropewalk_) private {
        if (ropewalk_ == address(0)) revert ZeroAddress(); //~ BENIGN INPUT_VAL
        ropewalk = ropewalk_;
        emit RopewalkSet(ropewalk_);
    }
}
