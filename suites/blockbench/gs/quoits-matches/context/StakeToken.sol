// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20Pausable.sol";

contract StakeToken is ERC20Pausable, Ownable {
    constructor(string memory n, string memory s) public ERC20(n, s) {}

    function mint(address to, uint256 a) external onlyOwner {
        _mint(to, a);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }
}
