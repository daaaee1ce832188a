// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title IMintable
 * @notice What the minter needs of the token.
 */
interface IMintable {
    /**
     * @notice Creates tokens.
     * @param to Account that gets them.
     * @param amount Number of tokens.
     */
    function mint(address to, uint256 amount) external;

    /**
     * @notice Returns the maximum supply.
     * @return Most tokens that can ever exist.
     */
    function MAX_SUPPLY() external view returns (uint256);
}
