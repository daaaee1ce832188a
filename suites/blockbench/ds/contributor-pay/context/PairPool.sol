// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// Two tokens, constant product, three tenths of a percent.
contract PairPool is ERC20, ReentrancyGuard {
    using SafeERC20 for IERC20;

    uint256 public constant FEE = 30; // of 10,000
    uint256 private constant LOCKED = 1_000; // shares of nobody

    IERC20 public immutable one;
    IERC20 public immutable two;
    uint256 public reserveOne;
    uint256 public reserveTwo;

    error WrongToken(address token);
    error TooLittle(uint256 got);

    constructor(IERC20 one_, IERC20 two_) ERC20("Pair share", "PAIR") {
        require(address(one_) != address(two_), "same token");
        one = one_;
        two = two_;
    }

    /// Takes as much of the second token as the price asks for.
    function add(uint256 amountOne, uint256 maxTwo, uint256 minShares) external nonReentrant returns (uint256 shares) {
        uint256 supply = totalSupply();
        uint256 amountTwo = maxTwo;
        if (supply == 0) {
            shares = Math.sqrt(amountOne * amountTwo) - LOCKED;
            _mint(address(this), LOCKED);
        } else {
            amountTwo = Math.mulDiv(amountOne, reserveTwo, reserveOne, Math.Rounding.Ceil);
            require(amountTwo <= maxTwo, "price moved");
            shares = Math.mulDiv(amountOne, supply, reserveOne);
        }
        if (shares == 0 || shares < minShares) revert TooLittle(shares);
        reserveOne += amountOne;
        reserveTwo += amountTwo;
        _mint(msg.sender, shares);
        one.safeTransferFrom(msg.sender, address(this), amountOne);
        two.safeTransferFrom(msg.sender, address(this), amountTwo);
        emit Added(msg.sender, amountOne, amountTwo, shares);
    }

    function remove(uint256 shares, uint256 minOne, uint256 minTwo) external nonReentrant returns (uint256 gotOne, uint256 gotTwo) {
        uint256 supply = totalSupply();
        gotOne = Math.mulDiv(shares, reserveOne, supply);
        gotTwo = Math.mulDiv(shares, reserveTwo, supply);
        if (gotOne < minOne) revert TooLittle(gotOne);
        if (gotTwo < minTwo) revert TooLittle(gotTwo);
        _burn(msg.sender, shares);
        reserveOne -= gotOne;
        reserveTwo -= gotTwo;
        one.safeTransfer(msg.sender, gotOne);
        two.safeTransfer(msg.sender, gotTwo);
        emit Removed(msg.sender, gotOne, gotTwo, shares);
    }

    /// Sells an amount of one token for the other one and says how much of it was sent.
    function swap(IERC20 sold, uint256 amount, uint256 minOut, address to) external nonReentrant returns (uint256 out) {
        (uint256 mine, uint256 other) = _reserves(sold);
        uint256 counted = amount * (10_000 - FEE);
        out = Math.mulDiv(counted, other, mine * 10_000 + counted);
        if (out == 0 || out < minOut) revert TooLittle(out);
        bool isOne = sold == one;
        if (isOne) {
            reserveOne += amount;
            reserveTwo -= out;
        } else {
            reserveTwo += amount;
            reserveOne -= out;
        }
        sold.safeTransferFrom(msg.sender, address(this), amount);
        (isOne ? two : one).safeTransfer(to, out);
        emit Swapped(address(sold), amount, out, to);
    }

    /// What an amount of one token is worth in the other one at the price of the moment, less the fee.
    function quote(IERC20 sold, uint256 amount) external view returns (uint256) {
        (uint256 mine, uint256 other) = _reserves(sold);
        return Math.mulDiv(amount * (10_000 - FEE), other, mine * 10_000);
    }

    /// What shares stand for.
    function worthOf(uint256 shares) external view returns (uint256 amountOne, uint256 amountTwo) {
        amountOne = Math.mulDiv(shares, reserveOne, totalSupply());
        amountTwo = Math.mulDiv(shares, reserveTwo, totalSupply());
    }

    function _reserves(IERC20 sold) private view returns (uint256 mine, uint256 other) {
        if (sold == one) return (reserveOne, reserveTwo);
        if (sold == two) return (reserveTwo, reserveOne);
        revert WrongToken(address(sold));
    }

    event Added(address indexed who, uint256 one, uint256 two, uint256 shares);
    event Removed(address indexed who, uint256 one, uint256 two, uint256 shares);
    event Swapped(address indexed sold, uint256 amount, uint256 out, address indexed to);
}
