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
        require(locked == 0, "!lock");
        locked = 1;
        _;
        locked = 0;
    }

    // Figures that others count on, between two actions.
    modifier settled() {
        require(locked == 0, "!settled");
        _;
    }

    constructor() payable {
        require(msg.value == SEED, "!seed");
        _mint(NOBODY, SEED);
        open = true;
    }

    receive() external payable {
        require(msg.sender == address(strategy), "!strategy");
    }

    function deposit() external payable lock returns (uint256 shares) {
        require(open, "!open");
        shares = msg.value.mul(totalSupply()).div(_assets().sub(msg.value));
        require(shares > 0, "!shares");
        _mint(msg.sender, shares);
        emit Deposited(msg.sender, msg.value, shares);
    }

    function withdraw(uint256 shares) external lock returns (uint256 amount) {
        require(shares > 0, "!shares");
        require(shares <= balanceOf(msg.sender), "!balance");
        amount = shares.mul(_assets()).div(totalSupply());
        uint256 idle = address(this).balance;
        if (amount > idle) strategy.divest(amount - idle);
        msg.sender.sendValue(amount);
        _burn(msg.sender, shares);
        emit Withdrawn(msg.sender, shares, amount);
    }

    // Sets the strategy, once and for all.
    function setStrategy(IStrategy next) external onlyOwner lock {
        require(address(next) != address(0), "!next");
        require(address(strategy) == address(0), "!once");
        strategy = next;
        emit StrategySet(address(next));
    }

    function invest(uint256 amount) external onlyOwner lock {
        require(address(strategy) != address(0), "!strategy");
        require(amount <= address(this).balance, "!idle");
        emit Moved(int256(amount));
        strategy.invest{value: amount}();
    }

    function divest(uint256 amount) external onlyOwner lock {
        require(amount <= strategy.value(), "!value");
        emit Moved(-int256(amount));
        strategy.divest(amount);
    }

    function setOpen(bool open_) external onlyOwner {
        open = open_;
        emit Open(open_);
    }

    // All ether that the shares stand for.
    function totalAssets() external view override settled returns (uint256) {
        return _assets();
    }

    // What shares are worth.
    function amountFor(uint256 shares) external view override settled returns (uint256) {
        return shares.mul(_assets()).div(totalSupply());
    }

    // What one share is worth.
    function pricePerShare() external view override returns (uint256) {
        return ONE.mul(_assets()).div(totalSupply());
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
