// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IndexToken} from "./IndexToken.sol";

// only here so that the desk stays below the size limit
contract IndexFactory {
    function create(
        string calldata name,
        string calldata symbol,
        address manager,
        IERC20[] calldata parts,
        uint256[] calldata units
    ) external returns (IndexToken) {
        return new IndexToken(name, symbol, manager, parts, units);
    }
}
