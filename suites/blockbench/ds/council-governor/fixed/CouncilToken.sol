// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";
import {Nonces} from "@openzeppelin/contracts@5.4.0/utils/Nonces.sol";
import {Checkpoints} from "@openzeppelin/contracts@5.4.0/utils/structs/Checkpoints.sol";
import {IVotingPower} from "./context/IVotingPower.sol";

/// @notice A token whose balances carry votes, with a history of them by block.
/// @dev Holders who have chosen nobody vote for themselves, so that nobody has to send a transaction before the first
/// proposal.
abstract contract VotingToken is ERC20, EIP712, Nonces, IVotingPower {
    using Checkpoints for Checkpoints.Trace208;

    error NotYetMined(uint256 number, uint256 current);
    error SignatureExpired(uint256 expiry);

    bytes32 private constant DELEGATION_TYPE =
        keccak256("Delegation(address delegatee,uint256 nonce,uint256 expiry)");

    mapping(address account => address) private _delegatees;
    mapping(address account => Checkpoints.Trace208) private _votes;
    Checkpoints.Trace208 private _supply;

    event DelegateChanged(address indexed account, address indexed delegatee);
    event VotesChanged(address indexed account, uint256 votes);

    /// @notice Lets another account vote with the caller's balance, now and in future.
    /// @param delegatee Zero returns the votes to the caller.
    function delegate(address delegatee) external {
        _delegate(msg.sender, delegatee); //~ BENIGN CTRL_FLOW
    }

    /// @notice The same for a holder who has signed it.
    function delegateBySig(address delegatee, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s) external {
        if (block.timestamp > expiry) revert SignatureExpired(expiry); //~ BENIGN TIMESTAMP
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(DELEGATION_TYPE, delegatee, nonce, expiry)));
        address account = ECDSA.recover(digest, v, r, s); //~ BENIGN SIGNATURE reverts on what is no signature
        _useCheckedNonce(account, nonce); //~ BENIGN SIGNATURE
        _delegate(account, delegatee);
    }

    /// @notice The account that votes with the balance of `account`.
    function delegates(address account) public view returns (address) {
        address delegatee = _delegatees[account];
        return delegatee == address(0) ? account : delegatee; //~ BENIGN STORAGE_READ
    }

    function getVotes(address account) external view returns (uint256) {
        return _votes[account].latest();
    }

    /// @inheritdoc IVotingPower
    function getPastVotes(address account, uint256 number) external view returns (uint256) {
        return _votes[account].upperLookupRecent(_mined(number)); //~ BENIGN STORAGE_READ
    }

    /// @inheritdoc IVotingPower
    function getPastTotalSupply(uint256 number) external view returns (uint256) {
        return _supply.upperLookupRecent(_mined(number));
    }

    function _delegate(address account, address delegatee) internal {
        address previous = delegates(account); //~ BENIGN STORAGE_READ
        _delegatees[account] = delegatee;
        emit DelegateChanged(account, delegatee); //~ UNRELATED EVENT_EMIT
        _moveVotes(previous, delegates(account), balanceOf(account)); //~ BENIGN STATE_MOD
    }

    function _update(address from, address to, uint256 amount) internal virtual override {
        super._update(from, to, amount);
        if (from == address(0) || to == address(0)) {
            _write(_supply, totalSupply()); //~ BENIGN STATE_MOD
        }
        _moveVotes(delegates(from), delegates(to), amount); //~ BENIGN STATE_MOD zero stands for itself here
    }

    function _moveVotes(address from, address to, uint256 amount) private {
        if (from == to || amount == 0) return; //~ BENIGN INPUT_VAL
        if (from != address(0)) {
            uint256 votes = _votes[from].latest() - amount; //~ BENIGN ARITHMETIC checked
            _write(_votes[from], votes);
            emit VotesChanged(from, votes);
        }
        if (to != address(0)) {
            uint256 votes = _votes[to].latest() + amount;
            _write(_votes[to], votes);
            emit VotesChanged(to, votes);
        }
    }

    /// @dev A second entry of the same block replaces the first.
    function _write(Checkpoints.Trace208 storage trace, uint256 value) private {
        trace.push(uint48(block.number), uint208(value));
    }

    function _mined(uint256 number) private view returns (uint48) {
        if (number >= block.number) revert NotYetMined(number, block.number); //~ BENIGN INPUT_VAL the block at hand is not over
        return uint48(number);
    }
}

/// @notice The token of the council. The owner issues it up to a cap.
contract CouncilToken is Ownable, VotingToken {
    error CapExceeded(uint256 supply, uint256 cap);

    uint256 public constant CAP = 10_000_000e18;

    constructor(address issuer) ERC20("Council", "CNCL") EIP712("Council", "1") Ownable(issuer) {}

    function mint(address to, uint256 amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _mint(to, amount);
        if (totalSupply() > CAP) revert CapExceeded(totalSupply(), CAP); //~ BENIGN INPUT_VAL also keeps the casts in range
    }

    function burn(uint256 amount) external {
        _burn(msg.sender, amount);
    }
}
