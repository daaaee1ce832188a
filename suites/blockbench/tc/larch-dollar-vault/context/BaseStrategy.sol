// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";
import "./Interfaces.sol";

abstract contract BaseStrategy is IStrategy {
    using SafeERC20 for IERC20;

    address public immutable override vault;
    IERC20 public immutable override want;

    event Swept(address indexed token, uint256 amount);

    modifier onlyVault() {
        require(msg.sender == vault, "!vault");
        _;
    }

    constructor(address _vault, IERC20 _want) {
        vault = _vault;
        want = _want;
    }

    // sends tokens that came by mistake to the treasury
    function sweep(IERC20 token) external {
        require(msg.sender == IVault(vault).owner(), "!owner");
        require(!_kept(address(token)), "!token");
        uint256 amount = token.balanceOf(address(this));
        emit Swept(address(token), amount);
        token.safeTransfer(IVault(vault).treasury(), amount);
    }

    // tokens that the strategy works with
    function _kept(address token) internal view virtual returns (bool) {
        return token == address(want);
    }
}
