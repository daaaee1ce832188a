// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/cryptography/ECDSA.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/ERC20Detailed.sol";

/**
 * @title PairToken
 * @dev Liquidity token with approvals by signature
 */
contract PairToken is ERC20, ERC20Detailed {
    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    bytes32 public DOMAIN_SEPARATOR;
    mapping(address => uint256) public nonces;

    /**
     * @dev Constructor
     * @param _chainId The chain for which signatures are made
     */
    constructor(uint256 _chainId) public ERC20Detailed("Swap Pair Liquidity", "SPL", 18) {
        DOMAIN_SEPARATOR = keccak256(
            abi.encode(
                DOMAIN_TYPEHASH,
                keccak256(bytes("Swap Pair Liquidity")),
                keccak256(bytes("1")),
                _chainId,
                address(this)
            )
        );
    }

    /**
     * @dev Approves a spender by a signature of the owner
     */
    function permit(
        address _holder,
        address _spender,
        uint256 _value,
        uint256 _deadline,
        bytes calldata _signature
    ) external {
        require(now <= _deadline, "expired");
        bytes32 content = keccak256(
            abi.encode(PERMIT_TYPEHASH, _holder, _spender, _value, nonces[_holder]++, _deadline)
        );
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR, content));
        require(_holder != address(0) && ECDSA.recover(digest, _signature) == _holder, "bad signature");
        _approve(_holder, _spender, _value);
    }
}
