// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";
import "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import "./context/Fees.sol";
import "./context/NonceMap.sol";
import "./context/Pot.sol";

contract IndexVault is ERC20Permit, Fees, Pot, NonceMap, Pausable, ReentrancyGuard {
    using SafeERC20 for IERC20;
    using Math for uint256;

    struct Leg {
        uint256 asset;
        uint256 least;
        address to;
    }

    struct Exit {
        address owner;
        uint256 shares;
        uint256 tip;
        uint256 nonce;
        uint256 deadline;
        Leg[] legs;
    }

    struct Entry {
        address owner;
        uint256 shares;
        uint256 tip;
        uint256 nonce;
        uint256 deadline;
        uint256[] most;
    }

    bytes32 private constant LEG = keccak256("Leg(uint256 asset,uint256 least,address to)");
    bytes32 private constant EXIT =
        keccak256(
            "Exit(address owner,uint256 shares,uint256 tip,uint256 nonce,uint256 deadline,Leg[] legs)Leg(uint256 asset,uint256 least,address to)"
        );
    bytes32 private constant ENTRY =
        keccak256("Entry(address owner,uint256 shares,uint256 tip,uint256 nonce,uint256 deadline,uint256[] most)");

    uint256 public constant LOCKED = 1e6;
    uint256 public constant MIN_START = 1e18;
    address private constant DEAD = address(0xdEaD);

    event Started(uint256 s);
    event Entered(address indexed o, uint256 s);
    event Exited(address indexed o, uint256 s, uint256 f);
    event LegPaid(address indexed o, uint256 indexed i, address to, uint256 a);
    event Tipped(address indexed o, address indexed by, uint256 s);
    event Skimmed(uint256 indexed i, address to, uint256 a);

    error BadLeg();
    error BadLength();
    error Expired();
    error NotSigned();
    error Slipped();
    error TooFew();
    error WasStarted();

    constructor(
        IERC20[] memory t,
        address o,
        address y
    ) ERC20("Index Share", "INDX") ERC20Permit("Index Share") Ownable(o) Fees(y) Pot(t) {
        _pause(); //~ BENIGN INIT nobody enters before the start
    }

    function start(uint256 s, uint256[] calldata a) external onlyOwner nonReentrant {
        if (totalSupply() != 0) revert WasStarted(); //~ BENIGN INIT
        if (s < MIN_START) revert TooFew(); //~ BENIGN INPUT_VAL
        if (a.length != count()) revert BadLength(); //~ BENIGN INPUT_VAL
        accrue();
        _mint(DEAD, LOCKED); //~ BENIGN STATE_MOD the supply never falls to zero again
        _mint(msg.sender, s - LOCKED);
        for (uint256 i; i < a.length; ++i) {
            if (a[i] == 0) revert TooFew(); //~ BENIGN INPUT_VAL
            _pull(i, msg.sender, a[i]);
        }
        emit Started(s);
        _unpause();
    }

    function enter(uint256 s, uint256[] calldata m) external nonReentrant {
        _enter(msg.sender, s, m);
    }

    function enterFor(Entry calldata x, bytes calldata g) external nonReentrant {
        _authorize(x.owner, x.nonce, x.deadline, entryHash(x), g); //~ BENIGN SIGNATURE every field of the entry is hashed
        _enter(x.owner, x.shares, x.most);
        _tip(x.owner, x.tip);
    }

    function leave(uint256 s, Leg[] calldata l) external nonReentrant {
        _leave(msg.sender, s, l);
    }

    function leaveFor(Exit calldata x, bytes calldata g) external nonReentrant {
        _authorize(x.owner, x.nonce, x.deadline, exitHash(x), g); //~ BENIGN SIGNATURE anyone, but as signed
        _tip(x.owner, x.tip); //~ BENIGN FUND_XFER the tip is signed
        _leave(x.owner, x.shares, x.legs);
    }

    function skim(uint256 i, address to) external onlyOwner nonReentrant {
        uint256 a = spare(i); //~ BENIGN ARITHMETIC what no share stands for
        assets[i].safeTransfer(to, a);
        emit Skimmed(i, to, a);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function accrue() public override {
        uint256 f = _fresh(totalSupply());
        accruedAt = uint64(block.timestamp);
        if (f > 0) _mint(treasury, f); //~ BENIGN STATE_MOD two percent a year at the most
    }

    function entryHash(Entry calldata x) public view returns (bytes32) {
        bytes32 m = keccak256(abi.encodePacked(x.most));
        return _hashTypedDataV4(keccak256(abi.encode(ENTRY, x.owner, x.shares, x.tip, x.nonce, x.deadline, m))); //~ BENIGN SIGNATURE
    }

    function exitHash(Exit calldata x) public view returns (bytes32) {
        bytes32 l = _hashLegs(x.legs);
        return _hashTypedDataV4(keccak256(abi.encode(EXIT, x.owner, x.shares, x.tip, x.nonce, x.deadline, l))); //~ BENIGN SIGNATURE bound to chain and contract
    }

    function quoteEnter(uint256 s) external view returns (uint256[] memory a) {
        uint256 n = totalSupply();
        n += _fresh(n);
        a = new uint256[](count());
        for (uint256 i; i < a.length; ++i) a[i] = held[i].mulDiv(s, n, Math.Rounding.Ceil);
    }

    function quoteLeave(uint256 s) external view returns (uint256[] memory a) {
        uint256 n = totalSupply();
        n += _fresh(n);
        s -= s * exitFee / BPS;
        a = new uint256[](count());
        for (uint256 i; i < a.length; ++i) a[i] = held[i].mulDiv(s, n);
    }

    function _authorize(address o, uint256 n, uint256 d, bytes32 h, bytes calldata g) private {
        if (block.timestamp > d) revert Expired(); //~ BENIGN TIMESTAMP
        if (ECDSA.recover(h, g) != o) revert NotSigned(); //~ BENIGN SIGNATURE
        _use(o, n); //~ BENIGN SIGNATURE each order once
    }

    function _hashLegs(Leg[] calldata l) private pure returns (bytes32) {
        bytes32[] memory h = new bytes32[](l.length);
        for (uint256 i; i < l.length; ++i) {
            h[i] = keccak256(abi.encode(LEG, l[i].asset, l[i].least, l[i].to)); //~ BENIGN SIGNATURE covers the whole leg
        }
        return keccak256(abi.encodePacked(h));
    }

    function _tip(address o, uint256 s) private {
        if (s == 0) return;
        _transfer(o, msg.sender, s); //~ BENIGN STATE_MOD
        emit Tipped(o, msg.sender, s);
    }

    function _enter(address o, uint256 s, uint256[] calldata m) private whenNotPaused {
        if (s == 0) revert TooFew(); //~ BENIGN INPUT_VAL
        if (m.length != count()) revert BadLength(); //~ BENIGN INPUT_VAL
        accrue();
        uint256 n = totalSupply();
        _mint(o, s);
        for (uint256 i; i < m.length; ++i) {
            uint256 a = held[i].mulDiv(s, n, Math.Rounding.Ceil); //~ BENIGN ARITHMETIC rounded up, for those inside
            if (a > m[i]) revert Slipped(); //~ BENIGN INPUT_VAL
            _pull(i, o, a);
        }
        emit Entered(o, s); //~ UNRELATED EVENT_EMIT
    }

    function _leave(address o, uint256 s, Leg[] calldata l) private {
        accrue();
        uint256 n = totalSupply();
        uint256 f = s * exitFee / BPS;
        if (f > 0) _transfer(o, treasury, f);
        s -= f;
        _burn(o, s); //~ BENIGN STATE_MOD before any payment
        for (uint256 i; i < l.length; ++i) {
            (uint256 j, address to) = (l[i].asset, l[i].to);
            if (j >= count() || to == address(this)) revert BadLeg(); //~ BENIGN INPUT_VAL
            if (i > 0 && l[i - 1].asset >= j) revert BadLeg(); //~ BENIGN INPUT_VAL no asset twice
            uint256 a = held[j].mulDiv(s, n);
            if (a < l[i].least) revert Slipped(); //~ BENIGN INPUT_VAL
            _push(j, to, a); //~ BENIGN FUND_XFER
            emit LegPaid(o, j, to, a); //~ UNRELATED EVENT_EMIT
        }
        emit Exited(o, s, f);
    }
}
