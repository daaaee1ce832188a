// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Ownable} from "@openzeppelin/contracts@4.9.6/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

interface IMarket {
    function mint(uint256 a) external returns (uint256);
    function redeemUnderlying(uint256 a) external returns (uint256);
    function balanceOfUnderlying(address o) external returns (uint256);
}

contract TenancyDeposits is Ownable {
    using SafeERC20 for IERC20;

    struct Let {
        address l;
        address t;
        uint256 d;
        uint256 c;
        uint64 e;
        uint8 s;
    }

    uint256 public constant W = 14 days;
    uint8 private constant PAID = 1;
    uint8 private constant ASKED = 2;
    uint8 private constant DONE = 3;

    IERC20 public immutable tok;
    IMarket public immutable m;
    address public immutable fund;

    uint256 public sum;
    Let[] public lets;

    event Opened(uint256 indexed i, address indexed l, address indexed t, uint256 d, uint256 e);
    event Paid(uint256 indexed i);
    event Asked(uint256 indexed i, uint256 c);
    event Done(uint256 indexed i, uint256 c);
    event Skimmed(uint256 a);

    error Who();
    error Off();
    error Bad();
    error Late();
    error Early();
    error State();

    constructor(IERC20 tok_, IMarket m_, address fund_) {
        if (fund_ == address(0)) revert Bad(); //~ BENIGN INPUT_VAL
        tok = tok_;
        m = m_;
        fund = fund_;
        tok_.forceApprove(address(m_), type(uint256).max); //~ BENIGN EXT_CALL
    }

    function open(address t, uint256 d, uint64 e) external returns (uint256 i) {
        if (t == address(0) || d == 0) revert Bad(); //~ BENIGN INPUT_VAL
        if (e <= block.timestamp) revert Late();
        i = lets.length;
        lets.push(Let(msg.sender, t, d, 0, e, 0));
        emit Opened(i, msg.sender, t, d, e); //~ UNRELATED EVENT_EMIT
    }

    function pay(uint256 i) external {
        Let storage x = lets[i];
        if (msg.sender != x.t) revert Who(); //~ BENIGN ACCESS_CTRL
        if (x.s != 0) revert State(); //~ BENIGN CTRL_FLOW
        if (block.timestamp >= x.e) revert Late();
        x.s = PAID;
        sum += x.d; //~ BENIGN STATE_MOD
        tok.safeTransferFrom(msg.sender, address(this), x.d); //~ BENIGN FUND_XFER
        _ok(m.mint(x.d)); //~ BENIGN EXT_CALL
        emit Paid(i);
    }

    function ask(uint256 i, uint256 c) external {
        Let storage x = lets[i];
        if (msg.sender != x.l) revert Who(); //~ BENIGN ACCESS_CTRL
        if (x.s != PAID) revert State();
        if (block.timestamp < x.e) revert Early(); //~ BENIGN TIMESTAMP
        if (block.timestamp > x.e + W) revert Late();
        if (c == 0 || c > x.d) revert Bad(); //~ BENIGN INPUT_VAL
        x.s = ASKED;
        x.c = c;
        emit Asked(i, c);
    }

    function agree(uint256 i) external {
        Let storage x = lets[i];
        if (msg.sender != x.t) revert Who(); //~ BENIGN ACCESS_CTRL
        if (x.s != ASKED) revert State(); //~ BENIGN CTRL_FLOW
        _end(i, x.c);
    }

    function rule(uint256 i, uint256 c) external onlyOwner { //~ BENIGN ACCESS_CTRL
        Let storage x = lets[i];
        if (x.s != ASKED) revert State(); //~ BENIGN CTRL_FLOW
        if (c > x.c) revert Bad();
        _end(i, c);
    }

    function free(uint256 i) external {
        Let storage x = lets[i];
        if (msg.sender != x.l && (msg.sender != x.t || block.timestamp <= x.e + W)) revert Who(); //~ BENIGN ACCESS_CTRL
        if (x.s != PAID) revert State();
        _end(i, 0);
    }

    function skim() external { //~ BENIGN ACCESS_CTRL
        uint256 b = m.balanceOfUnderlying(address(this));
        if (b > sum) _ok(m.redeemUnderlying(b - sum)); //~ BENIGN ARITHMETIC
        uint256 a = tok.balanceOf(address(this)); //~ BENIGN STORAGE_READ
        tok.safeTransfer(fund, a); //~ BENIGN FUND_XFER
        emit Skimmed(a);
    }

    function _end(uint256 i, uint256 c) private {
        Let storage x = lets[i];
        x.s = DONE; //~ BENIGN STATE_MOD
        sum -= x.d;
        _ok(m.redeemUnderlying(x.d)); //~ BENIGN EXT_CALL
        tok.safeTransfer(x.l, c);
        tok.safeTransfer(x.t, x.d - c); //~ BENIGN FUND_XFER
        emit Done(i, c);
    }

    function _ok(uint256 e) private pure {
        if (e != 0) revert Off(); //~ BENIGN CTRL_FLOW
    }
}
