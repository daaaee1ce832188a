// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import "./context/IFeed.sol";

error Zero();
error Full();
error TooMuch();
error NotCovered();

contract BasketCredit is Ownable {
    using SafeERC20 for IERC20;

    struct Pool {
        IERC20 token;
        IFeed feed;
    }

    uint256 public constant MOST = 8;
    uint256 public constant LTV = 7_000;
    uint256 private constant BPS = 10_000;
    uint256 private constant ONE = 1e18;

    IERC20 public immutable coin;
    Pool[] public pools;
    uint256 public free;

    mapping(uint256 => mapping(address => uint256)) public held;
    mapping(address => uint256) public debt;

    event Added(uint256 indexed pool, IERC20 token);
    event Brought(address indexed who, uint256 indexed pool, uint256 a);
    event TakenOut(address indexed who, uint256 indexed pool, uint256 a);
    event Borrowed(address indexed who, uint256 a);
    event Repaid(address indexed who, uint256 a);
    event Funded(uint256 a);

    constructor(IERC20 c, address o) Ownable(o) {
        if (address(c) == address(0)) revert Zero(); //~ BENIGN INIT
        coin = c; //~ BENIGN INIT
    }

    function add(IERC20 t, IFeed f) external onlyOwner { //~ BENIGN ACCESS_CTRL
        if (pools.length == MOST) revert Full(); //~ BENIGN INPUT_VAL
        if (address(t) == address(0) || address(f) == address(0)) revert Zero(); //~ BENIGN INPUT_VAL
        pools.push(Pool(t, f));
        emit Added(pools.length - 1, t); //~ UNRELATED EVENT_EMIT
    }

    function fund(uint256 a) external onlyOwner { //~ BENIGN ACCESS_CTRL
        coin.safeTransferFrom(msg.sender, address(this), a);
        free += a; //~ BENIGN STATE_MOD
        emit Funded(a); //~ UNRELATED EVENT_EMIT
    }

    function bring(uint256 p, uint256 a) external {
        if (a == 0) revert Zero(); //~ BENIGN INPUT_VAL
        held[p][msg.sender] += a; //~ BENIGN STATE_MOD
        pools[p].token.safeTransferFrom(msg.sender, address(this), a); //~ PREREQ FUND_XFER any pool, one unit is enough
        emit Brought(msg.sender, p, a);
    }

    function takeOut(uint256 p, uint256 a) external {
        uint256 h = held[p][msg.sender];
        if (a == 0 || a > h) revert TooMuch(); //~ BENIGN INPUT_VAL
        held[p][msg.sender] = h - a; //~ BENIGN STATE_MOD
        if (!ok(msg.sender)) revert NotCovered(); //~ PREREQ CTRL_FLOW
        pools[p].token.safeTransfer(msg.sender, a); //~ PREREQ FUND_XFER
        emit TakenOut(msg.sender, p, a);
    }

    function borrow(uint256 a) external {
        if (a == 0 || a > free) revert TooMuch(); //~ BENIGN INPUT_VAL
        free -= a; //~ BENIGN STATE_MOD
        debt[msg.sender] += a; //~ BENIGN STATE_MOD
        if (!ok(msg.sender)) revert NotCovered(); //~ PREREQ CTRL_FLOW
        coin.safeTransfer(msg.sender, a); //~ PREREQ FUND_XFER
        emit Borrowed(msg.sender, a);
    }

    function repay(uint256 a) external {
        if (a == 0 || a > debt[msg.sender]) revert TooMuch(); //~ BENIGN INPUT_VAL
        debt[msg.sender] -= a; //~ BENIGN STATE_MOD
        free += a;
        coin.safeTransferFrom(msg.sender, address(this), a); //~ DECOY FUND_XFER reverts with all the rest when it fails
        emit Repaid(msg.sender, a);
    }

    function ok(address who) public view returns (bool) {
        uint256 d = debt[who];
        if (d == 0) return true; //~ BENIGN CTRL_FLOW nothing to cover
        uint256 worth;
        for (uint256 i; i < pools.length; ++i) {
            uint256 h = held[i][who];
            if (h == 0) continue; //~ BENIGN CTRL_FLOW
            try pools[i].feed.price() returns (uint256 v) {
                worth += (h * v) / ONE; //~ BENIGN ARITHMETIC
            } catch {
                return true; //~ ROOT_CAUSE ORACLE without looking at the rest
            }
        }
        return d * BPS <= worth * LTV; //~ BENIGN ARITHMETIC
    }
}
