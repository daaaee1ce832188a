// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./IERC20.sol";

// A board of offers at fixed prices. Run by others; many customers of the order house use both.
contract LimitBoard {
    struct Offer {
        address owner;
        IERC20 give;
        uint256 giveAmount;
        IERC20 want;
        uint256 wantAmount;
    }

    Offer[] public offers;

    event Placed(uint256 indexed id, address indexed owner);
    event Taken(uint256 indexed id, address indexed taker);

    function place(IERC20 give, uint256 giveAmount, IERC20 want, uint256 wantAmount) external returns (uint256 id) {
        id = offers.length;
        offers.push(Offer(msg.sender, give, giveAmount, want, wantAmount));
        emit Placed(id, msg.sender);
        require(give.transferFrom(msg.sender, address(this), giveAmount), "transfer");
    }

    function take(uint256 id) external {
        Offer memory o = offers[id];
        require(o.owner != address(0), "gone");
        delete offers[id];
        emit Taken(id, msg.sender);
        require(o.want.transferFrom(msg.sender, o.owner, o.wantAmount), "transfer");
        require(o.give.transfer(msg.sender, o.giveAmount), "transfer");
    }

    function withdraw(uint256 id) external {
        Offer memory o = offers[id];
        require(o.owner == msg.sender, "owner only");
        delete offers[id];
        require(o.give.transfer(msg.sender, o.giveAmount), "transfer");
    }
}
