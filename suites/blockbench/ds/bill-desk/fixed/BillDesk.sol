// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@5.4.0/utils/Address.sol";

error NoToken();
error NoTarget();
error NoData();
error Late();

contract BillDesk is Ownable2Step {
    using SafeERC20 for IERC20;
    using Address for address;

    mapping(address => bool) public tokens;
    mapping(address => bool) public known;

    event Token(address indexed token, bool on);
    event Paid(address indexed by, address indexed target, IERC20 token, uint256 a);

    constructor(address o) Ownable(o) {}

    function set(address t, bool on) external onlyOwner { //~ BENIGN ACCESS_CTRL
        if (t.code.length == 0) revert NoToken(); //~ BENIGN INPUT_VAL
        tokens[t] = on;
        known[t] = true; //~ BENIGN STATE_MOD
        emit Token(t, on);
    }

    function pay(IERC20 t, uint256 a, address target, bytes calldata data, uint256 until) external returns (uint256 back) {
        if (block.timestamp > until) revert Late(); //~ BENIGN TIMESTAMP
        if (!tokens[address(t)]) revert NoToken(); //~ BENIGN INPUT_VAL
        if (known[target] || target == address(this)) revert NoTarget(); //~ BENIGN INPUT_VAL
        if (data.length < 4) revert NoData(); //~ BENIGN INPUT_VAL
        uint256 b = t.balanceOf(address(this)); //~ BENIGN STORAGE_READ
        t.safeTransferFrom(msg.sender, address(this), a); //~ BENIGN FUND_XFER
        t.forceApprove(target, a); //~ BENIGN FUND_XFER
        target.functionCall(data); //~ BENIGN EXT_CALL
        t.forceApprove(target, 0); //~ BENIGN FUND_XFER
        back = t.balanceOf(address(this)) - b; //~ BENIGN ARITHMETIC
        t.safeTransfer(msg.sender, back);
        emit Paid(msg.sender, target, t, a - back); //~ UNRELATED EVENT_EMIT
    }
}
