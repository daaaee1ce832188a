// SPDX-License-Identifier: LGPL-2.1-or-later
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/Math.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";

abstract contract Reserve is Ownable {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    uint256 public constant BPS = 10000;
    uint256 public constant MAX_FEE = 2000;

    IERC20 public immutable coin;
    address public treasury;
    uint256 public fee;
    uint256 public cash;
    uint256 public reserves;
    uint256 private _rest;

    event TreasurySet(address t);
    event FeeSet(uint256 f);
    event ReservesTaken(address indexed t, uint256 a);
    event Swept(IERC20 indexed k, uint256 a);

    constructor(IERC20 k, address t, uint256 f) internal {
        require(address(k) != address(0) && t != address(0), "Reserve/zero");
        require(f <= MAX_FEE, "Reserve/fee");
        coin = k;
        treasury = t;
        fee = f;
    }

    function setTreasury(address t) external onlyOwner {
        require(t != address(0), "Reserve/zero");
        treasury = t;
        emit TreasurySet(t);
    }

    function setFee(uint256 f) external onlyOwner {
        require(f <= MAX_FEE, "Reserve/fee");
        _grow();
        fee = f;
        emit FeeSet(f);
    }

    function takeReserves(uint256 a) external onlyOwner {
        reserves = reserves.sub(a, "Reserve/amount");
        emit ReservesTaken(treasury, a);
        _pay(treasury, a);
    }

    function sweep(IERC20 k) external onlyOwner returns (uint256 a) {
        a = k.balanceOf(address(this));
        if (k == coin) a = a.sub(cash);
        require(a > 0, "Reserve/none");
        emit Swept(k, a);
        k.safeTransfer(treasury, a);
    }

    function _take(uint256 a) internal {
        cash = cash.add(a);
        coin.safeTransferFrom(msg.sender, address(this), a);
    }

    function _pay(address to, uint256 a) internal {
        cash = cash.sub(a, "Reserve/cash");
        coin.safeTransfer(to, a);
    }

    function _fees(uint256 i) internal {
        uint256 x = i.mul(fee).add(_rest);
        reserves = reserves.add(x.div(BPS));
        _rest = x.mod(BPS);
    }

    function _lose(uint256 d) internal {
        reserves = reserves.sub(Math.min(reserves, d));
    }

    function _grow() internal virtual;
}
