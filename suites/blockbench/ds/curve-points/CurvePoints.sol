// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

error Zero();
error Slip();
error Late();

contract CurvePoints is ERC20 {
    using SafeERC20 for IERC20;

    uint256 public constant BASE = 100e18;
    uint256 public constant SLOPE = 1e18;

    IERC20 public immutable cash;
    uint256 public made;

    event Bought(address indexed by, uint256 n, uint256 paid);
    event Sold(address indexed by, uint256 n, uint256 got);

    constructor(IERC20 c) ERC20("Points", "PTS") {
        if (address(c) == address(0)) revert Zero(); //~ BENIGN INIT
        cash = c; //~ BENIGN INIT
    }

    function decimals() public pure override returns (uint8) {
        return 0;
    }

    function cost(uint256 s, uint256 n) public pure returns (uint256) {
        unchecked { return n * BASE + (SLOPE * n * (2 * s + n)) / 2; } //~ PREREQ ARITHMETIC //~ SECONDARY_VULN#2 ARITHMETIC wraps to nothing for a number with enough zero bits
    }

    function buy(uint256 n, uint256 most, uint256 until) external returns (uint256 p) {
        if (block.timestamp > until) revert Late(); //~ BENIGN TIMESTAMP
        if (n == 0) revert Zero(); //~ BENIGN INPUT_VAL //~ INSUFF_GUARD#2 INPUT_VAL from below only
        p = cost(made, n); //~ PREREQ#2 ARITHMETIC
        if (p > most) revert Slip(); //~ BENIGN INPUT_VAL
        made += n; //~ BENIGN STATE_MOD
        _mint(msg.sender, n); //~ DECOY STATE_MOD before the payment, which reverts if it fails
        cash.safeTransferFrom(msg.sender, address(this), p); //~ BENIGN FUND_XFER
        emit Bought(msg.sender, n, p); //~ UNRELATED EVENT_EMIT
    }

    function sell(uint256 n, uint256 least, uint256 until) external returns (uint256 p) {
        if (block.timestamp > until) revert Late(); //~ BENIGN TIMESTAMP
        if (n == 0) revert Zero(); //~ BENIGN INPUT_VAL
        _burn(msg.sender, n); //~ BENIGN STATE_MOD
        p = cost(made, n); //~ ROOT_CAUSE COMPUTATION of points that are not there yet
        made -= n; //~ PREREQ STATE_MOD
        if (p < least) revert Slip(); //~ BENIGN INPUT_VAL
        cash.safeTransfer(msg.sender, p); //~ PREREQ FUND_XFER
        emit Sold(msg.sender, n, p); //~ UNRELATED EVENT_EMIT
    }
}
