// Nested mappings to structs with members named as the language's.
pragma solidity 0.7.6;
contract Nest {
    struct Account { uint256 balance; uint256 length; address payable origin; mapping(bytes4 => uint256[]) data; }
    mapping(address => mapping(uint256 => Account)) accounts;
    function run(uint256 number) external returns (uint256 length) {
        Account storage account = accounts[msg.sender][number];
        account.balance += account.origin.balance;
        account.data[msg.sig].push(account.balance);
        length = account.data[msg.sig].length + accounts[msg.sender][block.number].length;
        do { account.length--; } while (account.length > 0);
        while (length > 3) { length--; if (length == 5) continue; else break; }
    }
}
