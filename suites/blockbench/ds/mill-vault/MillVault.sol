// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/Math.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/Address.sol";
import "./context/GrainPurchases.sol";
import "./context/ShareLoans.sol";

// Shares of the ether that finances a mill. A part of it is idle, the rest is with a strategy.
contract MillVault is ERC20("Mill vault share", "MVS"), IShareVault, Ownable {
    using SafeMath for uint256;
    using Address for address payable;

    uint256 public constant SEED = 1e15;
    uint256 private constant ONE = 1e18;
    address private constant NOBODY = address(0xdead);

    IStrategy public strategy;
    bool public open;
    uint256 private locked;

    event Deposited(address indexed account, uint256 amount, uint256 shares);
    event Withdrawn(address indexed account, uint256 shares, uint256 amount);
    event StrategySet(address strategy);
    event Open(bool open);
    event Moved(int256 amount);

    modifier lock() {
        require(locked == 0, "!lock"); //~ INSUFF_GUARD REENTRY_GUARD
        locked = 1;
        _;
        locked = 0;
    }

    // Figures that others count on, between two actions.
    modifier settled() {
        require(locked == 0, "!settled"); //~ BENIGN REENTRY_GUARD
        _;
    }

    constructor() payable {
        require(msg.value == SEED, "!seed"); //~ BENIGN INIT
        _mint(NOBODY, SEED); //~ BENIGN INIT
        open = true;
    }

    receive() external payable {
        require(msg.sender == address(strategy), "!strategy"); //~ BENIGN ACCESS_CTRL
    }

    function deposit() external payable returns (uint256 shares) { //~ SECONDARY_VULN#2 REENTRY_GUARD open during a withdrawal
        require(open, "!open"); //~ BENIGN CTRL_FLOW
        shares = msg.value.mul(totalSupply()).div(_assets().sub(msg.value)); //~ PREREQ#2 ARITHMETIC with shares that are about to be burned
        require(shares > 0, "!shares"); //~ BENIGN INPUT_VAL
        _mint(msg.sender, shares); //~ BENIGN STATE_MOD
        emit Deposited(msg.sender, msg.value, shares); //~ UNRELATED EVENT_EMIT
    }

    function withdraw(uint256 shares) external lock returns (uint256 amount) { //~ INSUFF_GUARD#2 REENTRY_GUARD deposit() does not ask for it
        require(shares > 0, "!shares"); //~ BENIGN INPUT_VAL
        require(shares <= balanceOf(msg.sender), "!balance"); //~ BENIGN INPUT_VAL
        amount = shares.mul(_assets()).div(totalSupply()); //~ BENIGN ARITHMETIC
        uint256 idle = address(this).balance;
        if (amount > idle) strategy.divest(amount - idle); //~ BENIGN EXT_CALL
        msg.sender.sendValue(amount); //~ PREREQ FUND_XFER the ether is gone //~ PREREQ#2 FUND_XFER
        _burn(msg.sender, shares); //~ PREREQ STATE_MOD the shares still count until here //~ PREREQ#2 STATE_MOD
        emit Withdrawn(msg.sender, shares, amount); //~ UNRELATED EVENT_EMIT
    }

    // Sets the strategy, once and for all.
    function setStrategy(IStrategy next) external onlyOwner lock { //~ BENIGN ACCESS_CTRL
        require(address(next) != address(0), "!next"); //~ BENIGN INPUT_VAL
        require(address(strategy) == address(0), "!once"); //~ BENIGN CTRL_FLOW
        strategy = next;
        emit StrategySet(address(next));
    }

    function invest(uint256 amount) external onlyOwner lock { //~ BENIGN ACCESS_CTRL
        require(address(strategy) != address(0), "!strategy"); //~ BENIGN INPUT_VAL
        require(amount <= address(this).balance, "!idle"); //~ BENIGN INPUT_VAL
        emit Moved(int256(amount));
        strategy.invest{value: amount}(); //~ DECOY FUND_XFER the sum of both is what it was
    }

    function divest(uint256 amount) external onlyOwner lock { //~ BENIGN ACCESS_CTRL
        require(amount <= strategy.value(), "!value"); //~ BENIGN INPUT_VAL
        emit Moved(-int256(amount));
        strategy.divest(amount);
    }

    function setOpen(bool open_) external onlyOwner { //~ BENIGN ACCESS_CTRL
        open = open_;
        emit Open(open_);
    }

    // All ether that the shares stand for.
    function totalAssets() external view override settled returns (uint256) {
        return _assets();
    }

    // What shares are worth.
    function amountFor(uint256 shares) external view override settled returns (uint256) {
        return shares.mul(_assets()).div(totalSupply()); //~ BENIGN ARITHMETIC
    }

    // What one share is worth.
    function pricePerShare() external view override returns (uint256) { //~ ROOT_CAUSE STORAGE_READ answers in the middle of a withdrawal
        return ONE.mul(_assets()).div(totalSupply()); //~ PREREQ STORAGE_READ two figures of different moments
    }

    // How many shares an account can withdraw now.
    function maxShares(address account) external view settled returns (uint256) {
        uint256 liquid = address(this).balance;
        if (address(strategy) != address(0)) {
            liquid = liquid.add(Math.min(strategy.liquid(), strategy.value()));
        }
        return Math.min(balanceOf(account), liquid.mul(totalSupply()).div(_assets()));
    }

    function _assets() private view returns (uint256) {
        uint256 idle = address(this).balance;
        return address(strategy) == address(0) ? idle : idle.add(strategy.value());
    }
}
