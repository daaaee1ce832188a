// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

import {DeskBound} from "../admin/DeskBound.sol";
import {ILedger} from "../interfaces/ICore.sol";

/// Money that waits for its owners. Whoever is paid by the desk or by an auction is credited here and comes to fetch it,
/// so nobody's wallet (or blocklist) can stop what somebody else is doing.
contract Ledger is ILedger, DeskBound {
    using SafeERC20 for IERC20;

    address public house;

    // account => currency => amount
    mapping(address => mapping(address => uint256)) public owed;

    function bindHouse(address house_) external onlyInstaller {
        require(house == address(0), "house is set");
        house = house_;
    }

    /// The tokens are here already: desk and house send them first.
    function credit(address account, address currency, uint256 amount) external {
        require(msg.sender == desk || msg.sender == house, "only desk and house");
        owed[account][currency] += amount;
        emit Credited(account, currency, amount);
    }

    function withdraw(address currency, uint256 amount, address to) external {
        uint256 present = owed[msg.sender][currency];
        require(amount <= present, "not owed"); //~ DECOY ARITHMETIC the subtraction below is unchecked, and this bounds it
        unchecked {
            owed[msg.sender][currency] = present - amount;
        }
        IERC20(currency).safeTransfer(to, amount);
        emit Withdrawn(msg.sender, currency, amount, to);
    }

    event Credited(address indexed account, address indexed currency, uint256 amount);
    event Withdrawn(address indexed account, address indexed currency, uint256 amount, address to);
}
