// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/ownership/Ownable.sol";

/**
 * @title PairSettings
 * @dev What all pairs of the exchange have in common
 */
contract PairSettings is Ownable {
    address public feeTo;
    bool public paused;

    event FeeToChanged(address indexed feeTo);
    event PausedChanged(bool paused);

    /**
     * @dev Sets who gets the share of the protocol, nobody if zero
     */
    function setFeeTo(address _feeTo) external onlyOwner {
        feeTo = _feeTo;
        emit FeeToChanged(_feeTo);
    }

    /**
     * @dev Stops deposits and trades, or lets them go on; liquidity can always be taken out
     */
    function setPaused(bool _paused) external onlyOwner {
        paused = _paused;
        emit PausedChanged(_paused);
    }
}
