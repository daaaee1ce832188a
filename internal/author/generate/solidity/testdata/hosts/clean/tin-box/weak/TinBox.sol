// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A tin box with coins of several people. The warden may close it, and pays for polish.
contract TinBox {
    address public warden;
    bool public closed;
    uint256 public polish;
    mapping(address => uint256) public kept;

    error WardenOnly();

    constructor() {
        warden = msg.sender;
    }

    function put() external payable {
        require(!closed, "closed");
        kept[msg.sender] += msg.value;
    }

    function take(uint256 amount) external {
        kept[msg.sender] = 0;
        _send(msg.sender, amount);
    }

    function close(address heir) external {
        if (msg.sender != warden) revert WardenOnly();
        closed = true;
        warden = heir;
    }

    function buyPolish(uint256 amount) external payable {
        polish += msg.value;
        require(amount <= polish, "no polish");
        require(msg.sender == warden, "warden only");
        polish -= amount;
        _send(warden, amount);
    }

    function _send(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "not sent");
    }
}
