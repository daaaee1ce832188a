// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {Controlled} from "../access/Controlled.sol";
import {IReferrals} from "../interfaces/IFees.sol";

/**
 * @title Referrals
 * @notice Codes that traders use. Both sides have a part of the fee.
 */
contract Referrals is IReferrals, Controlled {
    /// @notice Terms of a new code
    uint256 public constant FIRST_DISCOUNT = 0.05e18;
    uint256 public constant FIRST_REBATE = 0.05e18;

    /// @notice Largest discount and largest rebate
    uint256 public constant MAX_PART = 0.3e18;

    mapping(bytes32 code => Code) public codes;

    /// @notice The code that a trader uses
    mapping(address trader => bytes32) public codeOf;

    /**
     * @notice Register a code for the caller.
     * @param code A name that nobody has taken
     */
    function register(bytes32 code) external {
        if (code == bytes32(0)) revert UnknownCode();
        if (codes[code].owner != address(0)) revert CodeTaken();
        codes[code] = Code(msg.sender, FIRST_DISCOUNT, FIRST_REBATE);
        emit CodeRegistered(code, msg.sender);
    }

    /**
     * @notice Use a code for all fees from now on.
     * @param code A code of somebody else
     */
    function useCode(bytes32 code) external {
        address owner = codes[code].owner;
        if (owner == address(0)) revert UnknownCode();
        if (owner == msg.sender) revert OwnCode();
        codeOf[msg.sender] = code;
        emit CodeUsed(code, msg.sender);
    }

    /**
     * @notice Choose the terms of a code.
     * @param code The code
     * @param discount Part of the fee that its traders save
     * @param rebate Part of what they pay that its owner gets
     */
    function setTerms(bytes32 code, uint256 discount, uint256 rebate) external onlyController {
        if (codes[code].owner == address(0)) revert UnknownCode();
        if (discount > MAX_PART || rebate > MAX_PART) revert BadTerms();
        codes[code].discount = discount;
        codes[code].rebate = rebate;
        emit TermsSet(code, discount, rebate);
    }

    /// @inheritdoc IReferrals
    function termsFor(address trader) external view returns (Code memory) {
        return codes[codeOf[trader]];
    }
}
