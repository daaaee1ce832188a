// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Ownable2Step} from "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@4.9.6/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@4.9.6/utils/cryptography/EIP712.sol";
import {Hub} from "./context/Hub.sol";
import {Warrants} from "./context/Warrants.sol";

contract Carrier is EIP712, Ownable2Step {
    using SafeERC20 for IERC20;

    struct Way {
        address spender;
        address to;
        bytes data;
    }

    bytes32 private constant CASH = keccak256("Cash(uint256 id,uint256 turn,address spender,address to,bytes data)");
    bytes32 private constant GIVE = keccak256("Give(uint256 id,uint256 turn,address to)");

    IERC20 public immutable c;
    Warrants public immutable w;
    Hub public hub;
    mapping(uint256 => address) public holder;
    mapping(address => uint256) public count;
    mapping(uint256 => uint256) public turn;

    event HubSet(Hub hub);
    event Kept(uint256 indexed id, address indexed o);
    event Cashed(uint256 indexed id, address indexed to, uint256 a);
    event Given(uint256 indexed id, address indexed to);

    error NotHub();
    error NotSigned();
    error BadWay();
    error Failed();
    error NotAll();

    constructor(Warrants w_, Hub h) EIP712("Carrier", "1") {
        w = w_;
        c = w_.c();
        hub = h;
    }

    function setHub(Hub h) external onlyOwner { //~ BENIGN ACCESS_CTRL
        hub = h;
        emit HubSet(h);
    }

    function keep(uint256 id, address o) external {
        if (msg.sender != address(hub)) revert NotHub(); //~ BENIGN ACCESS_CTRL
        holder[id] = o;
        ++count[o];
        ++turn[id];
        emit Kept(id, o); //~ UNRELATED EVENT_EMIT
        w.transferFrom(msg.sender, address(this), id); //~ PREREQ FUND_XFER the warrants of all customers lie here together
    }

    function cash(uint256 id, Way calldata y, bytes calldata sig) external returns (uint256 a) {
        _signed(id, keccak256(abi.encode(CASH, id, turn[id], y.spender, y.to, keccak256(y.data))), sig); //~ DECOY SIGNATURE binds the way to the warrant
        a = w.cash(id);
        _carry(y, a);
        emit Cashed(id, y.to, a); //~ UNRELATED EVENT_EMIT
    }

    function give(uint256 id, address to, bytes calldata sig) external {
        _signed(id, keccak256(abi.encode(GIVE, id, turn[id], to)), sig); //~ BENIGN SIGNATURE
        emit Given(id, to);
        w.transferFrom(address(this), to, id); //~ DECOY FUND_XFER to whom its owner has signed for
    }

    function _signed(uint256 id, bytes32 h, bytes calldata sig) private {
        address o = holder[id];
        if (ECDSA.recover(_hashTypedDataV4(h), sig) != o) revert NotSigned(); //~ BENIGN SIGNATURE
        delete holder[id]; //~ BENIGN STATE_MOD
        --count[o];
    }

    function _carry(Way calldata y, uint256 a) private {
        if (y.to == address(c)) revert BadWay(); //~ ROOT_CAUSE INPUT_VAL whatever is not the coin is called in the name of the carrier, the warrants too
        uint256 b = c.balanceOf(address(this));
        c.forceApprove(y.spender, a); //~ PREREQ ACCESS_CTRL somebody else than the callee may take the coins meanwhile
        (bool ok,) = y.to.call(y.data); //~ ROOT_CAUSE EXT_CALL the customer has chosen the target and made up the data
        if (!ok) revert Failed(); //~ BENIGN EXT_CALL
        c.forceApprove(y.spender, 0); //~ BENIGN STATE_MOD
        if (b - c.balanceOf(address(this)) != a) revert NotAll(); //~ INSUFF_GUARD INPUT_VAL watches the coins, not the warrants
    }
}
