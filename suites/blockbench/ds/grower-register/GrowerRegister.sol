// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {EnumerableSet} from "@openzeppelin/contracts@5.4.0/utils/structs/EnumerableSet.sol";

/// @notice The growers who may deliver to a packing house. Each leaves a bond for as long as the entry stands.
contract GrowerRegister {
    using SafeERC20 for IERC20;
    using EnumerableSet for EnumerableSet.AddressSet;

    IERC20 public immutable token;

    /// @notice The bond of one grower.
    uint256 public immutable bond;

    EnumerableSet.AddressSet private _growers;

    event Joined(address indexed grower);
    event Left(address indexed grower, address indexed to);
    event HandedOver(address indexed from, address indexed to);

    error NoBond();
    error NoAccount();
    error Listed(address grower);
    error NotListed(address grower);

    constructor(IERC20 token_, uint256 bond_) {
        if (bond_ == 0) revert NoBond(); //~ BENIGN INIT
        token = token_; //~ BENIGN INIT
        bond = bond_;
    }

    /// @notice Enters the caller, who pays the bond.
    function join() external {
        if (!_growers.add(msg.sender)) revert Listed(msg.sender); //~ BENIGN STATE_MOD
        emit Joined(msg.sender); //~ UNRELATED EVENT_EMIT
        token.safeTransferFrom(msg.sender, address(this), bond); //~ BENIGN FUND_XFER
    }

    /// @notice Strikes out the caller, and returns the bond to an account of the caller's choice.
    function leave(address to) external {
        if (to == address(0)) revert NoAccount(); //~ BENIGN INPUT_VAL
        _growers.remove(msg.sender); //~ ROOT_CAUSE STATE_MOD false for an account that is not listed
        emit Left(msg.sender, to); //~ UNRELATED EVENT_EMIT
        token.safeTransfer(to, bond); //~ PREREQ FUND_XFER the bonds of others
    }

    /// @notice Hands the entry of the caller over to another account, together with the bond.
    function handOver(address to) external {
        if (to == address(0)) revert NoAccount(); //~ BENIGN INPUT_VAL
        if (!_growers.remove(msg.sender)) revert NotListed(msg.sender); //~ BENIGN STATE_MOD
        if (!_growers.add(to)) revert Listed(to); //~ BENIGN STATE_MOD
        emit HandedOver(msg.sender, to); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Whether an account is listed.
    function isGrower(address account) external view returns (bool) {
        return _growers.contains(account); //~ BENIGN STORAGE_READ
    }

    /// @notice The listed accounts, from an index on.
    function page(uint256 from, uint256 size) external view returns (address[] memory growers) {
        growers = new address[](size);
        for (uint256 i = 0; i < size; i++) {
            growers[i] = _growers.at(from + i); //~ DECOY CTRL_FLOW as many as the reader asks for
        }
    }
}
