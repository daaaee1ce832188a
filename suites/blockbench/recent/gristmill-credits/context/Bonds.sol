// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "./Held.sol";

// Workers post a bond, a part of which is locked for each job they take.
abstract contract Bonds is Held {
    using SafeMath for uint256;

    struct Exit {
        uint256 amount;
        uint256 ready;
    }

    uint256 public constant EXIT_DELAY = 7 days;

    mapping(address => uint256) public bonds;
    mapping(address => uint256) public locked;
    mapping(address => Exit) public exits;

    event Bond(address indexed worker, uint256 amount);
    event Unbond(address indexed worker, uint256 amount, uint256 ready);
    event Exited(address indexed worker, uint256 amount);
    event Forfeit(address indexed worker, address indexed to, uint256 amount);

    function bond(uint256 _amount) external {
        require(_amount > 0, "!amount");
        _pull(msg.sender, _amount);
        bonds[msg.sender] = bonds[msg.sender].add(_amount);
        emit Bond(msg.sender, _amount);
    }

    // starts the delay again for what is already on its way out
    function unbond(uint256 _amount) external {
        require(_amount > 0, "!amount");
        bonds[msg.sender] = bonds[msg.sender].sub(_amount, "!bond");
        Exit storage out = exits[msg.sender];
        out.amount = out.amount.add(_amount);
        out.ready = block.timestamp.add(EXIT_DELAY);
        emit Unbond(msg.sender, _amount, out.ready);
    }

    function exit() external {
        Exit memory out = exits[msg.sender];
        require(out.amount > 0 && block.timestamp >= out.ready, "!ready");
        delete exits[msg.sender];
        _push(msg.sender, out.amount);
        emit Exited(msg.sender, out.amount);
    }

    function _lock(address _worker, uint256 _amount) internal {
        bonds[_worker] = bonds[_worker].sub(_amount, "!bond");
        locked[_worker] = locked[_worker].add(_amount);
    }

    function _unlock(address _worker, uint256 _amount) internal {
        locked[_worker] = locked[_worker].sub(_amount);
        bonds[_worker] = bonds[_worker].add(_amount);
    }

    function _forfeit(address _worker, address _to, uint256 _amount) internal {
        locked[_worker] = locked[_worker].sub(_amount);
        _push(_to, _amount);
        emit Forfeit(_worker, _to, _amount);
    }
}
