// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Clones} from "@openzeppelin/contracts@5.4.0/proxy/Clones.sol";

import {Governed} from "../governance/Governed.sol";
import {IPool} from "../interfaces/IPool.sol";
import {IPoolFactory} from "../interfaces/IPoolFactory.sol";
import {Pool} from "./Pool.sol";

contract PoolFactory is IPoolFactory, Governed {
    using Clones for address;

    address public immutable code = address(new Pool(address(this)));

    address public collector;
    address[] public pools;

    mapping(uint24 fee => int24) public spacingOf;
    mapping(address pool => bool) public isPool;
    mapping(bytes32 key => address) private _pools;

    function make(address tokenA, address tokenB, uint24 fee, uint160 price) external returns (address pool) {
        if (tokenA == tokenB) revert SameTokens();
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        if (token0 == address(0)) revert NoToken();
        int24 s = spacingOf[fee];
        if (s == 0) revert UnknownTier();
        bytes32 k = _key(token0, token1, fee);
        if (_pools[k] != address(0)) revert KnownPool();
        pool = code.cloneDeterministic(k);
        _pools[k] = pool;
        isPool[pool] = true;
        pools.push(pool);
        IPool(pool).initialize(token0, token1, fee, s, price);
        emit PoolMade(token0, token1, fee, pool);
    }

    function addTier(uint24 fee, int24 s) external onlyGovernor {
        if (fee > 50_000 || s < 1 || s > 500) revert BadTier();
        if (spacingOf[fee] != 0) revert KnownTier();
        spacingOf[fee] = s;
        emit TierAdded(fee, s);
    }

    function setShare(address pool, uint8 share) external onlyGovernor {
        if (!isPool[pool]) revert UnknownPool();
        if (share == 1 || share == 2 || share == 3) revert BadShare();
        IPool(pool).setShare(share);
        emit ShareSet(pool, share);
    }

    function setCollector(address c) external onlyGovernor {
        collector = c;
        emit CollectorSet(c);
    }

    function poolOf(address tokenA, address tokenB, uint24 fee) external view returns (address) {
        return tokenA < tokenB ? _pools[_key(tokenA, tokenB, fee)] : _pools[_key(tokenB, tokenA, fee)];
    }

    function count() external view returns (uint256) {
        return pools.length;
    }

    function _key(address token0, address token1, uint24 fee) private pure returns (bytes32) {
        return keccak256(abi.encode(token0, token1, fee));
    }
}
