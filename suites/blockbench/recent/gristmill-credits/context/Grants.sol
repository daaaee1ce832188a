// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "./Held.sol";

// Credits of the owner that vest over time.
abstract contract Grants is Held, Ownable {
    using SafeMath for uint256;

    struct Grant {
        address to;
        uint256 amount;
        uint256 paid;
        uint256 start;
        uint256 span;
    }

    uint256 public constant MAX_VESTING = 1461 days;

    Grant[] public grants;

    event Granted(uint256 indexed id, address indexed to, uint256 amount, uint256 span);
    event Claim(uint256 indexed id, uint256 amount);

    function grant(address _to, uint256 _amount, uint256 _span) external onlyOwner returns (uint256 id) {
        require(_to != address(0), "!to");
        require(_amount > 0, "!amount");
        require(_span > 0 && _span <= MAX_VESTING, "!span");
        _pull(msg.sender, _amount);
        id = grants.length;
        grants.push(Grant(_to, _amount, 0, block.timestamp, _span));
        emit Granted(id, _to, _amount, _span);
    }

    function claim(uint256 _id) external returns (uint256 amount) {
        Grant storage given = grants[_id];
        require(msg.sender == given.to, "!to");
        amount = vested(_id).sub(given.paid);
        given.paid = given.paid.add(amount);
        _push(msg.sender, amount);
        emit Claim(_id, amount);
    }

    function vested(uint256 _id) public view returns (uint256) {
        Grant storage given = grants[_id];
        uint256 passed = block.timestamp.sub(given.start);
        return passed >= given.span ? given.amount : given.amount.mul(passed).div(given.span);
    }
}
