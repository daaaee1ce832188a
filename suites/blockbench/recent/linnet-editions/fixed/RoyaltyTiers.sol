// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.24;

import {ERC1155} from "@openzeppelin/contracts@5.4.0/token/ERC1155/ERC1155.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Flow} from "./context/Flow.sol";
import {Gate} from "./context/Gate.sol";
import {IRoyaltyTiers} from "./context/IRoyaltyTiers.sol";

contract RoyaltyTiers is IRoyaltyTiers, ERC1155, Gate {
    using SafeERC20 for IERC20;
    using Flow for Flow.S;

    struct Tier {
        address label;
        uint64 cap;
        uint64 n;
        uint64 per;
        bool shut;
        uint256 price;
        Flow.S f;
    }

    uint256 public constant BATCH = 50;
    uint256 public constant MAX_FEE = 500;

    IERC20 public immutable coin;

    uint256 public fee;
    uint256 public fees;
    Tier[] public tiers;
    mapping(uint256 => mapping(address => uint256)) public held;
    mapping(uint256 => mapping(address => uint256)) public bought;
    mapping(address => address) public payee;
    mapping(uint256 => mapping(address => uint256)) private _seen;
    mapping(uint256 => mapping(address => uint256)) private _due;

    modifier mine(uint256 t) {
        if (msg.sender != tiers[t].label) revert NotTierLabel(); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(IERC20 c, address o, string memory u) ERC1155(u) Gate(o) {
        coin = c;
    }

    function open(uint64 cap, uint64 per, uint256 price) external live returns (uint256 t) {
        if (!label[msg.sender]) revert NotLabel(); //~ BENIGN ACCESS_CTRL
        if (cap == 0) revert Cap(); //~ BENIGN INPUT_VAL
        t = tiers.length;
        Tier storage x = tiers.push();
        x.label = msg.sender;
        x.cap = cap;
        x.per = per;
        x.price = price;
        emit Open(t, msg.sender, cap); //~ UNRELATED EVENT_EMIT
    }

    function setSale(uint256 t, uint64 per, uint256 price) external mine(t) {
        tiers[t].per = per;
        tiers[t].price = price;
        emit Sale(t, price, per);
    }

    function shut(uint256 t) external mine(t) {
        tiers[t].shut = true;
        emit Shut(t);
    }

    function pass(uint256 t, address l) external mine(t) {
        if (!label[l]) revert NotLabel(); //~ BENIGN ACCESS_CTRL
        tiers[t].label = l;
        emit Pass(t, l);
    }

    function issue(uint256 t, address to, uint256 n) external mine(t) {
        _give(t, to, n);
    }

    function buy(uint256 t, uint256 n, uint256 max) external live {
        Tier storage x = tiers[t];
        if (x.shut || x.price == 0) revert Closed(); //~ BENIGN INPUT_VAL
        uint256 c = x.price * n;
        if (c > max) revert Cost(); //~ BENIGN INPUT_VAL
        uint256 b = bought[t][msg.sender] += n;
        if (x.per != 0 && b > x.per) revert Limit(); //~ BENIGN INPUT_VAL
        uint256 k = _cut(c);
        if (k != 0) coin.safeTransferFrom(msg.sender, address(this), k);
        coin.safeTransferFrom(msg.sender, x.label, c - k); //~ BENIGN FUND_XFER
        emit Buy(t, msg.sender, n, c); //~ UNRELATED EVENT_EMIT
        _give(t, msg.sender, n);
    }

    function pay(uint256 t, uint256 a) external live mine(t) {
        Tier storage x = tiers[t];
        if (x.n == 0) revert Empty(); //~ BENIGN INPUT_VAL
        uint256 k = _cut(a);
        x.f.sync(x.n);
        x.f.add(a - k); //~ BENIGN ARITHMETIC
        coin.safeTransferFrom(msg.sender, address(this), a);
        emit Pay(t, a, k); //~ UNRELATED EVENT_EMIT
    }

    function claim(uint256[] calldata ts) external returns (uint256 a) {
        unchecked {
            for (uint256 j; j < ts.length; ++j) a += _claim(ts[j], msg.sender);
        }
    }

    function claimFor(uint256 t, address h) external returns (uint256) {
        return _claim(t, h);
    }

    function setPayee(address to) external {
        payee[msg.sender] = to;
        emit Payee(msg.sender, to);
    }

    function setFee(uint256 f) external onlyOwner {
        if (f > MAX_FEE) revert FeeTooHigh(); //~ BENIGN INPUT_VAL
        fee = f;
        emit Fee(f);
    }

    function setURI(string calldata u) external onlyOwner {
        _setURI(u);
    }

    function sweep(address to) external onlyOwner {
        uint256 a = fees;
        fees = 0; //~ BENIGN STATE_MOD
        coin.safeTransfer(to, a);
        emit Sweep(to, a);
    }

    function claimable(uint256 t, address h) external view returns (uint256) {
        Tier storage x = tiers[t];
        return _due[t][h] + Flow.due(held[t][h], x.f.acc + x.f.pend(x.n), _seen[t][h]);
    }

    function count() external view returns (uint256) {
        return tiers.length;
    }

    function left(uint256 t) external view returns (uint256) {
        return tiers[t].cap - tiers[t].n;
    }

    function idOf(uint256 t, uint256 k) public pure returns (uint256 i) {
        assembly {
            i := or(shl(128, t), k)
        }
    }

    function tierOf(uint256 i) public pure returns (uint256 t) {
        assembly {
            t := shr(128, i)
        }
    }

    function _give(uint256 t, address to, uint256 n) private {
        Tier storage x = tiers[t];
        uint256 k = x.n;
        if (n == 0 || n > BATCH) revert Count(); //~ BENIGN INPUT_VAL
        if (k + n > x.cap) revert Full(); //~ BENIGN INPUT_VAL
        x.f.sync(k);
        x.n = uint64(k + n);
        uint256[] memory i = new uint256[](n);
        uint256[] memory v = new uint256[](n);
        unchecked {
            for (uint256 j; j < n; ++j) (i[j], v[j]) = (idOf(t, k + j + 1), 1);
        }
        emit Issue(t, to, n); //~ UNRELATED EVENT_EMIT
        _mintBatch(to, i, v, ""); //~ BENIGN EXT_CALL
    }

    function _update(address a, address b, uint256[] memory i, uint256[] memory v) internal override {
        super._update(a, b, i, v); //~ BENIGN CTRL_FLOW
        for (uint256 j; j < i.length; ++j) {
            uint256 t = tierOf(i[j]);
            if (a != address(0)) {
                _acc(t, a); //~ BENIGN STATE_MOD
                held[t][a] -= v[j]; //~ BENIGN ARITHMETIC
            }
            if (b != address(0)) {
                _acc(t, b); //~ BENIGN STATE_MOD
                held[t][b] += v[j]; //~ BENIGN STATE_MOD
            }
        }
    }

    function _acc(uint256 t, address h) private {
        Tier storage x = tiers[t];
        uint256 c = x.f.sync(x.n);
        _due[t][h] += Flow.due(held[t][h], c, _seen[t][h]); //~ BENIGN ARITHMETIC
        _seen[t][h] = c;
    }

    function _claim(uint256 t, address h) private returns (uint256 a) {
        _acc(t, h);
        a = _due[t][h];
        _due[t][h] = 0; //~ BENIGN STATE_MOD
        address to = payee[h];
        if (to == address(0)) to = h;
        coin.safeTransfer(to, a); //~ BENIGN FUND_XFER
        emit Claim(t, h, to, a); //~ UNRELATED EVENT_EMIT
    }

    function _cut(uint256 a) private returns (uint256 k) {
        k = (a * fee) / 10_000;
        fees += k;
    }
}
