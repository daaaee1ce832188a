// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/**
 * @title FeeSchedule
 * @notice The fee on transfers, by source chain.
 */
abstract contract FeeSchedule {
    /// @notice The highest fee, in basis points.
    uint16 public constant MAX_FEE_BPS = 100;

    /// @notice The fee that applies where no other is set, in basis points.
    uint16 public constant DEFAULT_FEE_BPS = 5;

    uint256 internal constant BPS = 10_000;

    struct Fee {
        bool set;
        uint16 bps;
    }

    mapping(uint32 sourceDomain => Fee) private _fees;

    /**
     * @notice A fee was set.
     * @param sourceDomain The source chain.
     * @param bps The fee in basis points.
     */
    event FeeSet(uint32 indexed sourceDomain, uint16 bps);

    /**
     * @notice The fee on transfers of a source chain.
     * @param sourceDomain The source chain.
     * @return bps The fee in basis points.
     */
    function feeBps(uint32 sourceDomain) public view returns (uint16 bps) {
        Fee memory fee = _fees[sourceDomain];
        return fee.set ? fee.bps : DEFAULT_FEE_BPS;
    }

    /**
     * @dev Sets the fee of a source chain.
     * @param sourceDomain The source chain.
     * @param bps The fee in basis points.
     */
    function _setFeeBps(uint32 sourceDomain, uint16 bps) internal {
        require(bps <= MAX_FEE_BPS, "FeeSchedule: fee too high");
        _fees[sourceDomain] = Fee(true, bps);
        emit FeeSet(sourceDomain, bps);
    }

    /**
     * @dev The fee on an amount.
     * @param sourceDomain The source chain.
     * @param amount The amount.
     * @return fee The fee.
     */
    function _feeOn(uint32 sourceDomain, uint256 amount) internal view returns (uint256 fee) {
        return (amount * feeBps(sourceDomain)) / BPS;
    }
}
