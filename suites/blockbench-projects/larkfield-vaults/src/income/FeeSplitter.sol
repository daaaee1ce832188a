// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IAuthority, Role} from "../interfaces/IAuthority.sol";
import {IFeeSplitter} from "../interfaces/IServices.sol";
import {IVault} from "../interfaces/IVault.sol";

/// @title FeeSplitter
/// @notice Gets the fees of all vaults as shares, and splits them between the manager of the vault and the treasury.
/// @dev Shares that came in are those that nobody is owed yet. What is sent here otherwise is split as well.
contract FeeSplitter is IFeeSplitter {
    using SafeERC20 for IVault;

    uint256 private constant BASIS = 10_000;

    /// @notice Keeper of the roles.
    IAuthority public immutable authority;

    /// @notice Gets the part that is not the manager's.
    address public immutable treasury;

    /// @notice Makes vaults. Set once, by the deployer.
    address public factory;

    /// @notice Part of the treasury, in basis points.
    uint256 public rate;

    /// @inheritdoc IFeeSplitter
    mapping(IVault vault => address) public managerOf;

    /// @inheritdoc IFeeSplitter
    mapping(IVault vault => mapping(address account => uint256)) public owed;

    /// @notice Shares that all accounts together are owed.
    mapping(IVault vault => uint256) public allOwed;

    address private immutable _deployer;

    constructor(IAuthority authority_, address treasury_) {
        authority = authority_;
        treasury = treasury_;
        _deployer = msg.sender;
    }

    /// @notice Name the factory. The deployer, once.
    function setFactory(address factory_) external {
        if (msg.sender != _deployer || factory != address(0)) revert OnlyFactory(msg.sender);
        factory = factory_;
    }

    /// @inheritdoc IFeeSplitter
    function enrol(IVault vault, address manager) external {
        if (msg.sender != factory) revert OnlyFactory(msg.sender);
        managerOf[vault] = manager;
        emit Enrolled(vault, manager);
    }

    /// @inheritdoc IFeeSplitter
    /// @dev What came in before is the former manager's, the fee up to now included.
    function changeManager(IVault vault, address manager) external {
        if (msg.sender != managerOf[vault]) revert NotManager(msg.sender);
        if (manager == address(0)) revert ZeroAccount();
        vault.settle();
        split(vault);
        managerOf[vault] = manager;
        emit ManagerChanged(vault, msg.sender, manager);
    }

    /// @inheritdoc IFeeSplitter
    /// @dev Counts for everything that is split from now on.
    function setRate(uint256 rate_) external {
        if (!authority.hasRole(Role.Curator, msg.sender)) revert NotCurator(msg.sender);
        if (rate_ > BASIS) revert RateTooHigh(rate_);
        rate = rate_;
        emit RateSet(rate_);
    }

    /// @inheritdoc IFeeSplitter
    function pay(IVault vault, address account) external returns (uint256 shares) {
        shares = owed[vault][account];
        if (shares == 0) revert NotOwed(account);
        delete owed[vault][account];
        allOwed[vault] -= shares;
        vault.safeTransfer(account, shares); //~ DECOY FUND_XFER anybody may call, and the account is paid
        emit Paid(vault, account, shares);
    }

    /// @inheritdoc IFeeSplitter
    function split(IVault vault) public {
        address manager = managerOf[vault];
        if (manager == address(0)) revert NotManager(manager);
        uint256 shares = vault.balanceOf(address(this)) - allOwed[vault];
        uint256 forTreasury = Math.mulDiv(shares, rate, BASIS);
        owed[vault][treasury] += forTreasury;
        owed[vault][manager] += shares - forTreasury;
        allOwed[vault] += shares;
        emit Split(vault, manager, shares - forTreasury, forTreasury);
    }
}
