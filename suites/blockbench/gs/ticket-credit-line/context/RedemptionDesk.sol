// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import "./IRedemptionDesk.sol";

contract RedemptionDesk is IRedemptionDesk, Ownable {
    using SafeERC20 for IERC20;

    uint256 public constant DELAY = 3 days;

    IERC20 public immutable share;
    IERC20 public immutable cash;

    uint256 public nav;
    uint256 public count;
    mapping(uint256 => Ticket) private _t;

    event Requested(uint256 indexed i, address indexed a, uint256 n, uint256 due);
    event Assigned(uint256 indexed i, address indexed a, address indexed to);
    event Moved(uint256 indexed i, Status s);

    error NotHolder();
    error WrongStatus();
    error TooEarly();
    error NoValue();

    constructor(IERC20 s, IERC20 c, uint256 v) Ownable(msg.sender) {
        (share, cash, nav) = (s, c, v);
    }

    function ticket(uint256 i) external view returns (Ticket memory) {
        return _t[i];
    }

    function request(uint256 n) external returns (uint256 i) {
        uint256 x = (n * nav) / 1e18;
        if (x == 0) revert NoValue();
        i = ++count;
        _t[i] = Ticket(msg.sender, Status.Pending, uint64(block.timestamp), uint128(n), uint128(x));
        emit Requested(i, msg.sender, n, x);
        share.safeTransferFrom(msg.sender, address(this), n);
    }

    function assign(uint256 i, address to) external {
        Ticket storage t = _held(i);
        if (t.status == Status.Closed) revert WrongStatus();
        t.holder = to;
        emit Assigned(i, msg.sender, to);
    }

    function cashOut(uint256 i) external returns (uint256 x) {
        Ticket storage t = _held(i);
        _move(i, t, Status.Settled, Status.Closed);
        x = t.due;
        cash.safeTransfer(msg.sender, x);
    }

    function takeBack(uint256 i) external returns (uint256 n) {
        Ticket storage t = _held(i);
        if (block.timestamp < t.at + DELAY) revert TooEarly();
        _move(i, t, Status.Cancelled, Status.Closed);
        n = t.shares;
        share.safeTransfer(msg.sender, n);
    }

    function setNav(uint256 v) external onlyOwner {
        nav = v;
    }

    function settle(uint256 i) external onlyOwner {
        Ticket storage t = _t[i];
        _move(i, t, Status.Pending, Status.Settled);
        cash.safeTransferFrom(msg.sender, address(this), t.due);
        share.safeTransfer(msg.sender, t.shares);
    }

    function cancel(uint256 i) external onlyOwner {
        _move(i, _t[i], Status.Pending, Status.Cancelled);
    }

    function _held(uint256 i) private view returns (Ticket storage t) {
        t = _t[i];
        if (t.holder != msg.sender) revert NotHolder();
    }

    function _move(uint256 i, Ticket storage t, Status a, Status b) private {
        if (t.status != a) revert WrongStatus();
        (t.status, t.at) = (b, uint64(block.timestamp));
        emit Moved(i, b);
    }
}
