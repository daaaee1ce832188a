// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {ILendingMarket} from "./IStrategy.sol";

/// @title LendingMarket
/// @notice Keeps what admitted suppliers bring, and spreads the interest that borrowers pay.
/// @dev The asset takes no fee on transfers.
contract LendingMarket is ILendingMarket, Ownable2Step {
    using SafeERC20 for IERC20;

    /// @notice Where a supplier stands.
    /// @param amount What it has supplied.
    /// @param index The interest index up to which interest is settled.
    /// @param interest Interest that is settled and not claimed.
    struct Supplier {
        uint256 amount;
        uint256 index;
        uint256 interest;
    }

    /// @dev Decimals of the interest index.
    uint256 private constant ONE = 1e18;

    /// @notice The asset.
    IERC20 public immutable ASSET;

    /// @notice All that is supplied.
    uint256 public totalSupplied;

    /// @notice Interest for one supplied unit since the beginning, with 18 decimals.
    uint256 public interestIndex;

    /// @notice Whether an account may supply.
    mapping(address account => bool) public admitted;

    /// @notice Where an account stands.
    mapping(address account => Supplier) public supplierOf;

    /// @notice Emitted when an account is admitted or dismissed.
    /// @param account The account.
    /// @param admitted Whether it may supply.
    event AdmissionChanged(address indexed account, bool admitted);

    /// @notice Emitted when assets are supplied.
    /// @param account The supplier.
    /// @param amount How much.
    event Supplied(address indexed account, uint256 amount);

    /// @notice Emitted when assets are withdrawn.
    /// @param account The supplier.
    /// @param amount How much.
    event Withdrawn(address indexed account, uint256 amount);

    /// @notice Emitted when interest is paid.
    /// @param payer Who paid it.
    /// @param amount How much.
    event InterestPaid(address indexed payer, uint256 amount);

    /// @notice Emitted when interest is claimed.
    /// @param account The supplier.
    /// @param amount How much.
    event InterestClaimed(address indexed account, uint256 amount);

    /// @param owner_ Who admits suppliers.
    /// @param asset The asset.
    constructor(address owner_, IERC20 asset) Ownable(owner_) {
        require(address(asset) != address(0), "LendingMarket: no asset");
        ASSET = asset;
    }

    /// @notice Admits or dismisses a supplier. What it has supplied stays its own.
    /// @param account The account.
    /// @param admitted_ Whether it may supply.
    function setAdmitted(address account, bool admitted_) external onlyOwner {
        admitted[account] = admitted_;
        emit AdmissionChanged(account, admitted_);
    }

    /// @inheritdoc ILendingMarket
    function supply(uint256 amount) external {
        require(admitted[_msgSender()], "LendingMarket: not admitted");
        Supplier storage supplier = _settle(_msgSender());
        supplier.amount += amount;
        totalSupplied += amount;
        ASSET.safeTransferFrom(_msgSender(), address(this), amount);
        emit Supplied(_msgSender(), amount);
    }

    /// @inheritdoc ILendingMarket
    function withdraw(uint256 amount) external {
        Supplier storage supplier = _settle(_msgSender());
        require(amount <= supplier.amount, "LendingMarket: not supplied");
        supplier.amount -= amount;
        totalSupplied -= amount;
        ASSET.safeTransfer(_msgSender(), amount);
        emit Withdrawn(_msgSender(), amount);
    }

    /// @inheritdoc ILendingMarket
    function claimInterest() external {
        Supplier storage supplier = _settle(_msgSender());
        uint256 amount = supplier.interest;
        supplier.interest = 0;
        ASSET.safeTransfer(_msgSender(), amount);
        emit InterestClaimed(_msgSender(), amount);
    }

    /// @notice Pays interest to all suppliers.
    /// @param amount How much.
    function payInterest(uint256 amount) external {
        require(totalSupplied > 0, "LendingMarket: no suppliers");
        interestIndex += Math.mulDiv(amount, ONE, totalSupplied);
        ASSET.safeTransferFrom(_msgSender(), address(this), amount);
        emit InterestPaid(_msgSender(), amount);
    }

    /// @notice Returns the interest that a supplier could claim.
    /// @param account The supplier.
    /// @return How much it is.
    function interestOf(address account) external view returns (uint256) {
        Supplier storage supplier = supplierOf[account];
        return supplier.interest + Math.mulDiv(supplier.amount, interestIndex - supplier.index, ONE);
    }

    /// @param account A supplier.
    /// @return supplier Where it stands, with its interest up to date.
    function _settle(address account) private returns (Supplier storage supplier) {
        supplier = supplierOf[account];
        supplier.interest += Math.mulDiv(supplier.amount, interestIndex - supplier.index, ONE);
        supplier.index = interestIndex;
    }
}
