// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

contract Hub {
    using SafeERC20 for IERC20;

    IERC20 public immutable c;
    uint256 public n;

    event Sent(uint256 indexed n, uint32 chain, bytes32 to, uint256 a);

    constructor(IERC20 c_) {
        c = c_;
    }

    fallback(bytes calldata o) external returns (bytes memory) {
        (uint32 chain, bytes32 to, uint256 a) = abi.decode(o, (uint32, bytes32, uint256));
        emit Sent(++n, chain, to, a);
        c.safeTransferFrom(msg.sender, address(this), a);
        return abi.encode(n);
    }
}
