// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.24;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

abstract contract Desk is Ownable2Step, Pausable {
    using SafeERC20 for IERC20;

    uint256 public constant MAX_FEE = 2_000;

    IERC20 public immutable asset;
    uint256 public immutable fee;
    address public treasury;
    address public guardian;
    uint256 public cash;
    uint256 public fees;

    event TreasurySet(address t);
    event GuardianSet(address g);
    event Collected(address indexed t, uint256 a);
    event Swept(IERC20 indexed k, uint256 a);

    error Zero();
    error Range();
    error NotGuardian();

    constructor(IERC20 a, address t, address g, uint256 f) Ownable(msg.sender) {
        if (address(a) == address(0) || t == address(0)) revert Zero();
        if (f > MAX_FEE) revert Range();
        asset = a;
        treasury = t;
        guardian = g;
        fee = f;
    }

    function setTreasury(address t) external onlyOwner {
        if (t == address(0)) revert Zero();
        treasury = t;
        emit TreasurySet(t);
    }

    function setGuardian(address g) external onlyOwner {
        guardian = g;
        emit GuardianSet(g);
    }

    function pause() external {
        if (msg.sender != guardian && msg.sender != owner()) revert NotGuardian();
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function collect() external returns (uint256 a) {
        a = fees;
        fees = 0;
        emit Collected(treasury, a);
        asset.safeTransfer(treasury, a);
    }

    function sweep(IERC20 k) external onlyOwner returns (uint256 a) {
        a = k.balanceOf(address(this));
        if (k == asset) a -= cash + fees;
        if (a == 0) revert Zero();
        emit Swept(k, a);
        k.safeTransfer(treasury, a);
    }
}
