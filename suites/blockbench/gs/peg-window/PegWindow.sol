// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/security/ReentrancyGuard.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "./context/Note.sol";

error Nothing();
error NotTreasurer();
error NotRedeemable();
error OutOfCoins(uint256 left);

contract PegWindow is ReentrancyGuard {
    using SafeERC20 for IERC20;

    uint256 public constant FEE = 10; // bps, on sales
    uint256 private constant BPS = 10_000;

    Note public immutable note;
    IERC20 public immutable coin;
    address public immutable treasurer;

    uint256 public reserve;

    constructor(Note note_, address treasurer_) {
        require(address(note_) != address(0) && treasurer_ != address(0), "zero"); //~ BENIGN INIT
        note = note_;
        coin = note_.coin();
        treasurer = treasurer_;
    }

    modifier onlyTreasurer() {
        if (msg.sender != treasurer) revert NotTreasurer(); //~ BENIGN ACCESS_CTRL
        _;
    }

    function fill(uint256 amount) external onlyTreasurer {
        coin.safeTransferFrom(msg.sender, address(this), amount);
        reserve += amount; //~ BENIGN STATE_MOD
        emit Filled(amount); //~ UNRELATED EVENT_EMIT
    }

    function draw(uint256 amount) external onlyTreasurer {
        if (amount > reserve) revert OutOfCoins(reserve); //~ BENIGN INPUT_VAL
        reserve -= amount; //~ BENIGN STATE_MOD
        coin.safeTransfer(treasurer, amount); //~ DECOY FUND_XFER nobody else gets past the modifier
        emit Drawn(amount);
    }

    // coins for notes, one to one
    function buy(uint256 amount) external nonReentrant {
        if (amount == 0) revert Nothing(); //~ BENIGN INPUT_VAL
        coin.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        reserve += amount; //~ BENIGN STATE_MOD
        note.mint(msg.sender, amount); //~ BENIGN EXT_CALL
        emit Bought(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    // notes for coins, less the fee
    function sell(uint256 amount) external nonReentrant returns (uint256 paid) {
        if (amount == 0) revert Nothing(); //~ BENIGN INPUT_VAL
        paid = amount - (amount * FEE) / BPS; //~ BENIGN ARITHMETIC
        if (paid > reserve) revert OutOfCoins(reserve); //~ BENIGN INPUT_VAL
        if (note.balanceOf(msg.sender) < amount) revert NotRedeemable(); //~ ROOT_CAUSE ACCESS_CTRL only that they are there
        reserve -= paid; //~ BENIGN STATE_MOD
        note.burnFrom(msg.sender, amount); //~ PREREQ EXT_CALL looks at the caller, which is the window
        coin.safeTransfer(msg.sender, paid); //~ PREREQ FUND_XFER
        emit Sold(msg.sender, amount, paid); //~ UNRELATED EVENT_EMIT
    }

    event Filled(uint256 amount);
    event Drawn(uint256 amount);
    event Bought(address indexed buyer, uint256 amount);
    event Sold(address indexed seller, uint256 amount, uint256 paid);
}
