// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {IDestination} from "./context/IDestination.sol";

/// @notice Savings that leave after a notice.
contract NoticeVault is Ownable {
    using SafeERC20 for IERC20;

    struct Notice {
        address saver;
        uint256 amount;
        uint256 due;
    }

    error InvalidAmount(uint256 available);
    error NotSaver(uint256 notice, address caller);
    error NotDue(uint256 due);
    error InvalidDestination(address destination);
    error TooManySavers();

    uint256 public constant PERIOD = 14 days;
    uint256 public constant FEE_DIVISOR = 200;
    uint256 public constant MOST_SAVERS = 50;

    IERC20 public immutable coin;
    uint256 public saved;
    uint256 public fees;
    mapping(address => uint256) public balances;
    Notice[] public notices;

    event Saved(address indexed saver, uint256 amount);
    event NoticeGiven(uint256 indexed notice, address indexed saver, uint256 amount);
    event Paid(uint256 indexed notice, uint256 amount);
    event MovedOn(uint256 indexed notice, address indexed destination, uint256 amount);
    event FeesDistributed(uint256 amount);

    constructor(IERC20 coin_, address steward) Ownable(steward) {
        require(address(coin_) != address(0), "no coin"); //~ BENIGN INIT
        coin = coin_; //~ BENIGN INIT
    }

    /// @notice Saves coins.
    function save(uint256 amount) external {
        if (amount == 0) revert InvalidAmount(0); //~ BENIGN INPUT_VAL
        coin.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        balances[msg.sender] += amount; //~ BENIGN STATE_MOD
        saved += amount; //~ BENIGN STATE_MOD
        emit Saved(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Gives notice for an amount.
    function giveNotice(uint256 amount) external returns (uint256 notice) {
        uint256 available = balances[msg.sender];
        if (amount == 0 || amount > available) revert InvalidAmount(available); //~ BENIGN INPUT_VAL
        balances[msg.sender] = available - amount; //~ BENIGN STATE_MOD
        saved -= amount; //~ BENIGN STATE_MOD
        notice = notices.length;
        notices.push(Notice(msg.sender, amount, block.timestamp + PERIOD)); //~ BENIGN TIMESTAMP
        emit NoticeGiven(notice, msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Pays a notice that is due. Anybody may call it.
    function pay(uint256 notice) external {
        Notice memory n = notices[notice];
        if (n.saver == address(0)) revert NotSaver(notice, msg.sender); //~ BENIGN CTRL_FLOW
        if (block.timestamp < n.due) revert NotDue(n.due); //~ BENIGN TIMESTAMP
        delete notices[notice]; //~ BENIGN STATE_MOD
        coin.safeTransfer(n.saver, n.amount); //~ BENIGN FUND_XFER
        emit Paid(notice, n.amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Deposits the amount of a notice, less the fee, with a destination.
    function moveOn(uint256 notice, IDestination destination) external {
        Notice memory n = notices[notice];
        if (n.saver != msg.sender) revert NotSaver(notice, msg.sender); //~ BENIGN ACCESS_CTRL
        if (address(destination) == address(this) || address(destination) == address(coin)) {
            revert InvalidDestination(address(destination)); //~ BENIGN INPUT_VAL
        }
        uint256 fee = n.amount / FEE_DIVISOR; //~ BENIGN ARITHMETIC
        fees += fee; //~ BENIGN STATE_MOD
        coin.forceApprove(address(destination), n.amount - fee); //~ BENIGN FUND_XFER
        delete notices[notice]; //~ BENIGN STATE_MOD
        destination.deposit(coin, n.amount - fee, n.saver); //~ BENIGN EXT_CALL
        coin.forceApprove(address(destination), 0); //~ BENIGN FUND_XFER
        emit MovedOn(notice, address(destination), n.amount - fee); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Adds the fees to the balances of savers, in proportion to them.
    function distribute(address[] calldata savers) external onlyOwner { //~ BENIGN ACCESS_CTRL
        if (savers.length > MOST_SAVERS) revert TooManySavers(); //~ BENIGN INPUT_VAL
        uint256 amount = fees;
        uint256 total = saved;
        uint256 given;
        for (uint256 i = 0; i < savers.length; ++i) {
            uint256 part = (amount * balances[savers[i]]) / total; //~ BENIGN ARITHMETIC
            balances[savers[i]] += part;
            given += part;
        }
        fees = amount - given; //~ BENIGN ARITHMETIC reverts if more is given than there is
        saved = total + given; //~ BENIGN STATE_MOD
        emit FeesDistributed(given); //~ UNRELATED EVENT_EMIT
    }
}
