// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

library OrderLib {
    struct Order {
        address maker;
        address sellToken; // leaves the maker
        address buyToken; // goes to the maker
        uint128 sellAmount;
        uint128 buyAmount;
        uint64 expiry; // last second
        uint32 series;
        address taker; // zero = anyone
        address broker; // zero = none
        uint256 nonce;
    }

    bytes32 internal constant TYPE = keccak256(
        "Order(address maker,address sellToken,address buyToken,uint128 sellAmount,uint128 buyAmount,uint64 expiry,uint32 series,address taker,address broker,uint256 nonce)"
    );

    // EIP-712 struct hash
    function hashStruct(Order calldata o) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                TYPE,
                o.maker,
                o.sellToken,
                o.buyToken,
                o.sellAmount,
                o.buyAmount,
                o.expiry,
                o.series,
                o.taker,
                o.broker,
                o.nonce
            )
        );
    }
}
