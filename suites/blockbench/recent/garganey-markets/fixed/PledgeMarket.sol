// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

interface IFeed {
    function latest() external view returns (uint256 px, uint256 at);
}

contract PledgeMarket {
    using SafeERC20 for IERC20;

    struct Loan {
        uint256 coll;
        uint256 debt;
    }

    uint256 public constant BPS = 10_000;
    uint256 public constant LTV = 7_500;
    uint256 public constant LIQ = 8_500;
    uint256 public constant BONUS = 500;
    uint256 public constant AGE = 1 days;
    uint256 private constant ONE = 1e18;

    IERC20 public immutable coll;
    IERC20 public immutable usd;
    IFeed public immutable a;
    IFeed public immutable b;

    uint256 public idle;
    mapping(address => uint256) public lent;
    mapping(address => Loan) public loans;

    event Lend(address indexed w, uint256 n);
    event Back(address indexed w, uint256 n);
    event Put(address indexed w, uint256 n);
    event Take(address indexed w, uint256 n);
    event Borrow(address indexed w, uint256 n);
    event Repay(address indexed w, address by, uint256 n);
    event Liq(address indexed w, address by, uint256 n, uint256 k);

    error Old();
    error None();
    error Weak();
    error Fine();

    constructor(IERC20 coll_, IERC20 usd_, IFeed a_, IFeed b_) {
        (coll, usd, a, b) = (coll_, usd_, a_, b_);
    }

    function lend(uint256 n) external {
        lent[msg.sender] += n;
        idle += n;
        usd.safeTransferFrom(msg.sender, address(this), n); //~ BENIGN FUND_XFER
        emit Lend(msg.sender, n);
    }

    function back(uint256 n) external {
        lent[msg.sender] -= n; //~ BENIGN ARITHMETIC checked
        idle -= n;
        usd.safeTransfer(msg.sender, n);
        emit Back(msg.sender, n);
    }

    function put(uint256 n) external {
        loans[msg.sender].coll += n;
        coll.safeTransferFrom(msg.sender, address(this), n); //~ BENIGN FUND_XFER
        emit Put(msg.sender, n); //~ UNRELATED EVENT_EMIT
    }

    function take(uint256 n) external {
        loans[msg.sender].coll -= n; //~ BENIGN ARITHMETIC checked
        if (!within(msg.sender, LTV, lo())) revert Weak(); //~ BENIGN CTRL_FLOW
        coll.safeTransfer(msg.sender, n);
        emit Take(msg.sender, n); //~ UNRELATED EVENT_EMIT
    }

    function borrow(uint256 n) external {
        loans[msg.sender].debt += n;
        idle -= n;
        if (!within(msg.sender, LTV, lo())) revert Weak(); //~ BENIGN ORACLE the lower one
        usd.safeTransfer(msg.sender, n); //~ BENIGN FUND_XFER
        emit Borrow(msg.sender, n); //~ UNRELATED EVENT_EMIT
    }

    function repay(address w, uint256 n) external {
        loans[w].debt -= n; //~ BENIGN ARITHMETIC not more than is owed
        idle += n;
        usd.safeTransferFrom(msg.sender, address(this), n);
        emit Repay(w, msg.sender, n); //~ UNRELATED EVENT_EMIT
    }

    function liquidate(address w, uint256 n) external returns (uint256 k) {
        uint256 px = hi(); //~ BENIGN ORACLE one low report is no reason to sell what is pledged
        if (within(w, LIQ, px)) revert Fine(); //~ BENIGN CTRL_FLOW
        k = (n * (BPS + BONUS) * ONE) / (BPS * px); //~ BENIGN ARITHMETIC rounded down, for the borrower
        Loan storage l = loans[w];
        l.debt -= n;
        l.coll -= k; //~ BENIGN ARITHMETIC not more than is pledged
        idle += n;
        usd.safeTransferFrom(msg.sender, address(this), n);
        coll.safeTransfer(msg.sender, k);
        emit Liq(w, msg.sender, n, k); //~ UNRELATED EVENT_EMIT
    }

    function lo() public view returns (uint256) {
        (uint256 x, uint256 y) = (_read(a), _read(b));
        return x < y ? x : y; //~ BENIGN ORACLE
    }

    function hi() public view returns (uint256) {
        (uint256 x, uint256 y) = (_read(a), _read(b));
        return x > y ? x : y; //~ BENIGN ORACLE
    }

    function within(address w, uint256 bps, uint256 px) public view returns (bool) {
        Loan memory l = loans[w];
        return l.debt * BPS <= (l.coll * px * bps) / ONE; //~ BENIGN COMPUTATION
    }

    function _read(IFeed f) private view returns (uint256 px) {
        uint256 at;
        (px, at) = f.latest(); //~ BENIGN ORACLE
        if (px == 0) revert None(); //~ BENIGN INPUT_VAL
        unchecked {
            if (block.timestamp - at > AGE) revert Old(); //~ BENIGN TIMESTAMP
        }
    }
}
