// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";

/**
 * @title What the bullion vault keeps
 */
contract BullionStorage {
    IERC20 public gram;
    address public vaultKeeper;
    uint256 public totalShares;
    mapping(address => uint256) public sharesOf;
}

/**
 * @title Shares in a vault of bullion. Both grams and shares are whole numbers, and a share begins as a bar of 1,000 grams
 */
contract BullionShares is BullionStorage {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    uint256 public constant GRAMS_PER_BAR = 1000;

    event Deposit(address indexed account, uint256 grams, uint256 shares);
    event Withdraw(address indexed account, uint256 grams, uint256 shares);
    event Transfer(address indexed from, address indexed to, uint256 shares);
    event Lease(uint256 grams);

    constructor(IERC20 gram_) public {
        gram = gram_;
        vaultKeeper = msg.sender; //~ BENIGN INIT
    }

    /**
     * @notice Opens the vault with bars of its keeper
     * @param bars The number of bars
     */
    function open(uint256 bars) external {
        require(msg.sender == vaultKeeper, "only the keeper opens the vault"); //~ BENIGN ACCESS_CTRL
        require(totalShares == 0, "the vault is open"); //~ BENIGN INIT
        mintFresh(msg.sender, bars.mul(GRAMS_PER_BAR), bars);
    }

    /**
     * @notice Deposits grams for shares
     * @param shares The number of shares
     * @return The grams that were paid, rounded up
     */
    function deposit(uint256 shares) external returns (uint256) {
        require(shares > 0 && totalShares > 0, "the number of shares must not be zero"); //~ BENIGN INPUT_VAL
        uint256 grams = divideUp(shares.mul(gramsHeld()), totalShares); //~ BENIGN ARITHMETIC
        mintFresh(msg.sender, grams, shares);
        return grams;
    }

    /**
     * @notice Withdraws grams, and burns the shares that they stand for
     * @param grams The number of grams
     * @return The shares that were burned
     */
    function withdraw(uint256 grams) external returns (uint256) {
        require(grams > 0, "the number of grams must not be zero"); //~ BENIGN INPUT_VAL
        uint256 shares = grams.mul(totalShares).div(gramsHeld()); //~ ROOT_CAUSE ARITHMETIC down, for the holder
        sharesOf[msg.sender] = sharesOf[msg.sender].sub(shares, "there are not as many shares"); //~ PREREQ STATE_MOD
        totalShares = totalShares.sub(shares); //~ PREREQ STATE_MOD
        require(totalShares > 0, "the last share stays"); //~ BENIGN INPUT_VAL
        gram.safeTransfer(msg.sender, grams); //~ PREREQ FUND_XFER
        emit Withdraw(msg.sender, grams, shares); //~ UNRELATED EVENT_EMIT
        return shares;
    }

    /**
     * @notice Sends shares to another account
     * @param to The account
     * @param shares The number of shares
     */
    function transfer(address to, uint256 shares) external {
        require(to != address(0), "the account must not be zero"); //~ BENIGN INPUT_VAL
        sharesOf[msg.sender] = sharesOf[msg.sender].sub(shares, "there are not as many shares"); //~ BENIGN STATE_MOD
        sharesOf[to] = sharesOf[to].add(shares); //~ BENIGN STATE_MOD
        emit Transfer(msg.sender, to, shares); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Brings in the fee for leased bullion, which belongs to all shares
     * @param grams The number of grams
     */
    function payLease(uint256 grams) external {
        gram.safeTransferFrom(msg.sender, address(this), grams); //~ DECOY FUND_XFER moves the price for all holders alike
        emit Lease(grams); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice The grams in the vault
     * @return The number of grams
     */
    function gramsHeld() public view returns (uint256) {
        return gram.balanceOf(address(this)); //~ BENIGN STORAGE_READ
    }

    /**
     * @dev Mints shares for grams that are taken from their owner
     */
    function mintFresh(address account, uint256 grams, uint256 shares) internal {
        totalShares = totalShares.add(shares); //~ BENIGN STATE_MOD
        sharesOf[account] = sharesOf[account].add(shares);
        gram.safeTransferFrom(account, address(this), grams); //~ BENIGN FUND_XFER
        emit Deposit(account, grams, shares); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Divides and rounds up
     */
    function divideUp(uint256 a, uint256 b) internal pure returns (uint256) {
        return a.add(b).sub(1).div(b); //~ BENIGN ARITHMETIC
    }
}
