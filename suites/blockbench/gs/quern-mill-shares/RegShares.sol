// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/AccessControl.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "./context/IRegistry.sol";
import "./context/Lots.sol";
import "./context/Payouts.sol";

contract RegShares is Payouts, AccessControl {
    using Lots for Lots.Lot[];
    using SafeERC20 for IERC20;

    struct Tender {
        uint128 p;
        uint128 n;
        uint64 end;
    }

    bytes32 public constant ISSUER = keccak256("ISSUER");
    bytes32 public constant LEGAL = keccak256("LEGAL");
    uint256 public constant MAX_LOCK = 365 days;
    uint256 public constant MAX_TENDER = 60 days;

    IRegistry public immutable reg;

    uint256 public cap;
    uint256 public cnt;
    uint256 public lock = 90 days;
    bool public halted;
    Tender public offer;

    mapping(uint256 => uint256) public held;
    mapping(uint256 => bool) public frozen;
    mapping(uint8 => uint256) public capIn;
    mapping(uint8 => uint256) public cntIn;
    mapping(uint256 => Lots.Lot[]) private lots;

    event Surrendered(uint256 indexed i, uint256 n);
    event Opened(uint128 p, uint128 n, uint64 end);
    event Tendered(uint256 indexed i, uint256 n);
    event ClosedTender(uint256 back);
    event FrozenSet(uint256 indexed i, bool on);
    event CapSet(uint256 c);
    event CapInSet(uint8 indexed r, uint256 c);
    event LockSet(uint256 d);
    event Halted(bool on);

    error Unknown();
    error None();
    error Frozen();
    error Stopped();
    error Locked();
    error Full();
    error TooLow();
    error TooLong();
    error BadTender();
    error StillOpen();
    error Lengths();

    constructor(IRegistry g, IERC20 c, uint256 m) ERC20("Registered Shares", "REGS") Payouts(c) {
        reg = g;
        cap = m;
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender); //~ BENIGN INIT
        _grantRole(ISSUER, msg.sender);
        _grantRole(LEGAL, msg.sender);
    }

    function decimals() public pure override returns (uint8) {
        return 0;
    }

    function issue(address w, uint256 n) external onlyRole(ISSUER) { //~ BENIGN ACCESS_CTRL
        _issue(w, n);
    }

    function issueMany(address[] calldata w, uint256[] calldata n) external onlyRole(ISSUER) {
        if (w.length != n.length) revert Lengths(); //~ BENIGN INPUT_VAL
        for (uint256 k; k < w.length; ) {
            _issue(w[k], n[k]);
            unchecked {
                ++k;
            }
        }
    }

    function declare(uint256 n) external onlyRole(ISSUER) {
        _declare(n);
    }

    function open(uint128 p, uint128 n, uint256 d) external onlyRole(ISSUER) {
        if (offer.n != 0 || p == 0 || n == 0) revert BadTender(); //~ BENIGN INPUT_VAL
        if (d > MAX_TENDER) revert TooLong();
        uint64 e = uint64(block.timestamp + d);
        offer = Tender(p, n, e);
        emit Opened(p, n, e); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(this), uint256(p) * n); //~ BENIGN FUND_XFER
    }

    function close() external onlyRole(ISSUER) {
        Tender memory o = offer;
        if (block.timestamp <= o.end) revert StillOpen(); //~ BENIGN TIMESTAMP
        delete offer;
        uint256 b = uint256(o.p) * o.n;
        emit ClosedTender(b);
        coin.safeTransfer(msg.sender, b); //~ BENIGN FUND_XFER
    }

    function freeze(uint256 i, bool on) external onlyRole(LEGAL) {
        if (i == 0) revert Unknown(); //~ BENIGN INPUT_VAL
        frozen[i] = on;
        emit FrozenSet(i, on);
    }

    function halt(bool on) external onlyRole(LEGAL) {
        halted = on;
        emit Halted(on);
    }

    function setCap(uint256 c) external onlyRole(LEGAL) {
        if (c < cnt) revert TooLow(); //~ BENIGN INPUT_VAL
        cap = c;
        emit CapSet(c);
    }

    function setCapIn(uint8 r, uint256 c) external onlyRole(LEGAL) {
        if (c != 0 && c < cntIn[r]) revert TooLow(); //~ BENIGN INPUT_VAL
        capIn[r] = c;
        emit CapInSet(r, c);
    }

    function setLock(uint256 d) external onlyRole(LEGAL) {
        if (d > MAX_LOCK) revert TooLong(); //~ BENIGN INPUT_VAL
        lock = d;
        emit LockSet(d);
    }

    function surrender(uint256 n) external {
        emit Surrendered(reg.idOf(msg.sender), n); //~ UNRELATED EVENT_EMIT
        _burn(msg.sender, n);
    }

    function tender(uint256 n) external {
        Tender storage o = offer;
        if (block.timestamp > o.end || n > o.n) revert BadTender(); //~ BENIGN INPUT_VAL
        o.n -= uint128(n); //~ BENIGN ARITHMETIC
        emit Tendered(reg.idOf(msg.sender), n);
        _burn(msg.sender, n); //~ BENIGN STATE_MOD
        coin.safeTransfer(msg.sender, n * o.p); //~ DECOY FUND_XFER the sum was set aside when the tender was opened
    }

    function seats() external view returns (uint256) {
        return cap > cnt ? cap - cnt : 0;
    }

    function sharesOf(address w) external view returns (uint256) {
        return held[_id(w)];
    }

    function free(uint256 i) public view returns (uint256) {
        uint256 h = held[i];
        uint256 l = lots[i].locked();
        return h > l ? h - l : 0; //~ BENIGN ARITHMETIC
    }

    function supportsInterface(bytes4 x) public view override returns (bool) {
        return x == type(IERC20).interfaceId || super.supportsInterface(x);
    }

    function _issue(address w, uint256 n) private {
        _mint(w, n);
        lots[_id(w)].add(n, block.timestamp + lock); //~ DECOY STATE_MOD after the mint, which calls nobody
    }

    function _beforeTokenTransfer(address f, address t, uint256 n) internal override {
        super._beforeTokenTransfer(f, t, n); //~ BENIGN STATE_MOD
        uint256 a = f == address(0) ? 0 : _id(f);
        uint256 b = t == address(0) ? 0 : _id(t);
        if (n == 0) revert None(); //~ BENIGN INPUT_VAL
        if (frozen[a] || frozen[b]) revert Frozen(); //~ BENIGN ACCESS_CTRL
        if (f != t) { //~ ROOT_CAUSE CTRL_FLOW tells wallets apart, not investors
            if (a != 0 && b != 0) {
                if (halted) revert Stopped(); //~ BENIGN CTRL_FLOW
                if (n > free(a)) revert Locked(); //~ INSUFF_GUARD TIMESTAMP holds up the first move after an issue, no more
            }
            if (a != 0) _leave(a, n); //~ PREREQ STATE_MOD an investor that moves all of its shares leaves the count
            if (b != 0) _enter(b); //~ PREREQ STATE_MOD and does not come back, since its shares are still booked
        }
        if (a != 0) held[a] -= n;
        if (b != 0) held[b] += n;
    }

    function _id(address w) private view returns (uint256 i) {
        i = reg.idOf(w); //~ PREREQ EXT_CALL several wallets give the same number
        if (i == 0) revert Unknown(); //~ BENIGN ACCESS_CTRL
    }

    function _enter(uint256 i) private {
        if (held[i] != 0) return;
        if (cnt >= cap) revert Full(); //~ BENIGN INPUT_VAL
        uint8 r = reg.regionOf(i);
        uint256 c = capIn[r];
        if (c != 0 && cntIn[r] >= c) revert Full(); //~ BENIGN INPUT_VAL
        ++cnt;
        ++cntIn[r];
    }

    function _leave(uint256 i, uint256 n) private {
        if (held[i] != n) return;
        --cnt; //~ PREREQ ARITHMETIC reverts for everybody once the count is too low
        --cntIn[reg.regionOf(i)];
    }
}
