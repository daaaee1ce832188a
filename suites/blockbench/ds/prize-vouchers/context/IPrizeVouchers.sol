// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/// @title What the prize vouchers offer to players and to the backend of the game.
interface IPrizeVouchers {
    /// @notice What the game promises to a player.
    struct Voucher {
        address player;
        uint256 serial;
        uint256 amount;
        uint256 deadline;
    }

    /// @notice A voucher was paid.
    event Claimed(address indexed player, uint256 indexed serial, uint256 amount);

    /// @notice A voucher will not be paid.
    event Cancelled(uint256 indexed serial);

    /// @notice Another account signs vouchers from now on.
    event SignerSet(address indexed signer);

    /// @notice Tokens were taken out of the prize fund.
    event Defunded(address indexed to, uint256 amount);

    /// @notice Pays one voucher.
    /// @param voucher The voucher, which may be handed in by anyone.
    /// @param signature The signature of the game's signer.
    function claim(Voucher calldata voucher, bytes calldata signature) external;

    /// @notice Pays several vouchers, all or none.
    /// @param vouchers The vouchers.
    /// @param signatures Their signatures, in the same order.
    function claimMany(Voucher[] calldata vouchers, bytes[] calldata signatures) external;

    /// @notice The hash that the signer signs.
    /// @param voucher The voucher.
    function digestOf(Voucher calldata voucher) external view returns (bytes32);
}
