// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/AccessControl.sol";
import "@openzeppelin/contracts@4.9.6/security/Pausable.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

contract Note is ERC20, AccessControl, Pausable {
    using SafeERC20 for IERC20;

    bytes32 public constant REDEEMER = keccak256("REDEEMER");
    bytes32 public constant WINDOW = keccak256("WINDOW");

    IERC20 public immutable coin;

    constructor(IERC20 coin_, address guardian) ERC20("Note", "NOTE") {
        require(address(coin_) != address(0) && guardian != address(0), "zero");
        coin = coin_;
        _grantRole(DEFAULT_ADMIN_ROLE, guardian);
    }

    function pause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _pause();
    }

    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    function issue(uint256 amount) external {
        coin.safeTransferFrom(msg.sender, address(this), amount);
        _mint(msg.sender, amount);
    }

    // whether an account may turn so many notes into coins now
    function redeemable(address account, uint256 amount) public view returns (bool) {
        return !paused() && hasRole(REDEEMER, account) && balanceOf(account) >= amount;
    }

    function redeem(uint256 amount) external {
        require(redeemable(msg.sender, amount), "not redeemable");
        _burn(msg.sender, amount);
        coin.safeTransfer(msg.sender, amount);
    }

    function mint(address account, uint256 amount) external onlyRole(WINDOW) {
        _mint(account, amount);
    }

    function burnFrom(address account, uint256 amount) external onlyRole(WINDOW) {
        _burn(account, amount);
    }
}
