// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";

contract BridgedToken is ERC20Permit {
    address public immutable bridge;

    error NotBridge();

    modifier onlyBridge() {
        if (msg.sender != bridge) revert NotBridge();
        _;
    }

    constructor(string memory n, string memory s) ERC20(n, s) ERC20Permit(n) {
        bridge = msg.sender;
    }

    function mint(address to, uint256 a) external onlyBridge {
        _mint(to, a);
    }

    function burn(address from, uint256 a) external onlyBridge {
        _burn(from, a);
    }
}
