// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {IReserveVault} from "./IReserveVault.sol";

/**
 * @title ShareCreditDesk
 * @notice Lends ether on shares of the vault, up to half of their worth, for a fee that is taken at once.
 */
contract ShareCreditDesk is AccessControl {
    using SafeERC20 for IERC20;

    /**
     * @notice A loan and what secures it.
     * @param shares The shares.
     * @param debt The debt in wei.
     * @param dueAt When it has to be repaid.
     */
    struct Position {
        uint256 shares;
        uint256 debt;
        uint256 dueAt;
    }

    /// @notice May withdraw ether and foreclose.
    bytes32 public constant TREASURER_ROLE = keccak256("TREASURER_ROLE");

    /// @notice The fee of a loan.
    uint256 public constant FEE_BPS = 100;

    /// @notice The part of the worth that is lent.
    uint256 public constant LOAN_TO_VALUE_BPS = 5_000;

    /// @notice All of something.
    uint256 public constant BPS = 10_000;

    /// @notice How long a loan runs.
    uint256 public constant TERM = 90 days;

    /// @notice The vault.
    IReserveVault public immutable vault;

    /// @notice Its shares.
    IERC20 public immutable share;

    /// @notice The positions by account.
    mapping(address account => Position) public positions;

    /**
     * @notice A loan was paid out.
     * @param account The borrower.
     * @param amount The debt that was added.
     * @param fee The part that was kept.
     */
    event Borrowed(address indexed account, uint256 amount, uint256 fee);

    /**
     * @notice A loan was repaid.
     * @param account The borrower.
     * @param amount The part.
     */
    event Repaid(address indexed account, uint256 amount);

    /**
     * @notice Shares were taken for a loan that was not repaid in time.
     * @param account The borrower.
     * @param shares The shares.
     */
    event Foreclosed(address indexed account, uint256 shares);

    /**
     * @notice Sets the vault. The ether that comes along can be lent.
     * @param vault_ The vault.
     * @param treasurer The treasurer, who also passes roles on.
     */
    constructor(address vault_, address treasurer) payable {
        require(vault_ != address(0) && treasurer != address(0), "ShareCreditDesk: bad setup");
        vault = IReserveVault(vault_);
        share = IERC20(vault_);
        _grantRole(DEFAULT_ADMIN_ROLE, treasurer);
        _grantRole(TREASURER_ROLE, treasurer);
    }

    /**
     * @notice Adds shares to the caller's position.
     * @param shares The shares.
     */
    function addCollateral(uint256 shares) external {
        positions[msg.sender].shares += shares;
        share.safeTransferFrom(msg.sender, address(this), shares);
    }

    /**
     * @notice Takes shares out that secure nothing.
     * @param shares The shares.
     */
    function removeCollateral(uint256 shares) external {
        Position storage position = positions[msg.sender];
        position.shares -= shares;
        _requireCovered(position);
        share.safeTransfer(msg.sender, shares);
    }

    /**
     * @notice Lends ether to the caller.
     * @param amount The debt. The caller gets it less the fee.
     */
    function borrow(uint256 amount) external {
        Position storage position = positions[msg.sender];
        if (position.debt == 0) {
            position.dueAt = block.timestamp + TERM;
        }
        position.debt += amount;
        _requireCovered(position);
        uint256 fee = Math.mulDiv(amount, FEE_BPS, BPS, Math.Rounding.Ceil);
        emit Borrowed(msg.sender, amount, fee);
        _send(msg.sender, amount - fee);
    }

    /// @notice Repays with the ether that comes along.
    function repay() external payable {
        positions[msg.sender].debt -= msg.value;
        emit Repaid(msg.sender, msg.value);
    }

    /**
     * @notice Takes shares for a debt that is overdue. The borrower keeps the rest.
     * @param account The borrower.
     * @param to Who gets the shares.
     */
    function foreclose(address account, address to) external onlyRole(TREASURER_ROLE) {
        Position storage position = positions[account];
        require(position.debt > 0 && block.timestamp > position.dueAt, "ShareCreditDesk: not overdue");
        uint256 value = vault.shareValue(position.shares);
        uint256 taken = Math.mulDiv(position.debt, position.shares, value, Math.Rounding.Ceil);
        position.shares -= taken;
        position.debt = 0;
        share.safeTransfer(to, taken);
        emit Foreclosed(account, taken);
    }

    /**
     * @notice Takes ether out that is not lent.
     * @param to Who gets it.
     * @param amount How much.
     */
    function withdraw(address to, uint256 amount) external onlyRole(TREASURER_ROLE) {
        _send(to, amount);
    }

    /**
     * @dev Refuses a debt above the part of the worth that is lent.
     * @param position The position.
     */
    function _requireCovered(Position storage position) internal view {
        if (position.debt == 0) return;
        uint256 limit = (vault.shareValue(position.shares) * LOAN_TO_VALUE_BPS) / BPS;
        require(position.debt <= limit, "ShareCreditDesk: not covered");
    }

    /**
     * @dev Sends ether.
     * @param to Who gets it.
     * @param amount How much.
     */
    function _send(address to, uint256 amount) internal {
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "ShareCreditDesk: not sent");
    }
}
