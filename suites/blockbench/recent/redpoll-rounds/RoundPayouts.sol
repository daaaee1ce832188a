// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {SignatureChecker} from "@openzeppelin/contracts@5.4.0/utils/cryptography/SignatureChecker.sol";

// What this contract needs to know about a funding round. Rounds are contracts of their own, of many makers.
interface IRound {
    function token() external view returns (address);

    function opensAt() external view returns (uint256);

    function manager() external view returns (address);
}

// Pays out what rounds owe. The money of a round stays with its treasury, which has approved this contract, until the manager
// of the round signs a payout; the signed payout can be brought here by anyone.
contract RoundPayouts {
    using SafeERC20 for IERC20;

    struct Payout {
        IRound round;
        address treasury;
        address to;
        uint256 amount;
        uint256 deadline;
        uint256 serial;
    }

    bytes32 private constant PAYOUT =
        keccak256("Payout(address round,address treasury,address to,uint256 amount,uint256 deadline,uint256 serial)");
    bytes32 private immutable domain;

    mapping(address => IRound) public roundOf; // of a treasury
    mapping(address => mapping(uint256 => bool)) public spent; // by treasury and serial
    mapping(address => uint256) public paidBy;

    error NotOpen(IRound round);
    error TooLate(uint256 deadline);
    error Spent(uint256 serial);
    error NotSigned(address manager);

    constructor() {
        domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("Round payouts"),
                block.chainid,
                address(this)
            )
        );
    }

    // a treasury says whose money it keeps
    function serve(IRound round) external {
        roundOf[msg.sender] = round;
        emit Serves(msg.sender, round);
    }

    // a treasury takes a payout back that it does not want to be made
    function strike(uint256 serial) external {
        spent[msg.sender][serial] = true; //~ DECOY ACCESS_CTRL everyone for itself
        emit Struck(msg.sender, serial);
    }

    function pay(Payout calldata p, bytes calldata signature) external {
        check(p.round, p.deadline); //~ INSUFF_GUARD INPUT_VAL a round of anyone's making passes
        require(!spent[p.treasury][p.serial], Spent(p.serial)); //~ BENIGN STATE_MOD
        address manager = p.round.manager(); //~ ROOT_CAUSE SIGNATURE asks the round that the payout names, not the one whose money it is
        require(SignatureChecker.isValidSignatureNow(manager, hashOf(p), signature), NotSigned(manager)); //~ INSUFF_GUARD SIGNATURE the manager of somebody's round has signed
        spent[p.treasury][p.serial] = true;
        paidBy[p.treasury] += p.amount;
        emit Paid(p.treasury, p.to, p.amount, p.serial); //~ UNRELATED EVENT_EMIT
        IERC20(p.round.token()).safeTransferFrom(p.treasury, p.to, p.amount); //~ PREREQ FUND_XFER by the approval of the treasury
    }

    function hashOf(Payout calldata p) public view returns (bytes32) {
        bytes32 content = keccak256(abi.encode(PAYOUT, p)); //~ BENIGN SIGNATURE every field is in it
        return keccak256(abi.encodePacked(hex"1901", domain, content)); //~ BENIGN SIGNATURE this contract on this chain
    }

    function check(IRound round, uint256 deadline) private view {
        require(block.timestamp >= round.opensAt(), NotOpen(round)); //~ BENIGN TIMESTAMP
        require(block.timestamp <= deadline, TooLate(deadline)); //~ BENIGN TIMESTAMP
    }

    event Serves(address indexed treasury, IRound round);
    event Struck(address indexed treasury, uint256 serial);
    event Paid(address indexed treasury, address indexed to, uint256 amount, uint256 serial);
}
