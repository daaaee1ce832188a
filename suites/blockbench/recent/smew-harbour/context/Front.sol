// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice A proxy. Whoever made it changes its code.
contract Front {
    bytes32 private constant CODE = bytes32(uint256(keccak256("eip1967.proxy.implementation")) - 1);
    address private immutable maker = msg.sender;

    constructor(address code) {
        _set(code);
    }

    function upgrade(address code) external {
        require(msg.sender == maker, "not the maker");
        _set(code);
    }

    fallback() external payable {
        bytes32 slot = CODE;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), sload(slot), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if ok { return(0, returndatasize()) }
            revert(0, returndatasize())
        }
    }

    function _set(address code) private {
        bytes32 slot = CODE;
        assembly {
            sstore(slot, code)
        }
    }
}
