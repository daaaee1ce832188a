// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";

contract Cellar is EIP712, Ownable2Step {
    using SafeERC20 for IERC20;

    struct Member {
        bool on;
        uint64 season;
        uint128 drawn;
    }

    bytes32 private constant ENTRY = keccak256("Entry(address who,uint256 n,uint256 until)");

    IERC20 public immutable wine;
    uint128 public immutable ration;
    address public clerk;
    uint64 public season;
    mapping(address => Member) public members;
    mapping(address => uint256) public exits;

    event ClerkSet(address clerk);
    event Begun(uint64 season);
    event In(address indexed who);
    event Out(address indexed who);
    event Drawn(address indexed who, uint128 a);

    error Late();
    error Twice();
    error NotSigned();
    error NotOn();
    error Over();

    constructor(IERC20 w, uint128 r, address k) EIP712("Cellar", "1") Ownable(msg.sender) {
        wine = w;
        ration = r;
        clerk = k;
    }

    function setClerk(address k) external onlyOwner { //~ BENIGN ACCESS_CTRL
        clerk = k;
        emit ClerkSet(k); //~ UNRELATED EVENT_EMIT
    }

    function begin() external onlyOwner { //~ BENIGN ACCESS_CTRL
        emit Begun(++season);
    }

    function enter(uint256 until, bytes calldata sig) external {
        if (block.timestamp > until) revert Late(); //~ BENIGN TIMESTAMP
        if (members[msg.sender].on) revert Twice(); //~ BENIGN CTRL_FLOW
        if (ECDSA.recover(entry(msg.sender, until), sig) != clerk) revert NotSigned(); //~ BENIGN SIGNATURE
        members[msg.sender].on = true; //~ BENIGN STATE_MOD
        emit In(msg.sender); //~ UNRELATED EVENT_EMIT
    }

    function leave() external {
        _out(msg.sender);
    }

    function expel(address who) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _out(who);
    }

    function draw(uint128 a) external {
        Member storage m = members[msg.sender];
        if (!m.on) revert NotOn(); //~ BENIGN ACCESS_CTRL
        if (m.season != season) {
            m.season = season; //~ BENIGN STATE_MOD
            m.drawn = 0; //~ BENIGN STATE_MOD
        }
        m.drawn += a; //~ BENIGN STATE_MOD
        if (m.drawn > ration) revert Over(); //~ BENIGN INPUT_VAL
        emit Drawn(msg.sender, a); //~ UNRELATED EVENT_EMIT
        wine.safeTransfer(msg.sender, a); //~ BENIGN FUND_XFER
    }

    function entry(address who, uint256 until) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(ENTRY, who, exits[who], until))); //~ BENIGN SIGNATURE
    }

    function _out(address who) private {
        if (!members[who].on) revert NotOn(); //~ BENIGN CTRL_FLOW
        delete members[who]; //~ BENIGN STATE_MOD
        ++exits[who]; //~ BENIGN STATE_MOD
        emit Out(who); //~ UNRELATED EVENT_EMIT
    }
}
