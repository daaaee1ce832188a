// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IRedemptionDesk {
    enum Status {
        None,
        Pending,
        Settled,
        Cancelled,
        Closed
    }

    struct Ticket {
        address holder;
        Status status;
        uint64 at;
        uint128 shares;
        uint128 due;
    }

    function nav() external view returns (uint256);

    function ticket(uint256 i) external view returns (Ticket memory);

    function request(uint256 n) external returns (uint256 i);

    function assign(uint256 i, address to) external;

    function cashOut(uint256 i) external returns (uint256 x);

    function takeBack(uint256 i) external returns (uint256 n);
}
