// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @title DollarWrapper
/// @notice Wraps a stablecoin one to one, up to a cap.
/// @dev The stablecoin charges no fee on transfers.
contract DollarWrapper is ERC20, AccessControl {
    using SafeERC20 for IERC20;

    /// @notice May change the cap.
    bytes32 public constant MANAGER_ROLE = keccak256("MANAGER_ROLE");

    /// @notice The wrapped stablecoin.
    IERC20 public immutable dollar;

    /// @notice The most that is wrapped at a time.
    uint256 public cap;

    /// @notice Emitted when dollars are wrapped.
    event Deposited(address indexed sender, address indexed receiver, uint256 amount);

    /// @notice Emitted when dollars are unwrapped.
    event Withdrawn(address indexed holder, address indexed receiver, uint256 amount);

    /// @notice Emitted when the cap changes.
    event CapChanged(uint256 cap);

    /// @param dollar_ The stablecoin.
    /// @param admin The account that grants roles.
    /// @param cap_ The first cap.
    constructor(IERC20 dollar_, address admin, uint256 cap_) ERC20("Wrapped Dollar", "wUSD") {
        require(address(dollar_) != address(0), "DollarWrapper: no dollar"); //~ BENIGN INPUT_VAL
        require(admin != address(0), "DollarWrapper: no admin"); //~ BENIGN INPUT_VAL
        dollar = dollar_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin); //~ BENIGN INIT
        _setCap(cap_);
    }

    /// @notice Wraps dollars of the caller.
    /// @param receiver Who receives the wrapped dollars.
    /// @param amount How many.
    function deposit(address receiver, uint256 amount) external {
        require(totalSupply() + amount <= cap, "DollarWrapper: cap"); //~ BENIGN INPUT_VAL
        dollar.safeTransferFrom(_msgSender(), address(this), amount); //~ BENIGN FUND_XFER
        _mint(receiver, amount); //~ DECOY STATE_MOD one to one, and no call goes to the receiver
        emit Deposited(_msgSender(), receiver, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Unwraps dollars of the caller.
    /// @param receiver Who receives the dollars.
    /// @param amount How many.
    function withdraw(address receiver, uint256 amount) external {
        _withdraw(_msgSender(), receiver, amount); //~ BENIGN ACCESS_CTRL the caller's own
    }

    /// @notice Unwraps dollars of a holder, out of an allowance.
    /// @param holder Whose wrapped dollars are burned.
    /// @param receiver Who receives the dollars.
    /// @param amount How many.
    function withdrawFrom(address holder, address receiver, uint256 amount) external {
        _spendAllowance(receiver, _msgSender(), amount); //~ ROOT_CAUSE ACCESS_CTRL the receiver's allowance, and the holder is not asked
        _withdraw(holder, receiver, amount); //~ PREREQ FUND_XFER
    }

    /// @notice Changes the cap. What is wrapped stays wrapped.
    /// @param cap_ The new cap.
    function setCap(uint256 cap_) external onlyRole(MANAGER_ROLE) { //~ BENIGN ACCESS_CTRL
        _setCap(cap_);
    }

    /// @param holder Whose wrapped dollars are burned.
    /// @param receiver Who receives the dollars.
    /// @param amount How many.
    function _withdraw(address holder, address receiver, uint256 amount) internal {
        require(receiver != address(this), "DollarWrapper: receiver"); //~ BENIGN INPUT_VAL
        require(dollar.balanceOf(address(this)) == totalSupply(), "DollarWrapper: books"); //~ SECONDARY_VULN#2 INPUT_VAL anybody can send a dollar here
        _burn(holder, amount); //~ PREREQ STATE_MOD of whoever is named
        dollar.safeTransfer(receiver, amount); //~ BENIGN FUND_XFER
        emit Withdrawn(holder, receiver, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @param cap_ The new cap.
    function _setCap(uint256 cap_) internal {
        require(cap_ > 0, "DollarWrapper: no cap"); //~ BENIGN INPUT_VAL
        cap = cap_;
        emit CapChanged(cap_);
    }
}
