// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

/**
 * @title Codes of what a function refuses
 */
contract ErrorReporter {
    enum Error {
        NO_ERROR,
        UNAUTHORIZED,
        BAD_INPUT,
        INSUFFICIENT_BALANCE,
        NO_SUCH_LOT,
        LOT_CLOSED,
        LOT_RUNNING,
        LOT_HAS_BIDS,
        BID_TOO_LOW,
        ALREADY_LEADING,
        COLLECTION_NOT_SUPPORTED,
        MATH_ERROR
    }

    /**
     * @notice Emitted when a function refuses; detail is a MathError, or zero
     */
    event Failure(uint256 error, uint256 detail);

    /**
     * @dev Reports an error
     * @return The code of the error
     */
    function fail(Error error) internal returns (uint256) {
        emit Failure(uint256(error), 0);
        return uint256(error);
    }

    /**
     * @dev Reports an error and what has caused it
     * @return The code of the error
     */
    function failDetailed(Error error, uint256 detail) internal returns (uint256) {
        emit Failure(uint256(error), detail);
        return uint256(error);
    }
}
