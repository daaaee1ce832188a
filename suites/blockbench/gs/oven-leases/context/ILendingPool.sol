// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.24;

/// @title ILendingPool
/// @notice What lenders and borrowers call.
interface ILendingPool {
    event Deposited(address indexed lender, uint256 amount);
    event Withdrawn(address indexed lender, address indexed receiver, uint256 amount);
    event Allocated(address indexed lender, uint256 amount);
    event Released(address indexed lender, uint256 amount);
    event Distributed(uint256 interest, uint256 fee, uint256 interestIndex);
    event Claimed(address indexed lender, address indexed receiver, uint256 amount);
    event FeesCollected(address indexed treasury, uint256 amount);
    event CapacitySet(uint256 capacity);
    event DepositCapSet(uint256 depositCap);
    event FeeSet(uint256 fee);
    event TreasurySet(address treasury);

    error ZeroAmount();
    error ZeroAddress();
    error DepositCapReached(uint256 asked, uint256 room);
    error CapacityReached(uint256 asked, uint256 room);
    error InsufficientIdle(uint256 asked, uint256 idle);
    error InsufficientAllocated(uint256 asked, uint256 allocated);
    error InsufficientLiquidity(uint256 asked, uint256 available);
    error FeeTooHigh(uint256 asked, uint256 maximum);

    function deposit(uint256 amount) external;

    function withdraw(uint256 amount, address receiver) external;

    function allocate(uint256 amount) external;

    function release(uint256 amount) external;

    function claim(address receiver) external returns (uint256 amount);

    function distribute() external;

    function draw(uint256 loanId) external;

    function repay(uint256 loanId) external;
}
