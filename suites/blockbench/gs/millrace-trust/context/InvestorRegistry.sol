// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";

// Who has shown a passport.
contract InvestorRegistry is Ownable {
    mapping(address => bool) public isInvestor;

    function set(address account, bool listed) public onlyOwner {
        require(account != address(0), "no account");
        isInvestor[account] = listed;
        emit InvestorSet(account, listed);
    }

    function setMany(address[] calldata accounts, bool listed) external onlyOwner {
        for (uint256 i = 0; i < accounts.length; i++) set(accounts[i], listed);
    }

    event InvestorSet(address indexed account, bool listed);
}
