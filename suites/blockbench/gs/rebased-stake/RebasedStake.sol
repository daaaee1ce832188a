// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@4.9.6/utils/Address.sol";
import "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";
import "./context/RebaseClock.sol";

/**
 * @title RebasedStake
 * @notice Shares of staked ether whose price moves with each rebase.
 */
contract RebasedStake is ERC20, RebaseClock {
    using Address for address payable;

    /// @notice What the ether may gain in a year, in parts of 10,000.
    uint256 public constant MAX_GAIN = 2_000;

    /// @notice The first shares, which stay with the contract.
    uint256 public constant FIRST = 1e9;

    /// @notice The ether that the shares are worth.
    uint256 public booked;

    /**
     * @notice Ether was staked.
     * @param account The account.
     * @param amount The ether.
     * @param shares The shares.
     */
    event Staked(address indexed account, uint256 amount, uint256 shares);

    /**
     * @notice Shares were redeemed.
     * @param account The account.
     * @param shares The shares.
     * @param amount The ether.
     */
    event Redeemed(address indexed account, uint256 shares, uint256 amount);

    /**
     * @notice A rebase has added a gain.
     * @param gain The ether.
     */
    event Rebased(uint256 gain);

    /// @notice Opens the pool with a little ether, which stays.
    constructor() payable ERC20("Rebased Stake", "RST") {
        require(msg.value == FIRST, "RebasedStake: first stake"); //~ BENIGN INIT
        booked = FIRST;
        _mint(address(this), FIRST); //~ BENIGN INIT
    }

    /// @notice Takes rewards.
    receive() external payable {} //~ PREREQ FUND_XFER from anybody

    /**
     * @notice Stakes ether, at the price with all that has arrived, and within a day of a rebase.
     * @return shares The shares.
     */
    function stake() external payable returns (uint256 shares) {
        require(_settled(), "RebasedStake: rebase first"); //~ BENIGN TIMESTAMP
        shares = (msg.value * totalSupply()) / (address(this).balance - msg.value); //~ BENIGN ARITHMETIC
        require(shares > 0, "RebasedStake: too little"); //~ BENIGN INPUT_VAL
        booked += msg.value; //~ BENIGN STATE_MOD
        _mint(msg.sender, shares);
        emit Staked(msg.sender, msg.value, shares); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Redeems shares at the price of the last rebase.
     * @param shares The shares.
     * @return amount The ether.
     */
    function redeem(uint256 shares) external returns (uint256 amount) {
        require(_fresh(), "RebasedStake: rebase first"); //~ BENIGN TIMESTAMP
        amount = (shares * booked) / totalSupply(); //~ BENIGN ARITHMETIC
        require(amount > 0, "RebasedStake: too little"); //~ BENIGN INPUT_VAL
        _burn(msg.sender, shares); //~ BENIGN STATE_MOD
        booked -= amount; //~ BENIGN STATE_MOD
        payable(msg.sender).sendValue(amount); //~ DECOY EXT_CALL the books are up to date
        emit Redeemed(msg.sender, shares, amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Adds the ether that has arrived to what the shares are worth.
     * @return gain The ether that was added.
     */
    function rebase() external returns (uint256 gain) {
        uint256 time = _tick(); //~ BENIGN TIMESTAMP
        gain = address(this).balance - booked; //~ PREREQ STORAGE_READ
        uint256 most = (booked * MAX_GAIN * time) / (10_000 * 365 days); //~ BENIGN ARITHMETIC
        require(gain <= most, "RebasedStake: gain above the bound"); //~ ROOT_CAUSE INPUT_VAL
        booked += gain; //~ BENIGN STATE_MOD
        emit Rebased(gain); //~ UNRELATED EVENT_EMIT
    }
}
