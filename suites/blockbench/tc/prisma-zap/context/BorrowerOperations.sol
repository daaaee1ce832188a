// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {DebtToken} from "./DebtToken.sol";

interface IPriceFeed {
    /// @return US dollars for one unit of the collateral, with 18 decimals
    function fetchPrice(IERC20 collateral) external view returns (uint256);
}

/// @notice Whoever is approved here may act for an account as if it were that account.
abstract contract DelegatedOps {
    error NotDelegate(address account, address caller);

    mapping(address account => mapping(address delegate => bool)) public isApprovedDelegate;

    event DelegateApprovalSet(address indexed account, address indexed delegate, bool approved);

    function setDelegateApproval(address delegate, bool approved) external {
        isApprovedDelegate[msg.sender][delegate] = approved;
        emit DelegateApprovalSet(msg.sender, delegate, approved);
    }

    modifier callerOrDelegated(address account) {
        if (msg.sender != account && !isApprovedDelegate[account][msg.sender]) revert NotDelegate(account, msg.sender);
        _;
    }
}

/// @notice Keeps the troves of one parameter set and their collateral.
contract TroveManager {
    using SafeERC20 for IERC20;

    struct Trove {
        uint256 collateral;
        uint256 debt;
    }

    error NotOperations(address caller);

    IERC20 public immutable collateralToken;
    address public immutable operations;
    uint256 public immutable minimumRatio;
    mapping(address account => Trove) public troves;

    constructor(IERC20 collateralToken_, address operations_, uint256 minimumRatio_) {
        collateralToken = collateralToken_;
        operations = operations_;
        minimumRatio = minimumRatio_;
    }

    modifier onlyOperations() {
        if (msg.sender != operations) revert NotOperations(msg.sender);
        _;
    }

    function store(address account, uint256 collateral, uint256 debt) external onlyOperations {
        troves[account] = Trove(collateral, debt);
    }

    function sendCollateral(address to, uint256 amount) external onlyOperations {
        collateralToken.safeTransfer(to, amount);
    }
}

/// @notice Opens, tops up and closes troves. The caller brings the collateral and the stablecoins and receives them, for
/// its own account or for one that made it a delegate.
contract BorrowerOperations is Ownable, DelegatedOps {
    using SafeERC20 for IERC20;

    error UnknownManager(TroveManager manager);
    error TroveExists(address account);
    error NoTrove(address account);
    error BelowMinimumRatio(uint256 ratio);

    DebtToken public immutable debtToken;
    IPriceFeed public immutable priceFeed;
    mapping(TroveManager manager => bool) public isManager;

    event TroveUpdated(TroveManager indexed manager, address indexed account, uint256 collateral, uint256 debt);

    constructor(DebtToken debtToken_, IPriceFeed priceFeed_) Ownable(msg.sender) {
        debtToken = debtToken_;
        priceFeed = priceFeed_;
    }

    function addManager(TroveManager manager) external onlyOwner {
        isManager[manager] = true;
    }

    modifier known(TroveManager manager) {
        if (!isManager[manager]) revert UnknownManager(manager);
        _;
    }

    function openTrove(TroveManager manager, address account, uint256 collateral, uint256 debt)
        external
        known(manager)
        callerOrDelegated(account)
    {
        (, uint256 owed) = manager.troves(account);
        if (owed != 0) revert TroveExists(account);
        if (debt == 0) revert NoTrove(account);
        _store(manager, account, collateral, debt);
        manager.collateralToken().safeTransferFrom(msg.sender, address(manager), collateral);
        debtToken.mint(msg.sender, debt);
    }

    function addCollateral(TroveManager manager, address account, uint256 amount) external known(manager) callerOrDelegated(account) {
        (uint256 collateral, uint256 debt) = manager.troves(account);
        if (debt == 0) revert NoTrove(account);
        _store(manager, account, collateral + amount, debt);
        manager.collateralToken().safeTransferFrom(msg.sender, address(manager), amount);
    }

    function closeTrove(TroveManager manager, address account) external known(manager) callerOrDelegated(account) {
        (uint256 collateral, uint256 debt) = manager.troves(account);
        if (debt == 0) revert NoTrove(account);
        manager.store(account, 0, 0);
        emit TroveUpdated(manager, account, 0, 0);
        debtToken.burn(msg.sender, debt);
        manager.sendCollateral(msg.sender, collateral);
    }

    function _store(TroveManager manager, address account, uint256 collateral, uint256 debt) internal {
        uint256 ratio = (collateral * priceFeed.fetchPrice(manager.collateralToken())) / debt;
        if (ratio < manager.minimumRatio()) revert BelowMinimumRatio(ratio);
        manager.store(account, collateral, debt);
        emit TroveUpdated(manager, account, collateral, debt);
    }
}
