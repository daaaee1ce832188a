// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

contract Pool {
    using SafeERC20 for IERC20;

    IERC20 public immutable t;
    IERC20 public immutable c;
    uint256 public rt;
    uint256 public rc;

    error Less(uint256 n);

    constructor(IERC20 t_, IERC20 c_) {
        t = t_;
        c = c_;
    }

    function add(uint256 nt, uint256 nc) external {
        rt += nt;
        rc += nc;
        t.safeTransferFrom(msg.sender, address(this), nt);
        c.safeTransferFrom(msg.sender, address(this), nc);
    }

    function give(bool sell, uint256 n) public view returns (uint256) {
        (uint256 a, uint256 b) = sell ? (rt, rc) : (rc, rt);
        return (b * n * 997) / (a * 1000 + n * 997);
    }

    function swap(bool sell, uint256 n, uint256 least, address to) external returns (uint256 o) {
        o = give(sell, n);
        if (o < least) revert Less(o);
        if (sell) (rt, rc) = (rt + n, rc - o);
        else (rc, rt) = (rc + n, rt - o);
        (sell ? t : c).safeTransferFrom(msg.sender, address(this), n);
        (sell ? c : t).safeTransfer(to, o);
    }
}
