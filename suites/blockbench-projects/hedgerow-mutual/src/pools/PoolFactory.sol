// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/proxy/Clones.sol";
import "../governance/UnderMutual.sol";
import "../interfaces/ICoverPool.sol";

// PoolFactory makes the pools. They are small clones of one contract, and nothing can be changed about them later.
contract PoolFactory is IPoolFactory, UnderMutual {
    using Clones for address;

    // The contract that all pools borrow their code from.
    address public immutable master;

    address[] private poolList;
    mapping(address => bool) public override isPool;

    constructor(IMutual _mutual, address _master) UnderMutual(_mutual) {
        master = _master;
    }

    // Makes a pool for a region and sets it up in the same call. There may be several pools for one region.
    function make(bytes32 _region, address _manager) external onlyClerk returns (address pool) {
        require(_region != 0 && _manager != address(0), "make: bad pool");
        pool = master.clone();
        ICoverPool(pool).initialize(_region, _manager);
        isPool[pool] = true;
        poolList.push(pool);
        emit PoolMade(pool, _region, _manager);
    }

    function pools() external view override returns (address[] memory) {
        return poolList;
    }
}
