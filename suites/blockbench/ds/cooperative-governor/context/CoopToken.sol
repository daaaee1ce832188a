// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";
import {Nonces} from "@openzeppelin/contracts@5.4.0/utils/Nonces.sol";
import {SafeCast} from "@openzeppelin/contracts@5.4.0/utils/math/SafeCast.sol";
import {Checkpoints} from "@openzeppelin/contracts@5.4.0/utils/structs/Checkpoints.sol";

/// The coop's token. Balances, delegates and votes are kept for every moment in the past.
/// Who has not delegated has no votes, like everywhere else.
contract CoopToken is ERC20, Ownable, EIP712, Nonces {
    using Checkpoints for Checkpoints.Trace208;
    using Checkpoints for Checkpoints.Trace160;

    bytes32 public constant DELEGATION = keccak256("Delegation(address delegatee,uint256 nonce,uint256 expiry)");
    uint256 public constant CAP = 10_000_000e18;

    mapping(address => address) public delegates;
    mapping(address => Checkpoints.Trace208) private _votes;
    mapping(address => Checkpoints.Trace208) private _held;
    mapping(address => Checkpoints.Trace160) private _delegates;
    Checkpoints.Trace208 private _supply;

    error NotPast(uint256 time);
    error Expired(uint256 expiry);
    error OverCap(uint256 supply);

    constructor(address owner_) ERC20("Coop", "COOP") Ownable(owner_) EIP712("Coop", "1") {}

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
        if (totalSupply() > CAP) revert OverCap(totalSupply());
    }

    function burn(uint256 amount) external {
        _burn(msg.sender, amount);
    }

    /// Nobody takes the votes back.
    function delegate(address to) external {
        _delegate(msg.sender, to);
    }

    function delegateBySig(address to, uint256 nonce, uint256 expiry, bytes calldata signature) external {
        if (block.timestamp > expiry) revert Expired(expiry);
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(DELEGATION, to, nonce, expiry)));
        address signer = ECDSA.recover(digest, signature);
        _useCheckedNonce(signer, nonce);
        _delegate(signer, to);
    }

    function votes(address account) external view returns (uint256) {
        return _votes[account].latest();
    }

    function votesAt(address account, uint256 time) external view returns (uint256) {
        return _votes[account].upperLookupRecent(_past(time));
    }

    function heldAt(address account, uint256 time) external view returns (uint256) {
        return _held[account].upperLookupRecent(_past(time));
    }

    function delegateAt(address account, uint256 time) external view returns (address) {
        return address(_delegates[account].upperLookupRecent(_past(time)));
    }

    function supplyAt(uint256 time) external view returns (uint256) {
        return _supply.upperLookupRecent(_past(time));
    }

    function _delegate(address account, address to) private {
        address from = delegates[account];
        delegates[account] = to;
        _delegates[account].push(_now(), uint160(to));
        _moveVotes(from, to, balanceOf(account));
        emit Delegated(account, from, to);
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (from != address(0)) _held[from].push(_now(), SafeCast.toUint208(balanceOf(from)));
        if (to != address(0)) _held[to].push(_now(), SafeCast.toUint208(balanceOf(to)));
        if (from == address(0) || to == address(0)) _supply.push(_now(), SafeCast.toUint208(totalSupply()));
        _moveVotes(delegates[from], delegates[to], amount);
    }

    function _moveVotes(address from, address to, uint256 amount) private {
        if (from == to || amount == 0) return;
        uint208 moved = SafeCast.toUint208(amount);
        if (from != address(0)) _votes[from].push(_now(), _votes[from].latest() - moved);
        if (to != address(0)) _votes[to].push(_now(), _votes[to].latest() + moved);
    }

    function _past(uint256 time) private view returns (uint48) {
        if (time >= block.timestamp) revert NotPast(time);
        return uint48(time);
    }

    function _now() private view returns (uint48) {
        return uint48(block.timestamp);
    }

    event Delegated(address indexed account, address indexed from, address indexed to);
}
