// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {IFeed} from "./PriceFeed.sol";

abstract contract Terms is Ownable2Step, Pausable {
    using SafeERC20 for IERC20;

    uint256 internal constant ONE = 1e18;
    uint256 internal constant BPS = 1e4;
    uint256 public constant MAX_FEE = 200;
    uint256 public constant MAX_APR = 5_000;

    IERC20 public immutable coll;
    IERC20 public immutable dollar;
    IFeed public immutable feed;
    uint256 public immutable ltv;
    uint256 public immutable bonus;

    address public sink;
    address public guardian;
    uint256 public fee;
    uint256 public apr;
    uint256 public cap;
    uint256 public scaled;
    uint256 private _idx = ONE;
    uint256 private _at = block.timestamp;

    event CostSet(uint256 f, uint256 a);
    event CapSet(uint256 c);
    event SinkSet(address s);
    event GuardianSet(address g);
    event Funded(address indexed by, uint256 n);
    event Recalled(uint256 n);

    error Auth();
    error BadTerms();
    error Zero();
    error Held();

    constructor(IERC20 c, IERC20 d, IFeed p, uint256 l, uint256 b, address s) Ownable(msg.sender) {
        if (c == d || l < 2_000 || l * (BPS + b) > 9_700 * BPS) revert BadTerms();
        coll = c;
        dollar = d;
        feed = p;
        ltv = l;
        bonus = b;
        setSink(s);
    }

    function setCost(uint256 f, uint256 a) external onlyOwner {
        if (f > MAX_FEE || a > MAX_APR) revert BadTerms();
        _accrue();
        fee = f;
        apr = a;
        emit CostSet(f, a);
    }

    function setCap(uint256 c) external onlyOwner {
        cap = c;
        emit CapSet(c);
    }

    function setSink(address s) public onlyOwner {
        if (s == address(0)) revert Zero();
        sink = s;
        emit SinkSet(s);
    }

    function setGuardian(address g) external onlyOwner {
        guardian = g;
        emit GuardianSet(g);
    }

    function pause() external {
        if (msg.sender != guardian && msg.sender != owner()) revert Auth();
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function fund(uint256 n) external {
        emit Funded(msg.sender, n);
        dollar.safeTransferFrom(msg.sender, address(this), n);
    }

    function recall(uint256 n) external onlyOwner {
        emit Recalled(n);
        dollar.safeTransfer(msg.sender, n);
    }

    function sweep(IERC20 t) external onlyOwner {
        if (t == coll || t == dollar) revert Held();
        t.safeTransfer(msg.sender, t.balanceOf(address(this)));
    }

    function index() public view returns (uint256) {
        return _idx + (_idx * apr * (block.timestamp - _at)) / (BPS * 365 days);
    }

    function totalDebt() public view returns (uint256) {
        return Math.mulDiv(scaled, index(), ONE, Math.Rounding.Ceil);
    }

    function _accrue() internal returns (uint256 i) {
        _idx = i = index();
        _at = block.timestamp;
    }
}
