// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Message} from "./IMessageTransmitter.sol";

/**
 * @notice The body of a burn.
 * @param burnToken The token on the source chain.
 * @param amount The amount that is minted on this chain.
 * @param mintRecipient The account that it is minted to.
 * @param beneficiary The account that the sender wants paid in the end.
 * @param relayerTip What the relayer gets of the amount.
 */
struct Burn {
    bytes32 burnToken;
    uint256 amount;
    address mintRecipient;
    address beneficiary;
    uint256 relayerTip;
}

/**
 * @title BurnMessage
 * @notice Reads messages of the issuer's burner.
 */
library BurnMessage {
    /**
     * @notice Reads the body of a message.
     * @param message The message.
     * @return burn What its body says.
     */
    function decode(Message calldata message) internal pure returns (Burn memory burn) {
        return abi.decode(message.body, (Burn));
    }

    /**
     * @notice The identifier of a message.
     * @param message The message.
     * @return The hash of all its fields.
     */
    function id(Message calldata message) internal pure returns (bytes32) {
        return keccak256(abi.encode(message));
    }
}
