// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {EnumerableSet} from "@openzeppelin/contracts@5.4.0/utils/structs/EnumerableSet.sol";
import {Decay} from "./context/Decay.sol";
import {Fees} from "./context/Fees.sol";
import {IFiller} from "./context/IFiller.sol";

contract DutchOrders is Fees, Pausable {
    using SafeERC20 for IERC20;
    using EnumerableSet for EnumerableSet.UintSet;

    struct Terms {
        IERC20 g;
        IERC20 w;
        uint128 a;
        uint128 s;
        uint128 m;
        uint64 life;
        uint16 bps;
        address to;
        address x;
    }

    struct Order {
        address o;
        uint64 t0;
        address to;
        uint64 t1;
        address x;
        uint16 bps;
        IERC20 g;
        IERC20 w;
        uint128 a;
        uint128 s;
        uint128 m;
    }

    uint256 public constant HEAD = 15 minutes;
    uint256 public constant MIN_LIFE = 1 hours;
    uint256 public constant TOP_LIFE = 180 days;

    uint256 public maxLife = 60 days;
    uint256 public last;
    mapping(uint256 => Order) public orders;
    mapping(IERC20 => bool) public listed;
    mapping(address => EnumerableSet.UintSet) private ids;

    event Listed(IERC20 indexed k, bool on);
    event MaxLifeSet(uint256 l);
    event Posted(uint256 indexed id, address indexed o, IERC20 g, uint256 a, IERC20 w, uint256 s, uint256 m);
    event Amended(uint256 indexed id, uint256 s, uint256 m);
    event Closed(uint256 indexed id);
    event Filled(uint256 indexed id, address indexed by, uint256 got);

    error NotListed();
    error BadTerms();
    error BadLife();
    error NoOrder();
    error NotOwner();
    error Expired();
    error NotExpired();
    error Reserved();
    error Short();

    constructor(address t) Fees(t) {}

    function list(IERC20 k, bool on) external onlyOwner { //~ BENIGN ACCESS_CTRL
        listed[k] = on;
        emit Listed(k, on);
    }

    function setMaxLife(uint256 l) external onlyOwner {
        if (l < MIN_LIFE || l > TOP_LIFE) revert BadLife(); //~ BENIGN INPUT_VAL
        maxLife = l;
        emit MaxLifeSet(l);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function post(Terms calldata t) external whenNotPaused nonReentrant returns (uint256) {
        return _post(t);
    }

    function postWithPermit(
        Terms calldata t,
        uint256 d,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external whenNotPaused nonReentrant returns (uint256) {
        try IERC20Permit(address(t.g)).permit(msg.sender, address(this), t.a, d, v, r, s) {} catch {} //~ BENIGN EXT_CALL
        return _post(t);
    }

    function amend(uint256 id, uint128 s, uint128 m, uint64 life) external {
        Order storage o = orders[id];
        if (o.o != msg.sender) revert NotOwner(); //~ BENIGN ACCESS_CTRL
        if (m == 0 || s < m) revert BadTerms(); //~ BENIGN INPUT_VAL
        (o.s, o.m) = (s, m);
        (o.t0, o.t1) = _span(life);
        emit Amended(id, s, m);
    }

    function cancel(uint256 id) external nonReentrant { //~ BENIGN REENTRY_GUARD
        _cancel(id);
    }

    function cancelMany(uint256[] calldata k) external nonReentrant {
        for (uint256 j; j < k.length; ++j) _cancel(k[j]);
    }

    function expire(uint256 id) external nonReentrant {
        Order memory o = orders[id];
        if (o.o == address(0)) revert NoOrder();
        if (block.timestamp <= o.t1) revert NotExpired(); //~ BENIGN TIMESTAMP
        _close(id, o);
        o.g.safeTransfer(o.o, o.a); //~ BENIGN FUND_XFER
    }

    function fill(uint256 id, IFiller f, bytes calldata d) external nonReentrant returns (uint256 got) { //~ BENIGN REENTRY_GUARD
        Order memory o = orders[id];
        uint256 q = quote(id);
        if (o.x != address(0) && o.x != msg.sender && block.timestamp < o.t0 + HEAD) revert Reserved(); //~ BENIGN ACCESS_CTRL
        _close(id, o); //~ BENIGN STATE_MOD
        address p = address(this); //~ BENIGN CTRL_FLOW
        uint256 b = o.w.balanceOf(p);
        o.g.safeTransfer(address(f), o.a);
        f.onFill(id, o.g, o.a, o.w, q, p, d); //~ BENIGN EXT_CALL
        got = o.w.balanceOf(p) - b; //~ BENIGN COMPUTATION
        if (got < q) revert Short(); //~ BENIGN INPUT_VAL
        if (p == address(this)) _split(o, got);
        emit Filled(id, msg.sender, got); //~ UNRELATED EVENT_EMIT
    }

    function quote(uint256 id) public view returns (uint256) {
        Order storage o = orders[id];
        if (o.o == address(0)) revert NoOrder();
        if (block.timestamp > o.t1) revert Expired(); //~ BENIGN TIMESTAMP
        return Decay.at(o.s, o.m, o.t0, o.t1, block.timestamp); //~ BENIGN ARITHMETIC
    }

    function quoteMany(uint256[] calldata k) external view returns (uint256[] memory q) {
        q = new uint256[](k.length);
        for (uint256 j; j < k.length; ++j) q[j] = quote(k[j]);
    }

    function live(uint256 id) external view returns (bool) {
        Order storage o = orders[id];
        return o.o != address(0) && block.timestamp <= o.t1;
    }

    function ordersOf(address o) external view returns (uint256[] memory) {
        return ids[o].values();
    }

    function _post(Terms calldata t) private returns (uint256 id) {
        if (!listed[t.g] || !listed[t.w]) revert NotListed(); //~ BENIGN INPUT_VAL
        if (t.g == t.w || t.a == 0 || t.m == 0 || t.s < t.m) revert BadTerms(); //~ BENIGN INPUT_VAL
        if (t.bps > BPS || t.to == address(0) || t.to == address(this)) revert BadTerms(); //~ BENIGN INPUT_VAL
        (uint64 t0, uint64 t1) = _span(t.life);
        id = ++last;
        orders[id] = Order(msg.sender, t0, t.to, t1, t.x, t.bps, t.g, t.w, t.a, t.s, t.m);
        ids[msg.sender].add(id);
        emit Posted(id, msg.sender, t.g, t.a, t.w, t.s, t.m); //~ UNRELATED EVENT_EMIT
        t.g.safeTransferFrom(msg.sender, address(this), t.a); //~ BENIGN FUND_XFER
    }

    function _span(uint64 life) private view returns (uint64 t0, uint64 t1) {
        if (life < MIN_LIFE || life > maxLife) revert BadLife(); //~ BENIGN INPUT_VAL
        t0 = uint64(block.timestamp);
        t1 = t0 + life;
    }

    function _cancel(uint256 id) private {
        Order memory o = orders[id];
        if (o.o != msg.sender) revert NotOwner(); //~ BENIGN ACCESS_CTRL
        _close(id, o);
        o.g.safeTransfer(o.o, o.a);
    }

    function _close(uint256 id, Order memory o) private {
        delete orders[id];
        ids[o.o].remove(id);
        emit Closed(id);
    }

    function _split(Order memory o, uint256 got) private {
        uint256 c = ((got - o.m) * o.bps) / BPS; //~ BENIGN ARITHMETIC
        due[o.w] += c;
        o.w.safeTransfer(o.to, got - c); //~ BENIGN FUND_XFER
    }
}
