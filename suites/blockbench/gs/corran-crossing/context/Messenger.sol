// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import "./IMessenger.sol";

contract Messenger is Ownable, IMessenger {
    struct Msg {
        uint32 dst;
        uint64 at;
        address to;
        uint256 amount;
    }

    IReceiver public app;
    Msg[] public sent;
    mapping(address => bool) public relayer;
    mapping(uint256 => mapping(uint256 => bool)) public done;

    event Posted(uint256 indexed n, uint32 indexed dst, address to, uint256 amount);
    event Delivered(uint32 indexed src, uint256 indexed n, address to, uint256 amount);

    error NotApp();
    error NotRelayer();
    error AppSet();
    error Done();

    constructor() Ownable(msg.sender) {}

    function connect(IReceiver a) external onlyOwner {
        if (address(app) != address(0)) revert AppSet();
        app = a;
    }

    function setRelayer(address r, bool on) external onlyOwner {
        relayer[r] = on;
    }

    function post(uint32 d, address to, uint256 a) external {
        if (msg.sender != address(app)) revert NotApp();
        emit Posted(sent.length, d, to, a);
        sent.push(Msg(d, uint64(block.timestamp), to, a));
    }

    function deliver(uint32 s, uint256 n, address to, uint256 a) external {
        if (!relayer[msg.sender]) revert NotRelayer();
        if (done[s][n]) revert Done();
        done[s][n] = true;
        emit Delivered(s, n, to, a);
        app.arrive(s, to, a);
    }

    function count() external view returns (uint256) {
        return sent.length;
    }

    function postedOn(uint32 d, uint256 day) external view returns (uint256 s) {
        for (uint256 i; i < sent.length; ++i) {
            Msg storage m = sent[i];
            if (m.dst == d && m.at / 1 days == day) s += m.amount;
        }
    }
}
