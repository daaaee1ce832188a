// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

contract UnitFund is Ownable {
    using Math for uint256;
    using SafeERC20 for IERC20;

    uint256 public constant PRICE = 100e6;
    uint256 public constant MIN = 5e6;
    uint256 public constant MAX_FEE = 300;
    uint256 public constant LOCK = 3 days;

    IERC20 public immutable usd;

    uint256 public cash;
    uint256 public units;
    uint256 public fee;
    mapping(address => uint256) public bal;
    mapping(address => uint256) public until;

    event Bought(address indexed a, uint256 n, uint256 x);
    event Redeemed(address indexed a, uint256 n, uint256 x);
    event Drawn(address indexed a, uint256 x, uint256 n);
    event Moved(address indexed a, address indexed b, uint256 n);
    event Added(address indexed a, uint256 x);
    event Fee(uint256 f);

    error Dear();
    error Few();
    error Small();
    error Locked();

    constructor(IERC20 t) Ownable(msg.sender) {
        usd = t;
    }

    function setFee(uint256 f) external onlyOwner {
        if (f > MAX_FEE) revert Dear(); //~ BENIGN INPUT_VAL
        fee = f;
        emit Fee(f);
    }

    function buy(uint256 n, uint256 max) external returns (uint256 x) {
        if (n == 0) revert Small(); //~ BENIGN INPUT_VAL
        x = units == 0 ? n * PRICE : n.mulDiv(cash, units, Math.Rounding.Ceil); //~ BENIGN ARITHMETIC rounds up, against the buyer
        x += x.mulDiv(fee, 10_000);
        if (x > max) revert Dear(); //~ BENIGN INPUT_VAL bounds what a rise in between can cost
        bal[msg.sender] += n;
        units += n;
        until[msg.sender] = block.timestamp + LOCK;
        emit Bought(msg.sender, n, x); //~ UNRELATED EVENT_EMIT
        _in(x);
    }

    function add(uint256 x) external {
        emit Added(msg.sender, x);
        _in(x);
    }

    function redeem(uint256 n) external returns (uint256 x) {
        x = worth(n); //~ BENIGN COMPUTATION units are given, the value follows
        _burn(n);
        emit Redeemed(msg.sender, n, x);
        _out(x);
    }

    function draw(uint256 x) external returns (uint256 n) {
        if (x < MIN || x > worth(bal[msg.sender])) revert Small(); //~ INSUFF_GUARD INPUT_VAL less than what a unit is worth passes, again and again
        n = cost(x); //~ PREREQ COMPUTATION the value is given, the units follow
        _burn(n);
        emit Drawn(msg.sender, x, n);
        _out(x); //~ ROOT_CAUSE FUND_XFER pays more than the units that went for it are worth
    }

    function move(address b, uint256 n) external {
        if (block.timestamp < until[msg.sender]) revert Locked(); //~ BENIGN TIMESTAMP new units stay where they are
        if (bal[msg.sender] < n) revert Few(); //~ BENIGN INPUT_VAL
        unchecked {
            bal[msg.sender] -= n;
            bal[b] += n; //~ BENIGN STATE_MOD
        }
        emit Moved(msg.sender, b, n);
    }

    function worth(uint256 n) public view returns (uint256) {
        return units == 0 ? 0 : n.mulDiv(cash, units); //~ DECOY ARITHMETIC rounds down, against the holder
    }

    function cost(uint256 x) public view returns (uint256) {
        return x.mulDiv(units, cash); //~ ROOT_CAUSE ARITHMETIC rounds down, so up to one unit's worth costs nothing
    }

    function _burn(uint256 n) private {
        if (block.timestamp < until[msg.sender]) revert Locked(); //~ UNRELATED TIMESTAMP three days
        if (bal[msg.sender] < n) revert Few(); //~ INSUFF_GUARD INPUT_VAL true for none
        unchecked {
            bal[msg.sender] -= n;
            units -= n;
        }
    }

    function _in(uint256 x) private {
        cash += x;
        usd.safeTransferFrom(msg.sender, address(this), x); //~ BENIGN FUND_XFER
    }

    function _out(uint256 x) private {
        cash -= x;
        usd.safeTransfer(msg.sender, x); //~ BENIGN FUND_XFER
    }
}
