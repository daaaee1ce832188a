// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts@5.4.0/utils/cryptography/MessageHashUtils.sol";

contract SurveyReceipts is Ownable {
    using SafeERC20 for IERC20;

    struct Survey {
        address signer;
        uint64 ends;
        uint128 left;
    }

    uint256 public constant LONGEST = 180 days;

    IERC20 public immutable token;
    Survey[] public surveys;
    mapping(bytes32 => bool) private _spent;

    event Opened(uint256 indexed id, address signer, uint256 budget, uint256 ends);
    event Claimed(uint256 indexed id, address indexed by, uint256 amt);
    event Closed(uint256 indexed id, uint256 rest);

    error Zero();
    error BadEnd();
    error Over();
    error Running();
    error BadSigner();
    error Spent();
    error Budget();

    constructor(IERC20 t) Ownable(msg.sender) {
        if (address(t) == address(0)) revert Zero();
        token = t; //~ BENIGN INIT
    }

    function open(address signer, uint128 budget, uint64 ends) external onlyOwner returns (uint256 id) { //~ BENIGN ACCESS_CTRL
        if (signer == address(0) || budget == 0) revert Zero(); //~ BENIGN INPUT_VAL
        if (ends <= block.timestamp || ends > block.timestamp + LONGEST) revert BadEnd(); //~ BENIGN TIMESTAMP
        id = surveys.length;
        surveys.push(Survey(signer, ends, budget));
        token.safeTransferFrom(msg.sender, address(this), budget); //~ BENIGN FUND_XFER
        emit Opened(id, signer, budget, ends); //~ UNRELATED EVENT_EMIT
    }

    function digest(uint256 id, address who, uint256 amt) public view returns (bytes32) {
        bytes32 h = keccak256(abi.encode(address(this), block.chainid, id, who, amt)); //~ BENIGN SIGNATURE
        return MessageHashUtils.toEthSignedMessageHash(h);
    }

    function claim(uint256 id, uint256 amt, bytes calldata sig) external {
        bytes32 d = digest(id, msg.sender, amt);
        _verify(id, ECDSA.recover(d, sig)); //~ BENIGN SIGNATURE
        _pay(d, id, amt); //~ BENIGN SIGNATURE
    }

    function claimCompact(uint256 id, uint256 amt, bytes32 r, bytes32 vs) external {
        bytes32 d = digest(id, msg.sender, amt);
        _verify(id, ECDSA.recover(d, r, vs)); //~ BENIGN SIGNATURE
        _pay(d, id, amt); //~ BENIGN SIGNATURE
    }

    function close(uint256 id) external onlyOwner returns (uint256 rest) {
        Survey storage s = surveys[id];
        if (block.timestamp < s.ends) revert Running(); //~ BENIGN TIMESTAMP
        rest = s.left;
        if (rest == 0) revert Zero();
        s.left = 0; //~ BENIGN STATE_MOD
        token.safeTransfer(msg.sender, rest);
        emit Closed(id, rest);
    }

    function _verify(uint256 id, address by) private view {
        Survey storage s = surveys[id];
        if (block.timestamp >= s.ends) revert Over(); //~ BENIGN TIMESTAMP
        if (by != s.signer) revert BadSigner(); //~ BENIGN SIGNATURE
    }

    function _pay(bytes32 k, uint256 id, uint256 amt) private {
        if (_spent[k]) revert Spent(); //~ BENIGN CTRL_FLOW
        _spent[k] = true; //~ BENIGN STATE_MOD
        Survey storage s = surveys[id];
        if (amt > s.left) revert Budget(); //~ BENIGN INPUT_VAL
        unchecked {
            s.left -= uint128(amt); //~ BENIGN ARITHMETIC
        }
        token.safeTransfer(msg.sender, amt);
        emit Claimed(id, msg.sender, amt);
    }
}
