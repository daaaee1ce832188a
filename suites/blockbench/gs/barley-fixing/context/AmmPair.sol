// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "./IPriceFeed.sol";

// x*y=k with our own liquidity. Quotes its spot price.
contract AmmPair is IPriceFeed, Ownable2Step {
    using SafeERC20 for IERC20;

    uint256 public constant FEE_BPS = 30;

    IERC20 public immutable token;
    IERC20 public immutable dai;
    uint256 public tokenReserve;
    uint256 public daiReserve;

    constructor(IERC20 token_, IERC20 dai_) {
        token = token_;
        dai = dai_;
    }

    function addLiquidity(uint256 tokenIn, uint256 daiIn) external onlyOwner {
        tokenReserve += tokenIn;
        daiReserve += daiIn;
        token.safeTransferFrom(msg.sender, address(this), tokenIn);
        dai.safeTransferFrom(msg.sender, address(this), daiIn);
        emit Synced(tokenReserve, daiReserve);
    }

    function removeLiquidity(uint256 tokenOut, uint256 daiOut) external onlyOwner {
        tokenReserve -= tokenOut;
        daiReserve -= daiOut;
        token.safeTransfer(msg.sender, tokenOut);
        dai.safeTransfer(msg.sender, daiOut);
        emit Synced(tokenReserve, daiReserve);
    }

    function buy(uint256 daiIn, uint256 minOut) external returns (uint256 out) {
        out = _out(daiIn, daiReserve, tokenReserve);
        require(out >= minOut, "slippage");
        daiReserve += daiIn;
        tokenReserve -= out;
        dai.safeTransferFrom(msg.sender, address(this), daiIn);
        token.safeTransfer(msg.sender, out);
        emit Synced(tokenReserve, daiReserve);
    }

    function sell(uint256 tokenIn, uint256 minOut) external returns (uint256 out) {
        out = _out(tokenIn, tokenReserve, daiReserve);
        require(out >= minOut, "slippage");
        tokenReserve += tokenIn;
        daiReserve -= out;
        token.safeTransferFrom(msg.sender, address(this), tokenIn);
        dai.safeTransfer(msg.sender, out);
        emit Synced(tokenReserve, daiReserve);
    }

    function quote() external view returns (uint256, uint64) {
        if (tokenReserve == 0) return (0, 0);
        return ((daiReserve * 1e18) / tokenReserve, 0);
    }

    function _out(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) private pure returns (uint256) {
        uint256 net = amountIn * (10_000 - FEE_BPS);
        return (reserveOut * net) / (reserveIn * 10_000 + net);
    }

    event Synced(uint256 tokenReserve, uint256 daiReserve);
}
