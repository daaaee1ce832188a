// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";

/// Grants in daiz. A reviewer signs each milestone off-chain, and anybody can bring the signature.
contract MilestoneGrants is Ownable2Step, EIP712 {
    using ECDSA for bytes32;
    using SafeERC20 for IERC20;

    struct Grant {
        address grantee;
        address reviewer;
        uint256 perStep;
        uint32 steps;
        uint32 done;
    }

    bytes32 public constant RELEASE = keccak256("Release(uint256 id,uint32 step)");
    uint32 public constant MAX_STEPS = 24; // two years of months

    IERC20 public immutable daiz;
    Grant[] public grants;

    error WrongSigner(address signer);
    error NotYou(address caller);
    error Over(uint256 id);

    constructor(IERC20 daiz_, address dao) Ownable(dao) EIP712("MilestoneGrants", "1") {
        require(address(daiz_) != address(0), "no token"); //~ BENIGN INPUT_VAL
        daiz = daiz_;
    }

    /// The dao pays the whole grant in up front.
    function open(address grantee, address reviewer, uint256 perStep, uint32 steps) external onlyOwner returns (uint256 id) { //~ BENIGN ACCESS_CTRL
        require(grantee != address(0) && reviewer != address(0), "who?"); //~ BENIGN INPUT_VAL
        require(grantee != reviewer, "no self review"); //~ BENIGN INPUT_VAL
        require(perStep > 0 && steps > 0 && steps <= MAX_STEPS, "bad plan"); //~ BENIGN INPUT_VAL
        id = grants.length;
        grants.push(Grant(grantee, reviewer, perStep, steps, 0));
        daiz.safeTransferFrom(msg.sender, address(this), perStep * steps); //~ BENIGN FUND_XFER
        emit Opened(id, grantee, perStep, steps); //~ UNRELATED EVENT_EMIT
    }

    /// Pays the next step to the grantee, whoever calls.
    function release(uint256 id, bytes calldata signature) external { //~ BENIGN ACCESS_CTRL
        Grant storage grant = grants[id];
        if (grant.done == grant.steps) revert Over(id); //~ BENIGN CTRL_FLOW
        bytes32 digest = releaseHash(id, grant.done); //~ BENIGN SIGNATURE each step once
        address signer = digest.recover(signature); //~ BENIGN SIGNATURE
        if (signer != grant.reviewer) revert WrongSigner(signer); //~ BENIGN SIGNATURE
        grant.done++; //~ BENIGN STATE_MOD
        daiz.safeTransfer(grant.grantee, grant.perStep); //~ BENIGN FUND_XFER
        emit Released(id, grant.done); //~ UNRELATED EVENT_EMIT
    }

    /// Reviewers can step down any time, the dao finds another one.
    function stepDown(uint256 id) external {
        if (msg.sender != grants[id].reviewer) revert NotYou(msg.sender); //~ BENIGN ACCESS_CTRL
        grants[id].reviewer = address(0); //~ BENIGN STATE_MOD
        emit ReviewerSet(id, address(0));
    }

    function setReviewer(uint256 id, address reviewer) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(reviewer != address(0), "who?"); //~ BENIGN INPUT_VAL
        require(reviewer != grants[id].grantee, "no self review"); //~ BENIGN INPUT_VAL
        grants[id].reviewer = reviewer;
        emit ReviewerSet(id, reviewer);
    }

    /// New wallet, same grantee.
    function moveTo(uint256 id, address wallet) external {
        if (msg.sender != grants[id].grantee) revert NotYou(msg.sender); //~ BENIGN ACCESS_CTRL
        require(wallet != address(0) && wallet != grants[id].reviewer, "bad wallet"); //~ BENIGN INPUT_VAL
        grants[id].grantee = wallet;
        emit Moved(id, wallet);
    }

    /// What was not released goes back to the dao.
    function close(uint256 id) external onlyOwner returns (uint256 rest) { //~ BENIGN ACCESS_CTRL
        Grant storage grant = grants[id];
        if (grant.done == grant.steps) revert Over(id); //~ BENIGN CTRL_FLOW
        rest = grant.perStep * (grant.steps - grant.done);
        grant.steps = grant.done; //~ BENIGN STATE_MOD
        daiz.safeTransfer(msg.sender, rest);
        emit Closed(id, rest);
    }

    /// The hash a reviewer signs for a step, counted from zero.
    function releaseHash(uint256 id, uint32 step) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(RELEASE, id, step))); //~ BENIGN SIGNATURE
    }

    function count() external view returns (uint256) {
        return grants.length;
    }

    event Opened(uint256 indexed id, address indexed grantee, uint256 perStep, uint32 steps);
    event Released(uint256 indexed id, uint32 done);
    event ReviewerSet(uint256 indexed id, address indexed reviewer);
    event Moved(uint256 indexed id, address indexed wallet);
    event Closed(uint256 indexed id, uint256 rest);
}
