// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {ERC1967Proxy} from "@openzeppelin/contracts@4.9.6/proxy/ERC1967/ERC1967Proxy.sol";
import {ISubscriptionRegistry} from "./ISubscriptionRegistry.sol";

/// @notice Creates registries as proxies of one implementation.
contract RegistryFactory {
    address public immutable implementation;

    address[] public registries;
    mapping(address registry => bool) public isRegistry;

    event RegistryCreated(address indexed registry, address indexed owner, string name);

    constructor(address implementation_) {
        implementation = implementation_;
    }

    /// @notice Creates a registry that the caller owns.
    function create(address token, address treasury, string calldata name) external returns (address registry) {
        bytes memory data = abi.encodeCall(ISubscriptionRegistry.initialize, (msg.sender, token, treasury, name));
        registry = address(new ERC1967Proxy(implementation, data));
        registries.push(registry);
        isRegistry[registry] = true;
        emit RegistryCreated(registry, msg.sender, name);
    }

    function count() external view returns (uint256) {
        return registries.length;
    }
}
