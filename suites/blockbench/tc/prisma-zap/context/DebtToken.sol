// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC20FlashMint} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20FlashMint.sol";

/// @notice mkUSD. The operations mint and burn it; anybody may borrow it for the length of one call, free of charge.
contract DebtToken is Ownable, ERC20FlashMint {
    error NotOperations(address caller);

    address public operations;

    constructor() Ownable(msg.sender) ERC20("Prisma mkUSD", "mkUSD") {}

    function setOperations(address newOperations) external onlyOwner {
        operations = newOperations;
        _transferOwnership(address(0));
    }

    modifier onlyOperations() {
        if (msg.sender != operations) revert NotOperations(msg.sender);
        _;
    }

    function mint(address account, uint256 amount) external onlyOperations {
        _mint(account, amount);
    }

    function burn(address account, uint256 amount) external onlyOperations {
        _burn(account, amount);
    }
}
