// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

abstract contract BridgeAdmin is AccessControl, Pausable {
    using SafeERC20 for IERC20;

    bytes32 public constant OPS = keccak256("OPS");
    bytes32 public constant GUARD = keccak256("GUARD");

    address public treasury;
    mapping(address => bool) public free;

    event TreasurySet(address treasury);
    event FreeSet(address indexed who, bool free);
    event Swept(address indexed token, uint256 amount);

    error Zero();

    constructor(address t) {
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
        _grantRole(OPS, msg.sender);
        _grantRole(GUARD, msg.sender);
        _setTreasury(t);
    }

    function pause() external onlyRole(GUARD) {
        _pause();
    }

    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    function setTreasury(address t) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setTreasury(t);
    }

    function setFree(address w, bool f) external onlyRole(OPS) {
        free[w] = f;
        emit FreeSet(w, f);
    }

    function sweep(IERC20 k, uint256 a) external onlyRole(OPS) {
        k.safeTransfer(treasury, a);
        emit Swept(address(k), a);
    }

    function _setTreasury(address t) private {
        if (t == address(0)) revert Zero();
        treasury = t;
        emit TreasurySet(t);
    }
}
