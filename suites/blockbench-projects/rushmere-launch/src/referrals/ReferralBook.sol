// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IReferralBook} from "../interfaces/IFees.sol";
import {ILaunchRegistry} from "../interfaces/IGovernance.sol";

/**
 * @title ReferralBook
 * @notice Counts the coins that referrers brought to sales, and shares a part of each sale's fee among them.
 */
contract ReferralBook is IReferralBook {
    using SafeERC20 for IERC20;

    /// @notice Token of the fees.
    IERC20 public immutable coin;

    /// @notice Where launches are recorded.
    ILaunchRegistry public immutable registry;

    /// @inheritdoc IReferralBook
    mapping(address sale => uint256) public volumeOf;

    /// @inheritdoc IReferralBook
    mapping(address sale => mapping(address referrer => uint256)) public broughtBy;

    /// @notice Coins that the referrers of a sale share.
    mapping(address sale => uint256) public potOf;

    /// @dev Lets launches through until they have funded their pot. From then on its parts stay the same.
    modifier onlyLaunch() {
        require(registry.isLaunch(msg.sender), "ReferralBook: not a launch");
        require(potOf[msg.sender] == 0, "ReferralBook: already funded");
        _;
    }

    /**
     * @notice Sets token and registry.
     * @param coin_ Token of the fees.
     * @param registry_ Where launches are recorded.
     */
    constructor(IERC20 coin_, ILaunchRegistry registry_) {
        coin = coin_;
        registry = registry_;
    }

    /// @inheritdoc IReferralBook
    function credit(address referrer, uint256 amount) external onlyLaunch {
        broughtBy[msg.sender][referrer] += amount;
        volumeOf[msg.sender] += amount;
    }

    /// @inheritdoc IReferralBook
    function debit(address referrer, uint256 amount) external onlyLaunch {
        broughtBy[msg.sender][referrer] -= amount;
        volumeOf[msg.sender] -= amount;
    }

    /// @inheritdoc IReferralBook
    function fund(uint256 amount) external onlyLaunch {
        potOf[msg.sender] = amount;
        coin.safeTransferFrom(msg.sender, address(this), amount);
        emit Funded(msg.sender, amount);
    }

    /**
     * @notice Pays a referrer its part of what a sale gave. Anybody may call it.
     * @param sale Sale.
     * @param referrer Account that is paid.
     * @return amount Coins.
     */
    function pay(address sale, address referrer) external returns (uint256 amount) {
        require(potOf[sale] > 0, "ReferralBook: nothing to share");
        amount = shareOf(sale, referrer);
        delete broughtBy[sale][referrer];
        coin.safeTransfer(referrer, amount);
        emit ReferralPaid(sale, referrer, amount);
    }

    /**
     * @notice Returns what a referrer has not been paid of a sale.
     * @param sale Sale.
     * @param referrer Account.
     */
    function shareOf(address sale, address referrer) public view returns (uint256) {
        uint256 volume = volumeOf[sale];
        return volume == 0 ? 0 : Math.mulDiv(potOf[sale], broughtBy[sale][referrer], volume);
    }
}
