// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {IERC1155} from "@openzeppelin/contracts@5.4.0/token/ERC1155/IERC1155.sol";
import {ERC1155Holder} from "@openzeppelin/contracts@5.4.0/token/ERC1155/utils/ERC1155Holder.sol";

/// bars in, dollars out. One kind of bar, one price that never moves.
contract BullionLoans is ERC1155Holder, Ownable {
    using SafeERC20 for IERC20;

    uint256 constant BAR = 1;
    uint256 constant TERM = 90 days;

    IERC1155 public immutable gold;
    IERC20 public immutable usd;
    uint256 public immutable perBar;

    mapping(address => uint256) public bars;
    mapping(address => uint256) public owed; // with the 2% on top
    mapping(address => uint256) public due;

    error NotDue(uint256 at);

    constructor(IERC1155 _gold, IERC20 _usd, uint256 _perBar) Ownable(msg.sender) {
        require(_perBar >= 100, "bad price"); //~ BENIGN INIT
        gold = _gold;
        usd = _usd;
        perBar = _perBar;
    }

    function putIn(uint256 n) external {
        bars[msg.sender] += n; //~ BENIGN STATE_MOD
        gold.safeTransferFrom(msg.sender, address(this), BAR, n, ""); //~ BENIGN EXT_CALL
        emit PutIn(msg.sender, n);
    }

    function draw(uint256 amount) external {
        if (owed[msg.sender] == 0) due[msg.sender] = block.timestamp + TERM; //~ BENIGN TIMESTAMP
        owed[msg.sender] += amount + (amount * 2 + 99) / 100; //~ BENIGN ARITHMETIC
        require(owed[msg.sender] <= bars[msg.sender] * perBar, "not enough gold"); //~ BENIGN INPUT_VAL
        usd.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
        emit Drawn(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    function payBack(uint256 amount) external {
        owed[msg.sender] -= amount; //~ BENIGN ARITHMETIC
        usd.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit PaidBack(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    function takeOut(uint256 n) external {
        require(owed[msg.sender] <= (bars[msg.sender] - n) * perBar, "still owed"); //~ BENIGN INPUT_VAL
        bars[msg.sender] -= n; //~ BENIGN STATE_MOD
        gold.safeTransferFrom(address(this), msg.sender, BAR, n, ""); //~ BENIGN EXT_CALL
        emit TakenOut(msg.sender, n); //~ UNRELATED EVENT_EMIT
    }

    // nobody came, so the bars are ours
    function forfeit(address who) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(owed[who] > 0, "owes nothing"); //~ BENIGN CTRL_FLOW
        if (block.timestamp <= due[who]) revert NotDue(due[who]); //~ BENIGN TIMESTAMP
        uint256 n = bars[who];
        bars[who] = 0;
        owed[who] = 0;
        gold.safeTransferFrom(address(this), msg.sender, BAR, n, ""); //~ BENIGN EXT_CALL
        emit Forfeited(who, n);
    }

    function collect(uint256 amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        usd.safeTransfer(msg.sender, amount);
        emit Collected(amount);
    }

    event PutIn(address indexed who, uint256 n);
    event Drawn(address indexed who, uint256 amount);
    event PaidBack(address indexed who, uint256 amount);
    event TakenOut(address indexed who, uint256 n);
    event Forfeited(address indexed who, uint256 n);
    event Collected(uint256 amount);
}
