// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// An account that its owner runs through modules.
contract Vault {
    address public immutable owner;
    mapping(address => bool) public isModule;

    event ModuleSet(address module, bool on);

    constructor(address owner_) {
        owner = owner_;
    }

    function setModule(address module, bool on) external {
        require(msg.sender == owner, "owner only");
        isModule[module] = on;
        emit ModuleSet(module, on);
    }

    function run(address to, bytes calldata data) external returns (bytes memory) {
        require(msg.sender == owner || isModule[msg.sender], "module only");
        (bool ok, bytes memory result) = to.call(data);
        require(ok, "call failed");
        return result;
    }
}
