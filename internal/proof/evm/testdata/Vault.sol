// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

interface IVault {
    function deposit() external payable;
    function withdraw(uint256 amount) external;
    function sweep(address payable to) external;
    function owner() external view returns (address);
}

/// Pays out without booking it.
contract Vault is IVault {
    mapping(address => uint256) public balanceOf;
    address public owner = msg.sender;
    error TooMuch(uint256 asked, uint256 held);

    function deposit() external payable virtual {
        balanceOf[msg.sender] += msg.value;
    }

    function withdraw(uint256 amount) external virtual {
        if (amount > balanceOf[msg.sender]) revert TooMuch(amount, balanceOf[msg.sender]);
        book(amount);
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "payment failed");
    }

    function book(uint256) internal virtual {}

    function sweep(address payable to) external {
        require(msg.sender == owner, "not the owner");
        to.transfer(address(this).balance);
    }
}

contract FixedVault is Vault {
    function book(uint256 amount) internal override {
        balanceOf[msg.sender] -= amount;
    }
}

/// Keeps ether in a vault, and counts it. Its clones have their own vaults.
contract Purse {
    IVault public vault;
    uint256 public kept;

    function use(IVault vault_) external {
        vault = vault_;
    }

    function fill() external payable {
        kept += msg.value;
        vault.deposit{value: msg.value}();
    }

    function spend(uint256 amount) external {
        kept -= amount;
        vault.withdraw(amount);
    }

    receive() external payable {}
}

contract RevertingVault is Vault {
    function deposit() external payable override {}

    function withdraw(uint256) external pure override {
        revert("closed");
    }
}
