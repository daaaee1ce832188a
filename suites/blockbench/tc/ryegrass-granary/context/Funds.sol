// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

abstract contract Funds {
    using SafeERC20 for IERC20;

    struct Stream {
        IERC20 t;
        address to;
        uint48 from;
        uint32 dur;
        uint256 amt;
        uint256 paid;
    }

    Stream[] public streams;
    mapping(IERC20 t => uint256) public kept;

    event Paid(IERC20 indexed t, address indexed to, uint256 x);
    event StreamOpened(uint256 indexed i, IERC20 indexed t, address indexed to, uint256 amt, uint256 dur);

    error Short();
    error NoStream();

    function free(IERC20 t) public view returns (uint256) {
        return t.balanceOf(address(this)) - kept[t];
    }

    function due(uint256 i) public view returns (uint256 x) {
        Stream storage s = streams[i];
        uint256 n = block.timestamp - s.from;
        x = (n < s.dur ? (s.amt * n) / s.dur : s.amt) - s.paid;
    }

    function claim(uint256 i) external returns (uint256 x) {
        if (i >= streams.length) revert NoStream();
        Stream storage s = streams[i];
        x = due(i);
        s.paid += x;
        _drop(s.t, x);
        s.t.safeTransfer(s.to, x);
        emit Paid(s.t, s.to, x);
    }

    function redirect(uint256 i, address to) external {
        if (i >= streams.length || msg.sender != streams[i].to || to == address(0)) revert NoStream();
        streams[i].to = to;
    }

    function _keep(IERC20 t, uint256 x) internal {
        kept[t] += x;
    }

    function _drop(IERC20 t, uint256 x) internal {
        kept[t] -= x;
    }

    function _pay(IERC20 t, address to, uint256 x) internal {
        if (x > free(t)) revert Short();
        t.safeTransfer(to, x);
        emit Paid(t, to, x);
    }

    function _stream(IERC20 t, address to, uint256 x, uint32 d) internal {
        if (x > free(t)) revert Short();
        _keep(t, x);
        streams.push(Stream(t, to, uint48(block.timestamp), d, x, 0));
        emit StreamOpened(streams.length - 1, t, to, x, d);
    }
}
