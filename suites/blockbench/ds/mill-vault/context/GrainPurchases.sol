// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/Address.sol";

interface IStrategy {
    function invest() external payable;
    function divest(uint256 amount) external;
    function value() external view returns (uint256);
    function liquid() external view returns (uint256);
}

// What a strategy of the vault has in common with others.
abstract contract BaseStrategy is IStrategy {
    using SafeMath for uint256;
    using Address for address payable;

    address payable public immutable vault;
    address payable public immutable operator;

    event Invested(uint256 amount);
    event Divested(uint256 amount);

    modifier onlyVault() {
        require(msg.sender == vault, "!vault");
        _;
    }

    modifier onlyOperator() {
        require(msg.sender == operator, "!operator");
        _;
    }

    constructor(address payable vault_, address payable operator_) {
        require(vault_ != address(0), "!vault");
        require(operator_ != address(0), "!operator");
        vault = vault_;
        operator = operator_;
    }

    function invest() external payable override onlyVault {
        emit Invested(msg.value);
    }

    function divest(uint256 amount) external override onlyVault {
        require(amount <= liquid(), "!liquid");
        emit Divested(amount);
        vault.sendValue(amount);
    }

    function liquid() public view override returns (uint256) {
        return address(this).balance;
    }

    function value() public view virtual override returns (uint256);
}

// Buys grain for the mill, at cost in the books until it is sold. Profit is released over a week.
contract GrainPurchases is BaseStrategy {
    using SafeMath for uint256;
    using Address for address payable;

    uint256 public constant RELEASE = 7 days;

    uint256 public at_cost;
    uint256 public profit;
    uint256 public sold_at;

    event Bought(uint256 amount);
    event Sold(uint256 cost, uint256 received);

    constructor(address payable vault_, address payable operator_) BaseStrategy(vault_, operator_) {}

    // Takes ether to buy grain with.
    function buy(uint256 amount) external onlyOperator {
        require(amount <= liquid(), "!liquid");
        at_cost = at_cost.add(amount);
        emit Bought(amount);
        operator.sendValue(amount);
    }

    // Brings back what grain was sold for, which had been bought at a cost.
    function sell(uint256 cost) external payable onlyOperator {
        at_cost = at_cost.sub(cost, "!cost");
        uint256 held = unreleased();
        if (msg.value >= cost) {
            profit = held.add(msg.value - cost);
        } else {
            uint256 loss = cost - msg.value;
            profit = held > loss ? held - loss : 0;
        }
        sold_at = block.timestamp;
        emit Sold(cost, msg.value);
    }

    // Profit that does not count yet.
    function unreleased() public view returns (uint256) {
        uint256 age = block.timestamp.sub(sold_at);
        return age >= RELEASE ? 0 : profit.mul(RELEASE - age).div(RELEASE);
    }

    function value() public view override returns (uint256) {
        return address(this).balance.add(at_cost).sub(unreleased());
    }
}
