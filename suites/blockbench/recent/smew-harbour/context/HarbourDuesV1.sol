// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice The code behind the harbour's proxy until the end of last season.
abstract contract GuardV1 {
    uint256 private _busy;

    modifier alone() {
        require(_busy == 0, "busy");
        _busy = 1;
        _;
        _busy = 0;
    }
}

abstract contract StarterV1 {
    uint256 public version;

    modifier starts() {
        require(version == 0, "started");
        version = 1;
        _;
    }
}

contract HarbourDuesV1 is GuardV1, StarterV1 {
    using SafeERC20 for IERC20;

    IERC20 public immutable dollar;

    address public master;
    uint256 public fee;
    mapping(bytes32 ship => uint256) public paidUntil;

    constructor(IERC20 dollar_) {
        dollar = dollar_;
        version = 1;
    }

    function start(address master_) external starts {
        master = master_;
    }

    function setFee(uint256 fee_) external {
        require(msg.sender == master, "not the master");
        fee = fee_;
    }

    function stay(bytes32 ship, uint256 nights) external alone {
        paidUntil[ship] = block.timestamp + nights * 1 days;
        dollar.safeTransferFrom(msg.sender, address(this), fee * nights);
    }
}
