// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@4.9.6/utils/cryptography/MerkleProof.sol";

contract TokenAirdrop {
    using SafeERC20 for IERC20;

    struct Item {
        uint256 i;
        address a;
        uint256 n;
        bytes32[] p;
    }

    IERC20 public immutable token;
    bytes32 public immutable root;
    address public immutable owner;
    uint256 public immutable end;

    mapping(uint256 => uint256) private _m;

    event Claimed(uint256 indexed i, address indexed a, address to, uint256 n);
    event Swept(address indexed to, uint256 n);

    error BadSetup();
    error Denied();
    error Over();
    error Running();
    error Used();
    error Unknown();

    constructor(IERC20 t, bytes32 r, uint256 d) {
        if (address(t) == address(0) || r == 0 || d < 7 days || d > 365 days) revert BadSetup();
        token = t;
        root = r;
        owner = msg.sender;
        end = block.timestamp + d;
    }

    function claim(uint256 i, address a, uint256 n, bytes32[] calldata p) external {
        _claim(i, a, n, a, p);
    }

    function claimTo(uint256 i, uint256 n, address to, bytes32[] calldata p) external {
        if (to == address(0)) revert Denied();
        _claim(i, msg.sender, n, to, p);
    }

    function claimMany(Item[] calldata x) external {
        for (uint256 k; k < x.length; ++k) _claim(x[k].i, x[k].a, x[k].n, x[k].a, x[k].p);
    }

    function sweep(address to) external {
        if (msg.sender != owner) revert Denied();
        if (block.timestamp < end) revert Running();
        uint256 n = token.balanceOf(address(this));
        token.safeTransfer(to, n);
        emit Swept(to, n);
    }

    function claimed(uint256 i) external view returns (bool) {
        return (_m[i >> 8] >> (i & 255)) & 1 == 1;
    }

    function leaf(uint256 i, address a, uint256 n) public pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(i, a, n))));
    }

    function _claim(uint256 i, address a, uint256 n, address to, bytes32[] calldata p) private {
        if (block.timestamp >= end) revert Over();
        uint256 w = _m[i >> 8];
        uint256 b = 1 << (i & 255);
        if (w & b != 0) revert Used();
        if (!MerkleProof.verifyCalldata(p, root, leaf(i, a, n))) revert Unknown();
        _m[i >> 8] = b;
        token.safeTransfer(to, n);
        emit Claimed(i, a, to, n);
    }
}
