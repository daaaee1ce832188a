// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./InvestorRegistry.sol";

// Whole shares, held by investors only.
abstract contract FundShare is ERC20 {
    using SafeMath for uint256;

    InvestorRegistry public immutable registry;

    constructor(InvestorRegistry registry_) ERC20("Property Fund Share", "PFS") {
        require(address(registry_) != address(0), "no registry");
        registry = registry_;
        _setupDecimals(0);
    }

    // shares that stay where they are
    function lockedOf(address holder) public view virtual returns (uint256);

    function _beforeTokenTransfer(address from, address to, uint256 amount) internal override {
        if (to == address(0)) return;
        require(registry.isInvestor(to), "not an investor");
        if (from != address(0)) require(amount <= balanceOf(from).sub(lockedOf(from)), "locked");
    }
}
