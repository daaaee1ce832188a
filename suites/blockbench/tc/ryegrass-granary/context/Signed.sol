// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Nonces} from "@openzeppelin/contracts@5.4.0/utils/Nonces.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";

abstract contract Signed is Nonces {
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private immutable _name;

    error BadSig();

    constructor(string memory name) {
        _name = keccak256(bytes(name));
    }

    function skip() external {
        _useNonce(msg.sender);
    }

    function domain() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN, _name, keccak256("1"), block.chainid, this));
    }

    function _check(bytes32 h, address m, bytes calldata sig) internal view {
        if (ECDSA.recover(keccak256(abi.encodePacked(hex"1901", domain(), h)), sig) != m) revert BadSig();
    }
}
