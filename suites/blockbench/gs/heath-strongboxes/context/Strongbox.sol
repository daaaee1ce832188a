// SPDX-License-Identifier: EUPL-1.2
pragma solidity 0.8.19;

import "./IBoxKeeper.sol";
import "./ICoin.sol";

/**
 * @title Strongbox
 * @notice Holds the coins of one saver. The bank sets the time lock and can move the coins to another box of the same
 *         saver; nobody but the saver can take them out.
 */
contract Strongbox {
    ICoin public immutable coin;
    IBoxKeeper public immutable bank;
    address public immutable saver;
    uint256 public lockedUntil;

    event LockSet(uint256 until);
    event TakenOut(uint256 amount);
    event Forwarded(address indexed to, uint256 amount);

    modifier onlyBank() {
        require(msg.sender == address(bank), "Strongbox: bank only");
        _;
    }

    constructor(ICoin coin_, address saver_) {
        coin = coin_;
        saver = saver_;
        bank = IBoxKeeper(msg.sender);
    }

    function setLock(uint256 until) external onlyBank {
        lockedUntil = until;
        emit LockSet(until);
    }

    function forward(Strongbox to, uint256 amount) external onlyBank {
        emit Forwarded(address(to), amount);
        require(coin.transfer(address(to), amount), "Strongbox: transfer");
    }

    /// @notice Pays coins to the saver, once the lock is over.
    function takeOut(uint256 amount) external {
        require(msg.sender == saver, "Strongbox: saver only");
        require(block.timestamp >= lockedUntil, "Strongbox: locked");
        bank.onTakeOut(amount);
        emit TakenOut(amount);
        require(coin.transfer(saver, amount), "Strongbox: transfer");
    }
}
