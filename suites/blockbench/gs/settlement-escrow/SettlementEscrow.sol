// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

// Stakes that wait for a settlement date. Whoever leaves early pays a fifth to those who stay,
// and whoever came early has more shares of that.
contract SettlementEscrow is ERC20 {
    using SafeERC20 for IERC20;

    // what came in within the first two hours
    struct Recent {
        uint256 coins;
        uint256 shares;
    }

    uint256 public constant GRACE = 2 hours;
    uint256 public constant LEAVERS_PART = 8_000; // of 10_000

    IERC20 public immutable dai;
    uint256 public immutable opened;
    uint256 public immutable settlesAt;

    mapping(address => uint256) public staked;
    mapping(address => uint256) public graceEnds;
    mapping(address => Recent) public recentOf;
    uint256 public bonus;

    error Settled();
    error NotSettled();
    error GraceOver();
    error BadShares(uint256 shares);

    constructor(IERC20 dai_, uint256 term) ERC20("Settlement share", "SETTLE") {
        require(address(dai_) != address(0), "no dai"); //~ BENIGN INPUT_VAL
        require(term >= 1 days && term <= 730 days, "bad term"); //~ BENIGN INPUT_VAL
        dai = dai_;
        opened = block.timestamp;
        settlesAt = block.timestamp + term;
    }

    // Fewer shares, the later it is.
    function deposit(uint256 amount) external returns (uint256 shares) {
        if (block.timestamp >= settlesAt) revert Settled(); //~ BENIGN TIMESTAMP
        shares = amount * (settlesAt - block.timestamp) / (settlesAt - opened); //~ DECOY ARITHMETIC rounds down, and a stake is never less than its shares
        require(shares > 0, "too little"); //~ BENIGN INPUT_VAL
        if (graceEnds[msg.sender] == 0) graceEnds[msg.sender] = block.timestamp + GRACE; //~ BENIGN TIMESTAMP
        if (block.timestamp < graceEnds[msg.sender]) {
            Recent storage recent = recentOf[msg.sender];
            recent.coins += amount;
            recent.shares += shares; //~ BENIGN STATE_MOD
        }
        staked[msg.sender] += amount; //~ BENIGN STATE_MOD
        _mint(msg.sender, shares);
        emit Deposited(msg.sender, amount, shares);
        dai.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    // Second thoughts are free for two hours.
    function cancel() external returns (uint256 amount) {
        if (block.timestamp >= graceEnds[msg.sender]) revert GraceOver(); //~ BENIGN TIMESTAMP
        Recent memory recent = recentOf[msg.sender];
        require(recent.coins > 0, "nothing recent"); //~ BENIGN INPUT_VAL
        delete recentOf[msg.sender];
        amount = recent.coins; //~ BENIGN COMPUTATION
        _burn(msg.sender, recent.shares);
        staked[msg.sender] -= amount; //~ BENIGN STATE_MOD
        emit Cancelled(msg.sender, amount);
        dai.safeTransfer(msg.sender, amount);
    }

    function leave(uint256 shares) external returns (uint256 paid) {
        if (block.timestamp >= settlesAt) revert Settled(); //~ BENIGN TIMESTAMP
        uint256 principal = _take(shares);
        paid = principal * LEAVERS_PART / 10_000; //~ BENIGN ARITHMETIC
        bonus += principal - paid;
        emit Left(msg.sender, shares, paid); //~ UNRELATED EVENT_EMIT
        dai.safeTransfer(msg.sender, paid);
    }

    function redeem(uint256 shares) external returns (uint256 paid) {
        if (block.timestamp < settlesAt) revert NotSettled(); //~ BENIGN TIMESTAMP
        uint256 extra = bonus * shares / totalSupply(); //~ DECOY ARITHMETIC of the supply before these shares are gone
        bonus -= extra;
        paid = _principalOf(shares) + extra; //~ ROOT_CAUSE STATE_MOD the record keeps the principal
        _burn(msg.sender, shares); //~ PREREQ STATE_MOD a smaller balance divides the same stake
        emit Redeemed(msg.sender, shares, paid);
        dai.safeTransfer(msg.sender, paid); //~ BENIGN FUND_XFER
    }

    function _principalOf(uint256 shares) private view returns (uint256) {
        uint256 held = balanceOf(msg.sender);
        if (shares == 0 || shares > held) revert BadShares(shares); //~ BENIGN INPUT_VAL
        return staked[msg.sender] * shares / held; //~ BENIGN ARITHMETIC
    }

    function _take(uint256 shares) private returns (uint256 principal) {
        principal = _principalOf(shares);
        staked[msg.sender] -= principal; //~ BENIGN STATE_MOD
        _burn(msg.sender, shares);
    }

    // The stake goes with the shares. Who passes shares on has thought about it.
    function _update(address from, address to, uint256 value) internal override {
        uint256 held = balanceOf(from);
        super._update(from, to, value);
        if (from != address(0) && value > 0) {
            delete recentOf[from];
            if (to != address(0)) {
                uint256 moved = staked[from] * value / held; //~ DECOY ARITHMETIC the update before it saw that the balance was enough
                staked[from] -= moved;
                staked[to] += moved; //~ BENIGN STATE_MOD
            }
        }
    }

    event Deposited(address indexed who, uint256 amount, uint256 shares);
    event Cancelled(address indexed who, uint256 amount);
    event Left(address indexed who, uint256 shares, uint256 paid);
    event Redeemed(address indexed who, uint256 shares, uint256 paid);
}
