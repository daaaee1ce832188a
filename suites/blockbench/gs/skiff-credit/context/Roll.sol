// SPDX-License-Identifier: LGPL-2.1-or-later
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";

abstract contract Roll is Ownable {
    address public officer;
    mapping(address => bool) public memberOf;
    mapping(address => uint256) public limitOf;
    mapping(address => bool) public frozen;
    uint256 public freezes;

    event OfficerSet(address o);
    event LimitSet(address indexed b, uint256 l);
    event FrozenSet(address indexed b, bool f);

    modifier onlyOfficer() {
        require(msg.sender == officer, "Roll/officer");
        _;
    }

    constructor(address o) internal {
        require(o != address(0), "Roll/zero");
        officer = o;
    }

    function setOfficer(address o) external onlyOwner {
        require(o != address(0), "Roll/zero");
        officer = o;
        emit OfficerSet(o);
    }

    function setLimit(address b, uint256 l) external onlyOfficer {
        require(b != address(0), "Roll/zero");
        memberOf[b] = true;
        limitOf[b] = l;
        emit LimitSet(b, l);
    }

    function setFrozen(address b, bool f) external onlyOfficer {
        require(memberOf[b], "Roll/member");
        _freeze(b, f);
    }

    function _freeze(address b, bool f) internal {
        if (frozen[b] == f) return;
        frozen[b] = f;
        freezes = f ? freezes + 1 : freezes - 1;
        emit FrozenSet(b, f);
    }
}
