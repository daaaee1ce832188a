// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";

interface IPropertyFund is IERC20 {
    function cash() external view returns (uint256);
    function totalOwed() external view returns (uint256);
    function owedTo(address holder) external view returns (uint256);
    function lockedOf(address holder) external view returns (uint256);
    function price() external view returns (uint256);
}

// For the website, holds nothing.
contract FundLens {
    using SafeMath for uint256;

    function holder(IPropertyFund fund, address who) external view returns (uint256 free, uint256 worth, uint256 owed) {
        uint256 shares = fund.balanceOf(who);
        return (shares.sub(fund.lockedOf(who)), shares.mul(fund.price()), fund.owedTo(who));
    }

    // part of the fund's value that lies around as cash, in basis points
    function liquidity(IPropertyFund fund) external view returns (uint256) {
        uint256 value = fund.totalSupply().mul(fund.price());
        return value == 0 ? 0 : fund.cash().sub(fund.totalOwed()).mul(10000).div(value);
    }
}
