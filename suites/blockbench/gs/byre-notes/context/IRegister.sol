// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/**
 * @title IRegister
 * @notice The register of notes, as its vault sees it.
 */
interface IRegister {
    /**
     * @notice Makes notes.
     * @param to Who gets them.
     * @param notes The notes.
     */
    function mint(address to, uint256 notes) external;

    /**
     * @notice Ends notes.
     * @param from Who holds them.
     * @param notes The notes.
     */
    function burn(address from, uint256 notes) external;

    /**
     * @notice Uses up an allowance.
     * @param holder Who gave it.
     * @param spender Who has it.
     * @param notes The notes.
     */
    function spend(address holder, address spender, uint256 notes) external;

    /**
     * @notice All notes.
     * @return The notes.
     */
    function totalSupply() external view returns (uint256);
}
