// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

contract LimitBook {
    using SafeERC20 for IERC20;

    struct Offer {
        address o;
        IERC20 g;
        IERC20 w;
        uint128 a;
        uint128 c;
    }

    Offer[] public offers;

    event Placed(uint256 indexed id, address indexed o);
    event Taken(uint256 indexed id, address indexed by, uint256 n, uint256 c);
    event Withdrawn(uint256 indexed id);

    error BadOffer();
    error NotOwner();

    function place(IERC20 g, uint128 a, IERC20 w, uint128 c) external returns (uint256 id) {
        if (g == w || a == 0 || c == 0) revert BadOffer();
        id = offers.length;
        offers.push(Offer(msg.sender, g, w, a, c));
        emit Placed(id, msg.sender);
        g.safeTransferFrom(msg.sender, address(this), a);
    }

    function take(uint256 id, uint128 n) external returns (uint256 c) {
        Offer memory o = offers[id];
        if (n == 0 || n > o.a) revert BadOffer();
        c = Math.mulDiv(o.c, n, o.a, Math.Rounding.Ceil);
        offers[id].a -= n;
        offers[id].c -= uint128(c);
        emit Taken(id, msg.sender, n, c);
        o.w.safeTransferFrom(msg.sender, o.o, c);
        o.g.safeTransfer(msg.sender, n);
    }

    function withdraw(uint256 id) external {
        Offer memory o = offers[id];
        if (o.o != msg.sender) revert NotOwner();
        delete offers[id];
        emit Withdrawn(id);
        o.g.safeTransfer(msg.sender, o.a);
    }
}
