// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base64} from "@openzeppelin/contracts@5.4.0/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts@5.4.0/utils/Strings.sol";

/**
 * @title PositionText
 * @notice Metadata of positions, computed on chain.
 */
library PositionText {
    using Strings for uint256;

    /**
     * @notice Returns the metadata of a position.
     * @param tokenId Number of the position.
     * @param amount Locked tokens, with 18 decimals.
     * @param end Moment at which they are free.
     * @return Metadata as a data address.
     */
    function uri(uint256 tokenId, uint256 amount, uint256 end) internal pure returns (string memory) {
        bytes memory json = abi.encodePacked(
            '{"name":"Tidegate position #',
            tokenId.toString(),
            '","attributes":[{"trait_type":"amount","value":"',
            decimal(amount),
            '"},{"trait_type":"end","display_type":"date","value":',
            end.toString(),
            "}]}"
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    /**
     * @notice Writes an amount with two decimals, rounded down.
     * @param amount Amount with 18 decimals.
     * @return The text.
     */
    function decimal(uint256 amount) internal pure returns (string memory) {
        uint256 cents = amount / 1e16 % 100;
        return string.concat((amount / 1e18).toString(), cents < 10 ? ".0" : ".", cents.toString());
    }
}
