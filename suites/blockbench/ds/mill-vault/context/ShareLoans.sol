// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

interface IShareVault is IERC20 {
    function totalAssets() external view returns (uint256);
    function amountFor(uint256 shares) external view returns (uint256);
    function pricePerShare() external view returns (uint256);
}

// Lends dollars for shares of the vault.
contract ShareLoans is Ownable {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;
    using SafeERC20 for IShareVault;

    uint256 public constant BORROW = 65;
    uint256 public constant CALL = 80;

    IERC20 public immutable usd;
    IShareVault public immutable shares;

    uint256 public ether_price;
    mapping(address => uint256) public pledged;
    mapping(address => uint256) public debt;

    event Pledged(address indexed account, uint256 amount);
    event Released(address indexed account, uint256 amount);
    event Borrowed(address indexed account, uint256 amount);
    event Repaid(address indexed account, uint256 amount);
    event Called(address indexed account, address indexed caller, uint256 debt, uint256 pledged);
    event Price(uint256 ether_price);

    constructor(IERC20 usd_, IShareVault shares_, uint256 price) {
        usd = usd_;
        shares = shares_;
        _setPrice(price);
    }

    function pledge(uint256 amount) external {
        pledged[msg.sender] = pledged[msg.sender].add(amount);
        shares.safeTransferFrom(msg.sender, address(this), amount);
        emit Pledged(msg.sender, amount);
    }

    function release(uint256 amount) external {
        pledged[msg.sender] = pledged[msg.sender].sub(amount, "!pledged");
        require(debt[msg.sender] <= worth(msg.sender).mul(BORROW).div(100), "!worth");
        shares.safeTransfer(msg.sender, amount);
        emit Released(msg.sender, amount);
    }

    function borrow(uint256 amount) external {
        debt[msg.sender] = debt[msg.sender].add(amount);
        require(debt[msg.sender] <= worth(msg.sender).mul(BORROW).div(100), "!worth");
        usd.safeTransfer(msg.sender, amount);
        emit Borrowed(msg.sender, amount);
    }

    function repay(uint256 amount) external {
        debt[msg.sender] = debt[msg.sender].sub(amount, "!debt");
        usd.safeTransferFrom(msg.sender, address(this), amount);
        emit Repaid(msg.sender, amount);
    }

    // Whoever pays a debt that its pledge does not cover any more has the pledge.
    function call(address account) external {
        uint256 owed = debt[account];
        require(owed > worth(account).mul(CALL).div(100), "!call");
        uint256 amount = pledged[account];
        debt[account] = 0;
        pledged[account] = 0;
        usd.safeTransferFrom(msg.sender, address(this), owed);
        shares.safeTransfer(msg.sender, amount);
        emit Called(account, msg.sender, owed, amount);
    }

    function setPrice(uint256 price) external onlyOwner {
        _setPrice(price);
    }

    function takeBack(uint256 amount) external onlyOwner {
        usd.safeTransfer(msg.sender, amount);
    }

    // What a pledge is worth, in dollars.
    function worth(address account) public view returns (uint256) {
        return pledged[account].mul(shares.pricePerShare()).div(1e18).mul(ether_price).div(1e18);
    }

    function _setPrice(uint256 price) private {
        require(price > 0, "!price");
        ether_price = price;
        emit Price(price);
    }
}
