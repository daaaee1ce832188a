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
        if (msg.sender != owner) revert NotOwner(); //~ BENIGN ACCESS_CTRL
        _;
    }

    function setOwner(address o) external onlyOwner {
        if (o == address(0)) revert Zero(); //~ BENIGN INPUT_VAL
        owner = o;
    }

    function open(uint256 id, address issuer, uint64 until, uint128 n) external onlyOwner {
        Batch storage b = batches[id];
        if (b.until != 0) revert Taken();
        if (issuer == address(0) || n == 0) revert Zero();
        if (until <= block.timestamp) revert Late();
        uint256 was = token.balanceOf(address(this));
        if (!token.transferFrom(msg.sender, address(this), n)) revert Pay(); //~ BENIGN EXT_CALL
        n = uint128(token.balanceOf(address(this)) - was); //~ DECOY ARITHMETIC at most the amount that was asked for, which has 128 bits
        (b.issuer, b.until, b.left) = (issuer, until, n);
    }

    function suspend(uint256 id) external onlyOwner {
        batches[id].issuer = address(0); //~ PREREQ STATE_MOD nobody signs for the batch any more
    }

    function resume(uint256 id, address issuer) external onlyOwner {
        if (issuer == address(0) || batches[id].until == 0) revert Zero();
        batches[id].issuer = issuer;
    }

    function close(uint256 id) external onlyOwner {
        Batch storage b = batches[id];
        if (block.timestamp <= b.until) revert Early(); //~ BENIGN TIMESTAMP
        uint256 n = b.left;
        b.left = 0; //~ BENIGN STATE_MOD
        if (!token.transfer(owner, n)) revert Pay();
    }

    function digest(uint256 id, uint256 card, address to, uint128 n) public view returns (bytes32) {
        bytes32 h = keccak256(abi.encode(block.chainid, address(this), id, card, to, n)); //~ BENIGN SIGNATURE the chain, the desk and the card
        return keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", h));
    }

    function redeem(uint256 id, uint256 card, address to, uint128 n, uint8 v, bytes32 r, bytes32 s) external {
        Batch storage b = batches[id];
        if (block.timestamp > b.until) revert Late(); //~ BENIGN TIMESTAMP
        if (used[card][id]) revert Used(); //~ SECONDARY_VULN#2 SIGNATURE looks at another entry than the one that is written
        if (n > b.left) revert Short(); //~ BENIGN INPUT_VAL //~ INSUFF_GUARD#2 INPUT_VAL up to the rest of the batch
        address who = ecrecover(digest(id, card, to, n), v, r, s); //~ PREREQ SIGNATURE returns zero for no signature
        if (who != b.issuer) revert BadSig(); //~ ROOT_CAUSE SIGNATURE zero is the issuer of a suspended batch
        used[id][card] = true; //~ PREREQ#2 STATE_MOD nobody asks for it
        b.left -= n;
        if (!token.transfer(to, n)) revert Pay(); //~ PREREQ FUND_XFER
    }
}
