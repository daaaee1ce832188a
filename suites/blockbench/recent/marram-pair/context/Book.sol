// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20, IERC4626} from "@openzeppelin/contracts@5.4.0/interfaces/IERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {Curve} from "./Curve.sol";

abstract contract Book is Ownable2Step {
    using Curve for Curve.C;
    using SafeERC20 for IERC20;

    struct Market {
        IERC4626 vault;
        uint16 ltv;
        uint16 bonus;
        bool open;
        uint64 at;
        uint256 cap;
        uint256 debt;
        uint256 idx;
        uint256 coll;
        uint256 rate;
        Curve.C curve;
    }

    uint256 internal constant ONE = 1e18;
    uint256 internal constant BPS = 1e4;
    uint256 public constant MAX_LTV = 9_700;
    uint256 public constant MAX_FEE = 100;

    IERC20 public immutable asset;
    IERC20 public immutable dollar;

    Market[] internal _ms;
    address public guardian;
    uint256 public fee;

    event MarketAdded(uint256 indexed i, address indexed vault, uint256 ltv, uint256 bonus);
    event CapSet(uint256 indexed i, uint256 c);
    event OpenSet(uint256 indexed i, bool y);
    event CurveSet(uint256 indexed i, Curve.C c);
    event FeeSet(uint256 f);
    event GuardianSet(address g);
    event Retired(uint256 n);

    error Auth();
    error BadAsset();
    error BadTerms();
    error BadFee();

    constructor(IERC20 a, IERC20 d, uint256 f) Ownable(msg.sender) {
        asset = a;
        dollar = d;
        setFee(f);
    }

    function addMarket(IERC4626 v, uint16 l, uint16 b, uint256 c, Curve.C calldata k) external onlyOwner returns (uint256 i) {
        if (v.asset() != address(asset)) revert BadAsset();
        if (l == 0 || l > MAX_LTV || l * (BPS + b) > BPS * BPS) revert BadTerms();
        k.check();
        i = _ms.length;
        Market storage m = _ms.push();
        (m.vault, m.ltv, m.bonus, m.cap, m.curve) = (v, l, b, c, k);
        (m.open, m.idx, m.at) = (true, ONE, uint64(block.timestamp));
        emit MarketAdded(i, address(v), l, b);
    }

    function setCap(uint256 i, uint256 c) external onlyOwner {
        _accrue(i).cap = c;
        emit CapSet(i, c);
    }

    function setCurve(uint256 i, Curve.C calldata k) external onlyOwner {
        k.check();
        _accrue(i).curve = k;
        emit CurveSet(i, k);
    }

    function setOpen(uint256 i, bool y) external {
        if (msg.sender != owner() && (y || msg.sender != guardian)) revert Auth();
        _ms[i].open = y;
        emit OpenSet(i, y);
    }

    function setGuardian(address g) external onlyOwner {
        guardian = g;
        emit GuardianSet(g);
    }

    function setFee(uint256 f) public onlyOwner {
        if (f > MAX_FEE) revert BadFee();
        fee = f;
        emit FeeSet(f);
    }

    function retire(uint256 n) external onlyOwner {
        dollar.safeTransfer(msg.sender, n);
        emit Retired(n);
    }

    function market(uint256 i) external view returns (Market memory) {
        return _ms[i];
    }

    function count() external view returns (uint256) {
        return _ms.length;
    }

    function totalDebt(uint256 i) public view returns (uint256) {
        return Math.mulDiv(_ms[i].debt, index(i), ONE, Math.Rounding.Ceil);
    }

    function index(uint256 i) public view returns (uint256) {
        Market storage m = _ms[i];
        uint256 t = block.timestamp - m.at;
        if (t == 0 || m.debt == 0) return m.idx;
        uint256 d = Math.mulDiv(m.debt, m.idx, ONE);
        uint256 u = d < m.cap ? Math.mulDiv(d, ONE, m.cap) : ONE;
        return m.idx + (m.idx * m.curve.yearly(u) * t) / (365 days * ONE);
    }

    function _accrue(uint256 i) internal returns (Market storage m) {
        m = _ms[i];
        m.idx = index(i);
        m.at = uint64(block.timestamp);
    }
}
