// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

interface ICrossing {
    function arrive(address to, uint256 amount) external;
}

/// @notice Carries messages between the mainland and the island. The relayer is run by the ferry company.
contract Courier {
    struct Parcel {
        address to;
        uint256 amount;
        uint64 postedAt;
    }

    address public immutable relayer;
    ICrossing public crossing;
    Parcel[] public outgoing;
    uint256 public delivered;

    event Posted(uint256 indexed number, address indexed to, uint256 amount);
    event Delivered(uint256 indexed number, address indexed to, uint256 amount);

    constructor() {
        relayer = msg.sender;
    }

    function connect(ICrossing crossing_) external {
        require(msg.sender == relayer && address(crossing) == address(0), "Courier: not now");
        crossing = crossing_;
    }

    /// @notice Takes a message for the mainland, which releases `amount` to `to` there.
    function post(address to, uint256 amount) external {
        require(msg.sender == address(crossing), "Courier: crossing only");
        outgoing.push(Parcel(to, amount, uint64(block.timestamp)));
        emit Posted(outgoing.length - 1, to, amount);
    }

    /// @notice Hands over a message from the mainland, where `amount` has been locked.
    function deliver(address to, uint256 amount) external {
        require(msg.sender == relayer, "Courier: relayer only");
        emit Delivered(delivered++, to, amount);
        crossing.arrive(to, amount);
    }

    function outgoingCount() external view returns (uint256) {
        return outgoing.length;
    }

    /// @notice Sum of what was posted on a day, counted from the epoch.
    function postedOn(uint256 day) external view returns (uint256 sum) {
        for (uint256 i = 0; i < outgoing.length; ++i) {
            if (outgoing[i].postedAt / 1 days == day) sum += outgoing[i].amount;
        }
    }
}
