// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

/// Savings out of the payroll, in usdz. Getting money out needs two weeks of notice.
contract WageSavings is Ownable, Pausable {
    using SafeERC20 for IERC20;

    struct Notice {
        uint192 amount;
        uint64 readyAt;
    }

    uint256 public constant NOTICE = 14 days;
    uint256 public constant MIN_PAY_IN = 1e18; // no dust please

    IERC20 public immutable usdz;

    mapping(address => bool) public hired;
    mapping(address => uint256) public saved;
    mapping(address => Notice) public notices;
    uint256 public total;

    error NotHired(address worker);
    error NotReady(uint256 readyAt);

    constructor(IERC20 usdz_, address boss) Ownable(boss) {
        require(address(usdz_) != address(0), "no token"); //~ BENIGN INPUT_VAL
        usdz = usdz_;
    }

    function hire(address worker) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(worker != address(0), "no worker"); //~ BENIGN INPUT_VAL
        hired[worker] = true;
        emit Hired(worker);
    }

    /// Who has left keeps the savings, and can take them without notice.
    function dismiss(address worker) external onlyOwner { //~ BENIGN ACCESS_CTRL
        hired[worker] = false;
        emit Dismissed(worker); //~ UNRELATED EVENT_EMIT
    }

    /// Stops new pay-ins only.
    function pause() external onlyOwner { //~ BENIGN ACCESS_CTRL
        _pause();
    }

    function unpause() external onlyOwner { //~ BENIGN ACCESS_CTRL
        _unpause();
    }

    /// The boss pays in, or the worker, or grandma.
    function payIn(address worker, uint256 amount) external whenNotPaused { //~ BENIGN ACCESS_CTRL
        if (!hired[worker]) revert NotHired(worker); //~ BENIGN INPUT_VAL
        require(amount >= MIN_PAY_IN, "too little"); //~ BENIGN INPUT_VAL
        saved[worker] += amount;
        total += amount;
        usdz.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit PaidIn(worker, msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /// A second notice takes the place of the first.
    function giveNotice(uint256 amount) external {
        require(amount > 0, "nothing"); //~ BENIGN INPUT_VAL
        require(amount <= saved[msg.sender], "not saved"); //~ BENIGN INPUT_VAL
        notices[msg.sender] = Notice(uint192(amount), uint64(block.timestamp + NOTICE)); //~ BENIGN ARITHMETIC
        emit NoticeGiven(msg.sender, amount);
    }

    function cancelNotice() external {
        require(notices[msg.sender].amount > 0, "no notice"); //~ BENIGN INPUT_VAL
        delete notices[msg.sender];
        emit NoticeCancelled(msg.sender);
    }

    function payOut() external {
        Notice memory notice = notices[msg.sender];
        require(notice.amount > 0, "no notice"); //~ BENIGN INPUT_VAL
        if (block.timestamp < notice.readyAt) revert NotReady(notice.readyAt); //~ BENIGN TIMESTAMP
        _pay(msg.sender, notice.amount);
    }

    /// For those who have left.
    function payAll() external {
        require(!hired[msg.sender], "still hired"); //~ BENIGN ACCESS_CTRL
        _pay(msg.sender, saved[msg.sender]);
    }

    /// Moves everything to another account of the worker. The notice stays behind and is void.
    function handOver(address to) external {
        if (!hired[to]) revert NotHired(to); //~ BENIGN INPUT_VAL
        uint256 amount = saved[msg.sender];
        delete notices[msg.sender];
        saved[msg.sender] = 0;
        saved[to] += amount; //~ BENIGN STATE_MOD
        emit HandedOver(msg.sender, to, amount);
    }

    function _pay(address worker, uint256 amount) private {
        delete notices[worker];
        saved[worker] -= amount; //~ BENIGN STATE_MOD
        total -= amount; //~ BENIGN STATE_MOD
        usdz.safeTransfer(worker, amount); //~ BENIGN FUND_XFER
        emit PaidOut(worker, amount);
    }

    event Hired(address indexed worker);
    event Dismissed(address indexed worker);
    event PaidIn(address indexed worker, address indexed from, uint256 amount);
    event NoticeGiven(address indexed worker, uint256 amount);
    event NoticeCancelled(address indexed worker);
    event PaidOut(address indexed worker, uint256 amount);
    event HandedOver(address indexed from, address indexed to, uint256 amount);
}
