// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// what was burned on the other side and is to be paid here
library Transfer {
    struct Receipt {
        uint256 id;
        uint256 chainId;
        address recipient;
        address token; // zero is ether
        uint256 amount;
    }

    struct Signature {
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    function hash(Receipt memory self, address gateway) internal pure returns (bytes32) {
        bytes32 digest = keccak256(abi.encode(gateway, self.id, self.chainId, self.recipient, self.token, self.amount));
        return keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", digest));
    }
}
