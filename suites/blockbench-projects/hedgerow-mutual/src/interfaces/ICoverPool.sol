// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// Capital of underwriters for one region.
interface ICoverPool {
    event Deposited(address indexed user, uint256 amount, uint256 shares);
    event NoticeGiven(address indexed user, uint256 shares);
    event Left(address indexed user, uint256 amount, uint256 shares);
    event Accrued(uint32 day, uint256 earned);
    event Sold(uint256 perDay, uint32 firstDay, uint32 endDay, uint256 sum);
    event Unwound(uint256 perDay, uint32 fromDay, uint32 toDay, uint256 refund);
    event Paid(address indexed to, uint256 amount, uint256 recovered);
    event ManagerPaid(address indexed manager, uint256 amount);

    function region() external view returns (bytes32);

    // Runs the pool's treaties for a part of the premiums.
    function manager() external view returns (address);

    // What belongs to the underwriters, open claims included.
    function assets() external view returns (uint256);

    function totalShares() external view returns (uint256);

    // Premiums that were paid and are not earned yet.
    function unearned() external view returns (uint256);

    // Sums of all policies that are in force.
    function locked() external view returns (uint256);

    // Open claims. They are a part of what is locked.
    function reserved() external view returns (uint256);

    // Limits of treaties under which this pool pays for others.
    function assumed() external view returns (uint256);

    // What is neither locked nor assumed.
    function room() external view returns (uint256);

    function initialize(bytes32 _region, address _manager) external;

    function accrue() external;

    // Calls of the book.
    function sell(uint256 _perDay, uint32 _firstDay, uint32 _endDay, uint256 _sum) external;

    function unwind(uint256 _perDay, uint32 _endDay, uint32 _newEnd, uint256 _refund, address _to) external;

    function unlock(uint256 _sum) external;

    // Calls of the claims.
    function setAside(uint256 _amount) external;

    function putBack(uint256 _amount) external;

    function pay(uint256 _amount, address _to) external;

    // Calls of the treaties.
    function payPrice(uint256 _amount, address _to) external;

    function receivePrice(uint256 _amount) external;

    function assume(uint256 _limit) external;

    function release(uint256 _limit) external;

    function payAssumed(uint256 _amount, address _to) external;
}

// Makes pools.
interface IPoolFactory {
    event PoolMade(address indexed pool, bytes32 indexed region, address indexed manager);

    function isPool(address _pool) external view returns (bool);

    function pools() external view returns (address[] memory);
}
