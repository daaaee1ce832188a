// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20, ERC4626, IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC4626.sol";

contract SavingsVault is ERC4626 {
    uint256 public immutable cap;

    constructor(IERC20 a, string memory n, string memory s, uint256 c) ERC20(n, s) ERC4626(a) {
        cap = c;
    }

    function maxMint(address) public view override returns (uint256) {
        uint256 s = totalSupply();
        return s < cap ? cap - s : 0;
    }

    function maxDeposit(address w) public view override returns (uint256) {
        return convertToAssets(maxMint(w));
    }
}
