// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {ERC721} from "@openzeppelin/contracts@4.9.6/token/ERC721/ERC721.sol";

contract Warrants is ERC721 {
    using SafeERC20 for IERC20;

    IERC20 public immutable c;
    address public immutable mill;
    uint256 public n;
    mapping(uint256 => uint256) public sum;

    error NotMill();
    error NotBearer();

    constructor(IERC20 c_, address mill_) ERC721("Mill Warrant", "WARR") {
        c = c_;
        mill = mill_;
    }

    function issue(address to, uint256 a) external returns (uint256 id) {
        if (msg.sender != mill) revert NotMill();
        id = ++n;
        sum[id] = a;
        _mint(to, id);
        c.safeTransferFrom(msg.sender, address(this), a);
    }

    function cash(uint256 id) external returns (uint256 a) {
        if (msg.sender != ownerOf(id)) revert NotBearer();
        a = sum[id];
        delete sum[id];
        _burn(id);
        c.safeTransfer(msg.sender, a);
    }
}
