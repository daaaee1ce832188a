// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";
import "@openzeppelin/contracts@4.9.6/utils/structs/EnumerableSet.sol";
import "./IRegistry.sol";

contract Registry is IRegistry, Ownable2Step {
    using EnumerableSet for EnumerableSet.AddressSet;

    uint256 public constant MAX_WALLETS = 10;

    uint256 public last;
    mapping(address => uint256) public override idOf;
    mapping(uint256 => uint8) public override regionOf;
    mapping(uint256 => mapping(address => bool)) public offered;
    mapping(uint256 => EnumerableSet.AddressSet) private ws;

    event Enrolled(uint256 indexed i, address indexed w, uint8 r);
    event Offered(uint256 indexed i, address indexed w, bool on);
    event Linked(uint256 indexed i, address indexed w);

    error Unknown();
    error Taken();
    error NotOffered();
    error TooMany();

    function enrol(address w, uint8 r) external onlyOwner returns (uint256 i) {
        i = ++last;
        regionOf[i] = r;
        _link(i, w);
        emit Enrolled(i, w, r);
    }

    function offer(address w, bool on) external {
        uint256 i = idOf[msg.sender];
        if (i == 0) revert Unknown();
        offered[i][w] = on;
        emit Offered(i, w, on);
    }

    function accept(uint256 i) external {
        if (!offered[i][msg.sender]) revert NotOffered();
        delete offered[i][msg.sender];
        _link(i, msg.sender);
    }

    function walletsOf(uint256 i) external view returns (address[] memory) {
        return ws[i].values();
    }

    function _link(uint256 i, address w) private {
        if (idOf[w] != 0) revert Taken();
        if (ws[i].length() == MAX_WALLETS) revert TooMany();
        idOf[w] = i;
        ws[i].add(w);
        emit Linked(i, w);
    }
}
