// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import "./context/ILocker.sol";

error TooSmall();
error BlockTaken();
error NotOver(uint256 from);
error Paid();

contract UnwindGateway {
    using SafeERC20 for IERC20;

    struct Unwinding {
        address holder;
        uint256 shares;
        uint256 from; // paid from this time on
        bytes32 position; // number of the locker
    }

    uint256 public constant SMALLEST = 100e18; // of a position
    uint256 public constant TERM = 10 days;

    IERC20 public immutable share;
    IERC20 public immutable coin;
    ILocker public immutable locker;

    uint256 public lastBlock;
    Unwinding[] public unwindings;

    constructor(ILocker locker_) {
        require(address(locker_) != address(0), "no locker"); //~ BENIGN INIT
        locker = locker_;
        share = locker_.share();
        coin = locker_.coin();
    }

    // one in a block, the locker would mix them up otherwise
    function start(uint256 shares) external returns (uint256 id) {
        if (shares < SMALLEST) revert TooSmall(); //~ BENIGN INPUT_VAL
        if (block.number == lastBlock) revert BlockTaken(); //~ BENIGN CTRL_FLOW
        lastBlock = block.number; //~ BENIGN STATE_MOD
        share.safeTransferFrom(msg.sender, address(this), shares); //~ BENIGN FUND_XFER
        share.forceApprove(address(locker), shares); //~ BENIGN FUND_XFER
        bytes32 position = locker.open(shares); //~ BENIGN EXT_CALL
        id = unwindings.length;
        unwindings.push(Unwinding(msg.sender, shares, block.timestamp + TERM, position)); //~ BENIGN STATE_MOD
        emit Started(id, msg.sender, shares); //~ UNRELATED EVENT_EMIT
    }

    // anyone may call it, the coins go to the holder
    function finish(uint256 id) external returns (uint256 paid) {
        Unwinding memory u = unwindings[id];
        if (u.holder == address(0)) revert Paid(); //~ BENIGN CTRL_FLOW
        if (block.timestamp < u.from) revert NotOver(u.from); //~ BENIGN TIMESTAMP
        delete unwindings[id]; //~ BENIGN STATE_MOD
        uint256 before = coin.balanceOf(address(this));
        locker.close(u.position); //~ BENIGN EXT_CALL
        paid = coin.balanceOf(address(this)) - before; //~ BENIGN ARITHMETIC
        coin.safeTransfer(u.holder, paid); //~ BENIGN FUND_XFER
        emit Finished(id, u.holder, paid); //~ UNRELATED EVENT_EMIT
    }

    event Started(uint256 indexed id, address indexed holder, uint256 shares);
    event Finished(uint256 indexed id, address indexed holder, uint256 coins);
}
