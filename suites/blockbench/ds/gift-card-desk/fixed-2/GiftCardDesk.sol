// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

interface IERC20 {
    function balanceOf(address) external view returns (uint256);
    function transfer(address, uint256) external returns (bool);
    function transferFrom(address, address, uint256) external returns (bool);
}

error NotOwner();
error Taken();
error Zero();
error Early();
error Late();
error Used();
error BadSig();
error Short();
error Pay();

contract GiftCardDesk {
    struct Batch {
        address issuer;
        uint64 until;
        uint128 left;
    }

    IERC20 public immutable token;
    address public owner;
    mapping(uint256 => Batch) public batches;
    mapping(uint256 => mapping(uint256 => bool)) public used;

    constructor(IERC20 t) {
        if (address(t) == address(0)) revert Zero();
        token = t;
        owner = msg.sender;
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    function setOwner(address o) external onlyOwner {
        if (o == address(0)) revert Zero();
        owner = o;
    }

    function open(uint256 id, address issuer, uint64 until, uint128 n) external onlyOwner {
        Batch storage b = batches[id];
        if (b.until != 0) revert Taken();
        if (issuer == address(0) || n == 0) revert Zero();
        if (until <= block.timestamp) revert Late();
        uint256 was = token.balanceOf(address(this));
        if (!token.transferFrom(msg.sender, address(this), n)) revert Pay();
        n = uint128(token.balanceOf(address(this)) - was);
        (b.issuer, b.until, b.left) = (issuer, until, n);
    }

    function suspend(uint256 id) external onlyOwner {
        batches[id].issuer = address(0);
    }

    function resume(uint256 id, address issuer) external onlyOwner {
        if (issuer == address(0) || batches[id].until == 0) revert Zero();
        batches[id].issuer = issuer;
    }

    function close(uint256 id) external onlyOwner {
        Batch storage b = batches[id];
        if (block.timestamp <= b.until) revert Early();
        uint256 n = b.left;
        b.left = 0;
        if (!token.transfer(owner, n)) revert Pay();
    }

    function digest(uint256 id, uint256 card, address to, uint128 n) public view returns (bytes32) {
        bytes32 h = keccak256(abi.encode(block.chainid, address(this), id, card, to, n));
        return keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", h));
    }

    function redeem(uint256 id, uint256 card, address to, uint128 n, uint8 v, bytes32 r, bytes32 s) external {
        Batch storage b = batches[id];
        if (block.timestamp > b.until) revert Late();
        if (used[id][card]) revert Used();
        if (n > b.left) revert Short();
        address who = ecrecover(digest(id, card, to, n), v, r, s);
        if (who != b.issuer) revert BadSig();
        used[id][card] = true;
        b.left -= n;
        if (!token.transfer(to, n)) revert Pay();
    }
}
