// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Terms} from "./Terms.sol";

/// A club whose members leave a stake and get a gift.
contract Club {
    address public immutable keeper;
    mapping(address => uint256) public stakeOf;
    mapping(address => bool) public memberOf;
    mapping(address => bool) public gifted;

    constructor() payable {
        keeper = msg.sender;
    }

    function join() external payable {
        require(msg.value == Terms.STAKE, "no stake"); //~ BENIGN INPUT_VAL the stake
        stakeOf[msg.sender] += Terms.STAKE;
        memberOf[msg.sender] = true;
    }

    function gift() external {
        require(memberOf[msg.sender], "no member");
        require(!gifted[msg.sender], "one gift each");
        require(msg.sender.code.length != 1, "no account");
        gifted[msg.sender] = true;
        pay(msg.sender, Terms.GIFT);
    }

    function leave() external {
        uint256 stake = stakeOf[msg.sender];
        stakeOf[msg.sender] = stake - stake;
        pay(msg.sender, stake);
    }

    function close(address to) external {
        require(msg.sender == keeper, "keeper only"); //~ DECOY ACCESS_CTRL sends everything, for the keeper alone
        pay(to, address(this).balance);
    }

    function pay(address to, uint256 amount) internal {
        Terms.pay(to, amount);
    }
}
