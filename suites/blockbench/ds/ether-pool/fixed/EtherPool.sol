// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";
import {IPriced} from "./context/ShareDesk.sol";

/// @notice Shares of a pool of ether, in which the operator's earnings are kept.
contract EtherPool is ERC20, Ownable, ReentrancyGuard, IPriced {
    using Address for address payable;

    uint256 private constant ONE = 1e18;

    /// @notice Shares that belong to nobody, so that a price is never that of a handful.
    uint256 public constant LOCKED = 1e15;

    /// @notice The share of earnings for the operator, of 10,000.
    uint256 public constant CUT = 1_000;

    /// @notice The ether that the shares stand for.
    uint256 public reserve;

    /// @notice The operator's part that was not taken yet.
    uint256 public cutDue;

    event Deposited(address indexed account, uint256 amount, uint256 shares);
    event Withdrawn(address indexed account, uint256 shares, uint256 amount);
    event Earned(uint256 amount, uint256 cut);
    event CutTaken(address indexed to, uint256 amount);

    error TooLittle(uint256 amount);
    error TooMuch(uint256 shares);
    error NoAccount();

    constructor(address owner_) payable ERC20("Ether pool share", "EPS") Ownable(owner_) {
        if (msg.value != LOCKED) revert TooLittle(msg.value); //~ BENIGN INIT
        reserve = LOCKED;
        _mint(address(this), LOCKED); //~ BENIGN STATE_MOD
    }

    /// @notice Deposits ether for shares at the price.
    function deposit() external payable nonReentrant returns (uint256 shares) {
        shares = msg.value * totalSupply() / reserve; //~ BENIGN ARITHMETIC
        if (shares == 0) revert TooLittle(msg.value); //~ BENIGN INPUT_VAL
        reserve += msg.value;
        _mint(msg.sender, shares);
        emit Deposited(msg.sender, msg.value, shares); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Withdraws ether for shares at the price.
    function withdraw(uint256 shares) external nonReentrant returns (uint256 amount) { //~ BENIGN REENTRY_GUARD
        if (shares == 0 || shares > balanceOf(msg.sender)) revert TooMuch(shares); //~ BENIGN INPUT_VAL
        amount = shares * reserve / totalSupply(); //~ BENIGN ARITHMETIC
        _burn(msg.sender, shares); //~ BENIGN STATE_MOD
        reserve -= amount; //~ BENIGN STATE_MOD
        payable(msg.sender).sendValue(amount); //~ BENIGN FUND_XFER
        emit Withdrawn(msg.sender, shares, amount);
    }

    /// @notice Adds earnings, of which a tenth is the operator's.
    function earn() external payable onlyOwner { //~ BENIGN ACCESS_CTRL
        uint256 cut = msg.value * CUT / 10_000;
        cutDue += cut;
        reserve += msg.value - cut; //~ BENIGN STATE_MOD
        emit Earned(msg.value, cut);
    }

    /// @notice Takes the operator's part.
    function takeCut(address payable to) external onlyOwner nonReentrant { //~ BENIGN ACCESS_CTRL
        if (to == address(0)) revert NoAccount(); //~ BENIGN INPUT_VAL
        uint256 amount = cutDue;
        cutDue = 0; //~ BENIGN STATE_MOD
        emit CutTaken(to, amount);
        to.sendValue(amount); //~ BENIGN FUND_XFER
    }

    /// @inheritdoc IPriced
    function price() external view returns (uint256) {
        return reserve * ONE / totalSupply(); //~ BENIGN STORAGE_READ
    }
}
