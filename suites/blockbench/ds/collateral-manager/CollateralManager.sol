// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

interface IAggregator {
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80);
}

error BadPrice();
error Healthy();
error OnlyOwner();
error StalePrice();
error Unhealthy();

contract CollateralManager {
    using SafeERC20 for IERC20;

    uint256 constant LTV = 75;
    uint256 constant THRESHOLD = 80;
    uint256 constant BONUS = 105;
    uint256 constant HEARTBEAT = 1 hours + 5 minutes;

    address public immutable owner = msg.sender;
    IERC20 public immutable coll;
    IERC20 public immutable usd;
    IAggregator public immutable feed;

    mapping(address => uint256) public collOf;
    mapping(address => uint256) public debtOf;

    event Lock(address indexed who, uint256 amt);
    event Free(address indexed who, uint256 amt);
    event Draw(address indexed who, uint256 amt);
    event Repay(address indexed who, uint256 amt);
    event Seize(address indexed who, address indexed by, uint256 debt, uint256 amt);

    constructor(IERC20 c, IERC20 u, IAggregator f) {
        coll = c;
        usd = u;
        feed = f;
    }

    function take(uint256 amt) external {
        if (msg.sender != owner) revert OnlyOwner(); //~ BENIGN ACCESS_CTRL
        usd.safeTransfer(owner, amt);
    }

    function lock(uint256 amt) external {
        collOf[msg.sender] += amt;
        coll.safeTransferFrom(msg.sender, address(this), amt);
        emit Lock(msg.sender, amt);
    }

    function free(uint256 amt) external {
        collOf[msg.sender] -= amt;
        if (debtOf[msg.sender] > 0) _check(msg.sender); //~ BENIGN CTRL_FLOW
        coll.safeTransfer(msg.sender, amt);
        emit Free(msg.sender, amt);
    }

    function draw(uint256 amt) external {
        debtOf[msg.sender] += amt;
        _check(msg.sender); //~ INSUFF_GUARD CTRL_FLOW is as right as the price
        usd.safeTransfer(msg.sender, amt); //~ PREREQ FUND_XFER
        emit Draw(msg.sender, amt);
    }

    function repay(uint256 amt) external {
        debtOf[msg.sender] -= amt;
        usd.safeTransferFrom(msg.sender, address(this), amt);
        emit Repay(msg.sender, amt);
    }

    function seize(address who, uint256 amt) external {
        uint256 p = last(); //~ SECONDARY_VULN#2 ORACLE takes an answer of any age
        uint256 value = (collOf[who] * p) / 1e8;
        if (debtOf[who] * 100 <= value * THRESHOLD) revert Healthy(); //~ BENIGN CTRL_FLOW //~ INSUFF_GUARD#2 CTRL_FLOW at a price of the past
        uint256 out = (amt * BONUS * 1e8) / (p * 100); //~ BENIGN ARITHMETIC
        debtOf[who] -= amt;
        collOf[who] -= out;
        usd.safeTransferFrom(msg.sender, address(this), amt);
        coll.safeTransfer(msg.sender, out); //~ PREREQ#2 FUND_XFER
        emit Seize(who, msg.sender, amt, out); //~ UNRELATED EVENT_EMIT
    }

    function price() public view returns (uint256) {
        (uint80 round, int256 ans, , uint256 at, uint80 answered) = feed.latestRoundData(); //~ PREREQ ORACLE
        if (block.timestamp - at > HEARTBEAT && answered < round) revert StalePrice(); //~ ROOT_CAUSE ORACLE an old answer passes, since a feed that stands still has not begun another round
        if (ans <= 0) revert BadPrice(); //~ BENIGN ORACLE
        return uint256(ans);
    }

    function last() public view returns (uint256) {
        (, int256 ans, , , ) = feed.latestRoundData();
        return uint256(ans);
    }

    function worth(address who) external view returns (uint256) {
        return (collOf[who] * last()) / 1e8; //~ BENIGN COMPUTATION for a page, nothing is decided by it
    }

    function _check(address who) private view {
        if (debtOf[who] * 100 * 1e8 > collOf[who] * price() * LTV) revert Unhealthy(); //~ BENIGN ARITHMETIC
    }
}
