// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/**
 * @title Barn
 * @notice Keeps the coins of a cooperative and counts the notes that were issued for them.
 */
contract Barn is AccessControl {
    using SafeERC20 for IERC20;

    /// @notice Role of the desk that issues and redeems notes.
    bytes32 public constant DESK_ROLE = keccak256("DESK_ROLE");

    /// @notice Role that books harvests and losses.
    bytes32 public constant KEEPER_ROLE = keccak256("KEEPER_ROLE");

    /// @notice The coin.
    IERC20 public immutable coin;

    /// @notice Coins behind the notes.
    uint256 public stock;

    /// @notice Notes that were issued and not redeemed.
    uint256 public issued;

    /**
     * @notice Sets the coin and the administrator.
     * @param coin_ The coin.
     * @param admin The account that grants roles.
     */
    constructor(IERC20 coin_, address admin) {
        coin = coin_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }

    /**
     * @notice Takes coins in for notes.
     * @param coins The coins.
     * @param notes The notes.
     * @param from Who pays.
     */
    function take(uint256 coins, uint256 notes, address from) external onlyRole(DESK_ROLE) {
        stock += coins;
        issued += notes;
        coin.safeTransferFrom(from, address(this), coins);
    }

    /**
     * @notice Hands coins out for notes.
     * @param coins The coins.
     * @param notes The notes.
     * @param to Who is paid.
     */
    function release(uint256 coins, uint256 notes, address to) external onlyRole(DESK_ROLE) {
        stock -= coins;
        issued -= notes;
        coin.safeTransfer(to, coins);
    }

    /**
     * @notice Books a harvest and takes it in.
     * @param coins The coins.
     */
    function bookHarvest(uint256 coins) external onlyRole(KEEPER_ROLE) {
        stock += coins;
        coin.safeTransferFrom(msg.sender, address(this), coins);
    }

    /**
     * @notice Books a loss and hands the coins to whoever has to be paid.
     * @param coins The coins.
     * @param to Who is paid.
     */
    function bookLoss(uint256 coins, address to) external onlyRole(KEEPER_ROLE) {
        stock -= coins;
        coin.safeTransfer(to, coins);
    }
}
