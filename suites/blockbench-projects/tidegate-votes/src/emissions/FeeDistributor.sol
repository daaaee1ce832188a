// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {IVotingEscrow} from "../interfaces/IVotingEscrow.sol";
import {EpochMath} from "../libraries/EpochMath.sol";

/**
 * @title FeeDistributor
 * @notice Pays the trading fees of the protocol to locked positions.
 * @dev The fees of an epoch are shared by the power at its beginning, as the escrow tells it. They can be claimed when
 * the epoch is over.
 */
contract FeeDistributor {
    using SafeERC20 for IERC20;

    /// @notice Most epochs that one claim goes through.
    uint256 public constant MAX_EPOCHS = 60;

    /// @notice Token of the fees.
    IERC20 public immutable feeToken;

    /// @notice Positions that share the fees.
    IVotingEscrow public immutable escrow;

    /// @notice First epoch that can have fees.
    uint256 public immutable firstEpoch;

    /// @notice Fees by epoch.
    mapping(uint256 epoch => uint256) public feesOf;

    /// @notice First epoch that a position has not claimed yet; zero if it never claimed.
    mapping(uint256 tokenId => uint256) public cursorOf;

    /// @notice Emitted when fees arrive.
    event FeesAdded(address indexed payer, uint256 indexed epoch, uint256 amount);

    /// @notice Emitted when fees were paid.
    event FeesClaimed(uint256 indexed tokenId, address indexed owner, uint256 amount, uint256 cursor);

    /**
     * @notice Sets the token and the positions.
     * @param feeToken_ Token of the fees.
     * @param escrow_ Positions that share the fees.
     */
    constructor(IERC20 feeToken_, IVotingEscrow escrow_) {
        feeToken = feeToken_;
        escrow = escrow_;
        firstEpoch = EpochMath.startOf(block.timestamp);
    }

    /**
     * @notice Adds fees to the present epoch. Anybody may.
     * @param amount Amount that the caller pays.
     */
    function addFees(uint256 amount) external {
        require(amount > 0, "FeeDistributor: no fees");
        uint256 epoch = EpochMath.startOf(block.timestamp);
        feesOf[epoch] += amount;
        feeToken.safeTransferFrom(msg.sender, address(this), amount);
        emit FeesAdded(msg.sender, epoch, amount);
    }

    /**
     * @notice Pays the fees of a position to its owner.
     * @param tokenId Position; the caller may act for it.
     * @return amount Amount that was paid.
     */
    function claim(uint256 tokenId) external returns (uint256 amount) {
        require(escrow.isAuthorized(msg.sender, tokenId), "FeeDistributor: not authorized");
        uint256 cursor;
        (amount, cursor) = _pending(tokenId);
        cursorOf[tokenId] = cursor;
        if (amount == 0) return 0;
        address owner = escrow.ownerOf(tokenId);
        feeToken.safeTransfer(owner, amount);
        emit FeesClaimed(tokenId, owner, amount, cursor);
    }

    /**
     * @notice Returns what a position could claim now.
     * @param tokenId Position to read.
     * @return amount Amount of the next claim.
     */
    function claimable(uint256 tokenId) external view returns (uint256 amount) {
        (amount,) = _pending(tokenId);
    }

    /**
     * @dev Adds up the fees of a position from its cursor to the last epoch that is over.
     * @param tokenId Position to read.
     * @return amount Fees of these epochs.
     * @return epoch The first epoch after them.
     */
    function _pending(uint256 tokenId) private view returns (uint256 amount, uint256 epoch) {
        epoch = cursorOf[tokenId];
        if (epoch == 0) epoch = firstEpoch;
        uint256 last = EpochMath.startOf(block.timestamp);
        last = EpochMath.earlier(last, epoch + MAX_EPOCHS * EpochMath.EPOCH);
        for (; epoch < last; epoch += EpochMath.EPOCH) {
            uint256 fees = feesOf[epoch];
            if (fees == 0) continue;
            uint256 total = escrow.totalPowerAt(epoch);
            if (total == 0) continue;
            amount += fees * escrow.powerAt(tokenId, epoch) / total;
        }
    }
}
