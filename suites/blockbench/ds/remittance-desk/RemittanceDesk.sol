// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Ownable2Step} from "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

error Zero();
error Short();
error High();
error Nothing();

contract RemittanceDesk is Ownable2Step {
    using SafeERC20 for IERC20;

    uint256 private constant BPS = 10_000;
    uint256 public constant CAP_BPS = 300;
    uint256 public constant CAP_FLOOR = 10e18;

    IERC20 public immutable token;
    uint256 public bps;
    uint256 public floor;
    uint256 public fees;
    mapping(address => uint256) public bal;

    event Deposit(address indexed by, uint256 amt);
    event Remit(address indexed by, address indexed to, uint256 amt, uint256 fee);
    event Withdraw(address indexed by, address indexed to, uint256 amt);
    event Tariff(uint256 bps, uint256 floor);

    constructor(IERC20 t, uint256 b, uint256 f) {
        if (address(t) == address(0)) revert Zero();
        token = t;
        _tariff(b, f); //~ BENIGN INIT
    }

    function setTariff(uint256 b, uint256 f) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _tariff(b, f);
    }

    function takeFees(address to) external onlyOwner returns (uint256 a) {
        a = fees;
        if (a == 0) revert Nothing();
        fees = 0; //~ BENIGN STATE_MOD
        token.safeTransfer(to, a); //~ BENIGN FUND_XFER
    }

    function feeOn(uint256 a) public view returns (uint256 f) {
        f = (a * bps) / BPS; //~ BENIGN ARITHMETIC
        if (f < floor) f = floor; //~ PREREQ COMPUTATION can be more than the amount
    }

    function deposit(uint256 a) external returns (uint256 got) {
        uint256 b = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), a); //~ BENIGN FUND_XFER
        got = token.balanceOf(address(this)) - b; //~ BENIGN ARITHMETIC
        if (got == 0) revert Nothing();
        bal[msg.sender] += got; //~ BENIGN STATE_MOD
        emit Deposit(msg.sender, got); //~ UNRELATED EVENT_EMIT
    }

    function remit(address to, uint256 a) external {
        if (to == address(0) || a == 0) revert Zero(); //~ BENIGN INPUT_VAL
        uint256 h = bal[msg.sender];
        if (h < a) revert Short(); //~ INSUFF_GUARD INPUT_VAL compares the amount without the fee
        uint256 f = feeOn(a);
        unchecked {
            bal[msg.sender] = h - a; //~ DECOY ARITHMETIC two lines above make sure of it
            bal[to] += a - f; //~ ROOT_CAUSE ARITHMETIC
        }
        fees += f; //~ BENIGN STATE_MOD
        emit Remit(msg.sender, to, a, f);
    }

    function withdraw(address to, uint256 a) external {
        uint256 h = bal[msg.sender];
        if (h < a) revert Short(); //~ BENIGN INPUT_VAL
        unchecked {
            bal[msg.sender] = h - a; //~ BENIGN ARITHMETIC
        }
        token.safeTransfer(to, a);
        emit Withdraw(msg.sender, to, a);
    }

    function _tariff(uint256 b, uint256 f) private {
        if (b > CAP_BPS || f > CAP_FLOOR) revert High(); //~ BENIGN INPUT_VAL
        (bps, floor) = (b, f);
        emit Tariff(b, f);
    }
}
