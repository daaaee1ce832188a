// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "./IJudges.sol";

contract Judges is Ownable, IJudges {
    uint16 public constant MAX_CUT = 200;

    mapping(address => bool) public barred;
    mapping(address => bool) private _on;
    mapping(address => uint16) public override cutOf;

    event Enrolled(address indexed judge, uint16 cut);
    event Retired(address indexed judge);
    event Barred(address indexed judge, bool barred);

    function enroll(uint16 c) external {
        require(c <= MAX_CUT, "cut");
        _on[msg.sender] = true;
        cutOf[msg.sender] = c;
        emit Enrolled(msg.sender, c);
    }

    function retire() external {
        _on[msg.sender] = false;
        emit Retired(msg.sender);
    }

    function bar(address j, bool b) external onlyOwner {
        barred[j] = b;
        emit Barred(j, b);
    }

    function serves(address j) external view override returns (bool) {
        return _on[j] && !barred[j];
    }
}
