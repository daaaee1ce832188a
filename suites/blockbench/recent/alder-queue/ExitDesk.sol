// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts@5.4.0/utils/math/SafeCast.sol";
import {IExitDesk} from "./context/IExitDesk.sol";

/**
 * @title ExitDesk
 * @notice A fund whose manager works with the assets elsewhere. Who wants to leave queues up: the worth of the shares is fixed at that
 * moment, and it is paid, in one part or in several, as assets are there.
 */
contract ExitDesk is AccessControl, IExitDesk {
    using SafeERC20 for IERC20;
    using Math for uint256;
    using SafeCast for int256;

    /// @notice The role that works with the assets.
    bytes32 public constant MANAGER_ROLE = keccak256("MANAGER_ROLE");

    /**
     * @notice A place in the queue.
     * @param account Who leaves.
     * @param shares The shares that are not paid yet.
     * @param assets What they were worth.
     */
    struct Exit {
        address account;
        uint256 shares;
        uint256 assets;
    }

    /// @notice The asset.
    IERC20 public immutable asset;

    /// @notice The shares of an account, without those in the queue.
    mapping(address account => uint256) public sharesOf;

    /// @notice All shares, without those in the queue.
    uint256 public totalShares;

    /// @notice What the shares outside the queue are worth.
    uint256 public totalAssets;

    /// @notice What the manager has.
    uint256 public invested;

    /// @notice The first place in the queue that may have something left.
    uint256 public head;

    Exit[] private _exits;

    /**
     * @notice Sets the asset and the administrator.
     * @param asset_ The asset.
     * @param admin The account that grants roles.
     */
    constructor(IERC20 asset_, address admin) {
        asset = asset_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }

    /**
     * @notice Deposits assets.
     * @param assets The amount.
     * @return shares The shares for it.
     */
    function deposit(uint256 assets) external returns (uint256 shares) {
        shares = assets.mulDiv(totalShares + 1e6, totalAssets + 1); //~ DECOY ARITHMETIC virtual shares, rounded down
        require(shares != 0, "ExitDesk: nothing"); //~ BENIGN INPUT_VAL
        sharesOf[msg.sender] += shares;
        totalShares += shares;
        totalAssets += assets;
        emit Deposited(msg.sender, assets, shares); //~ UNRELATED EVENT_EMIT
        asset.safeTransferFrom(msg.sender, address(this), assets); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Queues up with shares of the caller.
     * @param shares The shares.
     * @return id The place.
     */
    function requestExit(uint256 shares) external returns (uint256 id) {
        uint256 assets = shares.mulDiv(totalAssets + 1, totalShares + 1e6); //~ BENIGN ARITHMETIC rounded down
        require(assets != 0, "ExitDesk: nothing"); //~ BENIGN INPUT_VAL
        sharesOf[msg.sender] -= shares; //~ BENIGN ARITHMETIC checked
        totalShares -= shares;
        totalAssets -= assets;
        id = _exits.length;
        _exits.push(Exit(msg.sender, shares, assets)); //~ PREREQ STATE_MOD the price of the shares is the quotient of these two
        emit ExitRequested(id, msg.sender, shares, assets); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Gives up the caller's place. What was not paid yet turns into shares again, at the price of the moment.
     * @param id The place.
     */
    function cancelExit(uint256 id) external {
        Exit memory exit = _exits[id];
        require(exit.account == msg.sender && exit.shares != 0, "ExitDesk: not yours"); //~ BENIGN ACCESS_CTRL
        delete _exits[id];
        uint256 shares = Math.min(exit.assets.mulDiv(totalShares + 1e6, totalAssets + 1), exit.shares); //~ DECOY ARITHMETIC never more shares than queued up
        sharesOf[msg.sender] += shares;
        totalShares += shares;
        totalAssets += exit.assets;
        emit ExitCanceled(id, msg.sender, shares); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Pays the places at the head of the queue.
     * @param maxShares The most shares to pay.
     * @return paid The assets that were paid.
     */
    function processQueue(uint256 maxShares) external returns (uint256 paid) {
        while (head < _exits.length && maxShares != 0) {
            Exit storage exit = _exits[head];
            uint256 shares = Math.min(maxShares, exit.shares);
            if (shares != 0) {
                uint256 assets = exit.assets.mulDiv(shares, exit.shares); //~ BENIGN ARITHMETIC pro rata, rounded down
                if (assets > asset.balanceOf(address(this))) break; //~ INSUFF_GUARD CTRL_FLOW looks at what is there, not at whose it is
                (exit.shares, exit.assets) = (exit.shares - shares, exit.assets); //~ ROOT_CAUSE STATE_MOD fewer shares for the same assets are dearer ones
                maxShares -= shares;
                paid += assets;
                emit ExitPaid(head, exit.account, shares, assets); //~ UNRELATED EVENT_EMIT
                asset.safeTransfer(exit.account, assets); //~ PREREQ FUND_XFER
                if (exit.shares != 0) break;
            }
            head += 1; //~ BENIGN CTRL_FLOW also past places that were given up
        }
    }

    /**
     * @notice Takes assets to work with.
     * @param assets The amount.
     */
    function invest(uint256 assets) external onlyRole(MANAGER_ROLE) { //~ BENIGN ACCESS_CTRL
        invested += assets;
        emit Invested(assets);
        asset.safeTransfer(msg.sender, assets);
    }

    /**
     * @notice Brings assets back, and books what became of them.
     * @param assets The amount.
     * @param result The profit, or the loss below zero.
     */
    function divest(uint256 assets, int256 result) external onlyRole(MANAGER_ROLE) {
        invested = (int256(invested) + result).toUint256() - assets; //~ BENIGN ARITHMETIC checked, no more than there is
        totalAssets = (int256(totalAssets) + result).toUint256(); //~ DECOY COMPUTATION a loss is for those who stay
        emit Divested(assets, result); //~ UNRELATED EVENT_EMIT
        asset.safeTransferFrom(msg.sender, address(this), assets);
    }

    /**
     * @notice A place in the queue.
     * @param id The place.
     * @return It, with zeros once it is paid or given up.
     */
    function exitOf(uint256 id) external view returns (Exit memory) {
        return _exits[id];
    }
}
