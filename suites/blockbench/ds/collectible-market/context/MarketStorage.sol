// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/token/ERC20/IERC20.sol";

/**
 * @title What the market keeps
 */
contract MarketStorage {
    /**
     * @notice Container of one lot
     * @member best The leading bid, or the reserve as long as there is none
     */
    struct Lot {
        address seller;
        address collection;
        uint256 tokenId;
        address leader;
        uint256 best;
        uint256 endsAt;
        bool closed;
    }

    uint256 internal constant feeMaxMantissa = 0.1e18;
    uint256 internal constant raiseMantissa = 0.05e18;
    uint256 internal constant durationMax = 30 days;

    /// @notice Administrator of the market
    address public admin;

    /// @notice Administrator to be, who has yet to accept
    address public pendingAdmin;

    /// @notice The token that bids are made in
    IERC20 public coin;

    /// @notice Part of each price that the market keeps, scaled by 1e18
    uint256 public feeMantissa;

    /// @notice Fees that the administrator has not collected
    uint256 public totalFees;

    /// @notice All free and locked balances
    uint256 public totalBalances;

    /// @notice What an account may bid or withdraw
    mapping(address => uint256) public freeBalance;

    /// @notice What an account has bid and leads with
    mapping(address => uint256) public lockedBalance;

    /// @notice Collections whose tokens may be listed
    mapping(address => bool) public supported;

    Lot[] internal lots;
}
