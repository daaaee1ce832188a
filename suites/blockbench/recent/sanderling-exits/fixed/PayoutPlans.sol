// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pool} from "./context/Pool.sol";

contract PayoutPlans {
    using SafeERC20 for IERC20;

    struct Plan {
        address o;
        uint64 next;
        uint32 span;
        uint128 part;
        uint128 left;
        uint256 price;
    }

    uint256 public constant BPS = 10_000;
    uint256 public constant SLACK = 100;
    uint256 public constant ONE = 1e18;

    Pool public immutable m;
    IERC20 public immutable t;
    Plan[] public plans;

    event Made(uint256 indexed id, address indexed o, uint128 part, uint128 sum);
    event Paid(uint256 indexed id, uint256 n, uint256 out);
    event Repriced(uint256 indexed id, uint256 price);
    event Ended(uint256 indexed id, uint256 left);

    error BadPlan();
    error NotOwner();
    error NotDue();

    constructor(Pool p) {
        m = p;
        t = p.t();
        p.t().forceApprove(address(p), type(uint256).max);
    }

    function make(uint128 part, uint128 sum, uint32 span, uint256 price) external returns (uint256 id) {
        if (part == 0 || part > sum || span == 0) revert BadPlan(); //~ BENIGN INPUT_VAL
        id = plans.length;
        plans.push(Plan(msg.sender, uint64(block.timestamp), span, part, sum, price));
        emit Made(id, msg.sender, part, sum); //~ UNRELATED EVENT_EMIT
        t.safeTransferFrom(msg.sender, address(this), sum);
    }

    function reprice(uint256 id, uint256 price) external {
        if (msg.sender != plans[id].o) revert NotOwner(); //~ BENIGN ACCESS_CTRL
        plans[id].price = price;
        emit Repriced(id, price); //~ UNRELATED EVENT_EMIT
    }

    function end(uint256 id) external {
        Plan storage p = plans[id];
        if (msg.sender != p.o) revert NotOwner(); //~ BENIGN ACCESS_CTRL
        uint128 n = p.left;
        p.left = 0; //~ BENIGN STATE_MOD
        emit Ended(id, n); //~ UNRELATED EVENT_EMIT
        t.safeTransfer(msg.sender, n);
    }

    function pay(uint256 id) external returns (uint256 out) { //~ BENIGN ACCESS_CTRL
        Plan storage p = plans[id];
        if (p.left == 0 || block.timestamp < p.next) revert NotDue(); //~ BENIGN TIMESTAMP
        uint128 n = p.part < p.left ? p.part : p.left; //~ BENIGN COMPUTATION
        p.left -= n; //~ BENIGN STATE_MOD
        p.next = uint64(block.timestamp) + p.span;
        uint256 fair = (n * p.price) / ONE; //~ BENIGN ORACLE
        out = m.swap(true, n, (fair * (BPS - SLACK)) / BPS, p.o); //~ BENIGN INPUT_VAL
        emit Paid(id, n, out); //~ UNRELATED EVENT_EMIT
    }

    function quoteOf(uint256 id) external view returns (uint256) {
        Plan memory p = plans[id];
        return (uint256(p.part) * p.price) / ONE; //~ BENIGN ARITHMETIC
    }
}
