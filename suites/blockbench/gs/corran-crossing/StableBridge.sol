// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/utils/structs/EnumerableSet.sol";
import "./context/BridgeAdmin.sol";
import "./context/BridgedToken.sol";
import "./context/IMessenger.sol";
import "./context/Window.sol";

contract StableBridge is BridgeAdmin, IReceiver {
    using EnumerableSet for EnumerableSet.UintSet;
    using Window for Window.W;

    struct Lane {
        uint16 fee;
        Window.W out;
    }

    uint256 public constant BPS = 10_000;
    uint256 public constant MAX_FEE = 100;
    uint256 public constant MIN = 1e18;

    IMessenger public immutable hub;
    BridgedToken public immutable usd;
    BridgedToken public immutable iou;

    uint256 public due;
    Window.W private _in;
    EnumerableSet.UintSet private _ids;
    mapping(uint256 => Lane) private _lanes;

    event Sent(address indexed from, uint32 indexed dst, address indexed to, uint256 amount);
    event Arrived(uint32 indexed src, address indexed to, uint256 amount, bool asIou);
    event Claimed(address indexed from, address indexed to, uint256 amount);
    event Collected(address indexed to, uint256 amount);
    event LaneSet(uint32 indexed id, uint256 fee, uint256 cap);
    event LaneDropped(uint32 indexed id);
    event InCapSet(uint256 cap);

    error NotHub();
    error NoLane();
    error LaneExists();
    error HighFee();
    error Small();
    error Length();
    error Slip();

    modifier live(uint32 d) {
        if (!_ids.contains(d)) revert NoLane();
        _;
    }

    constructor(IMessenger h, address t, uint128 c) BridgeAdmin(t) {
        if (address(h) == address(0)) revert Zero(); //~ BENIGN INIT
        hub = h;
        usd = new BridgedToken("Parity Dollar", "pUSD");
        iou = new BridgedToken("Parity Dollar Claim", "pUSDc");
        _setInCap(c);
    }

    function send(uint32 d, address to, uint256 a, uint256 min) external whenNotPaused live(d) {
        usd.burn(msg.sender, a); //~ BENIGN FUND_XFER
        _post(d, to, _net(d, a), min); //~ BENIGN CTRL_FLOW
    }

    function sendBatch(uint32 d, address[] calldata to, uint256[] calldata a) external whenNotPaused live(d) {
        if (to.length != a.length) revert Length(); //~ BENIGN INPUT_VAL
        for (uint256 i; i < to.length; ++i) {
            usd.burn(msg.sender, a[i]); //~ DECOY FUND_XFER burnt and counted item by item
            _post(d, to[i], _net(d, a[i]), 0); //~ BENIGN CTRL_FLOW
        }
    }

    function sendIou(uint32 d, address to, uint256 a, uint256 min) external whenNotPaused live(d) {
        iou.burn(msg.sender, a); //~ PREREQ FUND_XFER one for one, as the dollar itself
        _post(d, to, a, min); //~ ROOT_CAUSE CTRL_FLOW neither the lane's fee nor its daily cap is applied to claims
    }

    function claim(address to, uint256 a) external whenNotPaused {
        _in.take(a); //~ BENIGN STATE_MOD within the cap that held the arrival up
        iou.burn(msg.sender, a);
        usd.mint(to, a);
        emit Claimed(msg.sender, to, a); //~ UNRELATED EVENT_EMIT
    }

    function arrive(uint32 s, address to, uint256 a) external live(s) {
        if (msg.sender != address(hub)) revert NotHub(); //~ BENIGN ACCESS_CTRL
        bool o = a > _in.room(); //~ PREREQ CTRL_FLOW any arrival that is large enough becomes a claim
        if (o) {
            iou.mint(to, a);
        } else {
            _in.take(a);
            usd.mint(to, a);
        }
        emit Arrived(s, to, a, o); //~ UNRELATED EVENT_EMIT
    }

    function collect() external returns (uint256 a) {
        a = due;
        due = 0; //~ BENIGN STATE_MOD each fee is minted once
        usd.mint(treasury, a);
        emit Collected(treasury, a); //~ UNRELATED EVENT_EMIT
    }

    function addLane(uint32 d, uint16 f, uint128 c) external onlyRole(DEFAULT_ADMIN_ROLE) {
        if (!_ids.add(d)) revert LaneExists(); //~ BENIGN INPUT_VAL
        _set(d, f, c);
    }

    function setLane(uint32 d, uint16 f, uint128 c) external onlyRole(OPS) live(d) {
        _set(d, f, c);
    }

    function dropLane(uint32 d) external onlyRole(GUARD) live(d) {
        _ids.remove(d);
        emit LaneDropped(d);
    }

    function setInCap(uint128 c) external onlyRole(OPS) {
        _setInCap(c);
    }

    function lanes() external view returns (uint256[] memory) {
        return _ids.values();
    }

    function isLive(uint32 d) external view returns (bool) {
        return _ids.contains(d);
    }

    function lane(uint32 d) external view returns (uint256 fee, uint256 cap, uint256 room) {
        Lane storage l = _lanes[d];
        return (l.fee, l.out.cap, l.out.room());
    }

    function inCap() external view returns (uint256) {
        return _in.cap;
    }

    function inRoom() external view returns (uint256) {
        return _in.room();
    }

    function quote(uint32 d, address w, uint256 a) external view returns (uint256) {
        return a - _fee(d, w, a);
    }

    function backing() external view returns (uint256) {
        return usd.totalSupply() + iou.totalSupply() + due;
    }

    function _net(uint32 d, uint256 a) private returns (uint256) {
        uint256 f = _fee(d, msg.sender, a);
        due += f;
        _lanes[d].out.take(a); //~ BENIGN STATE_MOD the fee counts too
        unchecked {
            return a - f; //~ BENIGN ARITHMETIC the fee is one per cent of it at most
        }
    }

    function _fee(uint32 d, address w, uint256 a) private view returns (uint256) {
        return free[w] ? 0 : (a * _lanes[d].fee + BPS - 1) / BPS; //~ BENIGN ARITHMETIC rounds up
    }

    function _post(uint32 d, address to, uint256 a, uint256 min) private {
        if (to == address(0)) revert Zero(); //~ BENIGN INPUT_VAL
        if (a < MIN) revert Small(); //~ INSUFF_GUARD INPUT_VAL no upper bound
        if (a < min) revert Slip(); //~ BENIGN INPUT_VAL
        emit Sent(msg.sender, d, to, a);
        hub.post(d, to, a);
    }

    function _set(uint32 d, uint16 f, uint128 c) private {
        if (f > MAX_FEE) revert HighFee(); //~ BENIGN INPUT_VAL
        Lane storage l = _lanes[d];
        l.fee = f;
        l.out.cap = c; //~ BENIGN STATE_MOD what has left today stays counted
        emit LaneSet(d, f, c);
    }

    function _setInCap(uint128 c) private {
        _in.cap = c;
        emit InCapSet(c);
    }
}
