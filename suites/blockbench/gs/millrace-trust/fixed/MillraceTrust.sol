// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.7.6;

import "./context/Appraisal.sol";
import "./context/Count.sol";
import "./context/IERC20.sol";

/// @title MillraceTrust
/// @notice Owns small water mills. Holders buy shares at the appraised value and leave on a month's notice.
contract MillraceTrust {
    using Count for uint;

    enum Stage { None, Given, Fixed }

    /// @dev One notice for each holder.
    struct Notice {
        Stage stage;
        uint64 ripeAt;
        uint shares;
    }

    uint public constant NOTICE_PERIOD = 30 days;

    IERC20 public immutable coin;
    Appraisal public immutable appraisal;
    address public immutable trustee;

    uint public totalShares;
    mapping(address => uint) public sharesOf;
    mapping(address => Notice) public notices;

    /// @notice Coin in the trust's cash box, and how much of it has been fixed for those who leave.
    uint public cash;
    uint public fixedCash;
    mapping(address => uint) public dueTo;

    event Bought(address indexed holder, uint shares, uint price);
    event NoticeGiven(address indexed holder, uint shares, uint ripeAt);
    event NoticeRevoked(address indexed holder);
    event NoticeFixed(address indexed holder, uint shares, uint amount);
    event Left(address indexed holder, uint shares, uint amount);
    event Spent(address indexed to, uint amount, string what);
    event Earned(address indexed from, uint amount);

    modifier onlyTrustee() {
        require(msg.sender == trustee, "Millrace: trustee only");
        _;
    }

    constructor(IERC20 coin_, Appraisal appraisal_) {
        coin = coin_;
        appraisal = appraisal_;
        trustee = msg.sender;
    }

    // --------------------------------------------------------------- holders

    /// @notice Buys whole shares at the appraised value.
    function buy(uint shares) external {
        uint price = appraisal.current().mul(shares); //~ BENIGN ORACLE refuses an appraisal older than a quarter
        totalShares = totalShares.add(shares);
        sharesOf[msg.sender] = sharesOf[msg.sender].add(shares);
        cash = cash.add(price);
        emit Bought(msg.sender, shares, price);
        require(coin.transferFrom(msg.sender, address(this), price), "Millrace: not paid");
    }

    /// @notice Gives notice for some of the caller's shares.
    function giveNotice(uint shares) external {
        Notice storage notice = notices[msg.sender];
        require(notice.stage == Stage.None, "Millrace: notice exists"); //~ BENIGN CTRL_FLOW one notice until it is collected or revoked
        require(shares > 0 && shares <= sharesOf[msg.sender], "Millrace: shares"); //~ BENIGN INPUT_VAL nobody gives notice for more than it holds
        notice.stage = Stage.Given;
        notice.shares = shares; //~ BENIGN STATE_MOD the record is empty before
        notice.ripeAt = uint64(block.timestamp.add(NOTICE_PERIOD));
        emit NoticeGiven(msg.sender, shares, notice.ripeAt);
    }

    /// @notice Revokes a notice for which no money has been fixed.
    function revokeNotice() external {
        require(notices[msg.sender].stage == Stage.Given, "Millrace: nothing to revoke"); //~ BENIGN CTRL_FLOW no way back once the money is set aside
        delete notices[msg.sender];
        emit NoticeRevoked(msg.sender);
    }

    /// @notice Fixes the money for a ripe notice, at the value of this moment. Anyone may call this.
    function fixNotice(address holder) external returns (uint amount) {
        Notice storage notice = notices[holder];
        require(notice.stage == Stage.Given, "Millrace: no notice"); //~ BENIGN CTRL_FLOW one notice is fixed once
        require(block.timestamp >= notice.ripeAt, "Millrace: not ripe");
        amount = appraisal.current().mul(notice.shares);
        require(amount <= freeCash(), "Millrace: short of cash"); //~ BENIGN ARITHMETIC never more than the cash box has
        notice.stage = Stage.Fixed;
        fixedCash = fixedCash.add(amount);
        dueTo[holder] = dueTo[holder].add(amount); //~ BENIGN STATE_MOD nothing is due from before
        emit NoticeFixed(holder, notice.shares, amount);
    }

    /// @notice Gives up the shares of the caller's fixed notice and pays the money.
    function collect() external returns (uint amount) {
        Notice memory notice = notices[msg.sender];
        require(notice.stage == Stage.Fixed, "Millrace: nothing fixed");
        amount = dueTo[msg.sender]; //~ BENIGN STORAGE_READ exactly what the notice was fixed at
        delete notices[msg.sender];
        dueTo[msg.sender] = 0; //~ BENIGN STATE_MOD cleared before the payment
        sharesOf[msg.sender] = sharesOf[msg.sender].sub(notice.shares);
        totalShares = totalShares.sub(notice.shares);
        fixedCash = fixedCash.sub(amount);
        cash = cash.sub(amount);
        emit Left(msg.sender, notice.shares, amount);
        require(coin.transfer(msg.sender, amount), "Millrace: not paid");
    }

    // --------------------------------------------------------------- trustee

    /// @notice Spends free cash on a mill.
    function spend(address to, uint amount, string calldata what) external onlyTrustee { //~ UNRELATED ACCESS_CTRL the trustee is trusted with the mills
        require(amount <= freeCash(), "Millrace: short of cash");
        cash = cash.sub(amount);
        emit Spent(to, amount, what);
        require(coin.transfer(to, amount), "Millrace: not paid");
    }

    /// @notice Pays what a mill has earned into the cash box.
    function earn(uint amount) external {
        cash = cash.add(amount);
        emit Earned(msg.sender, amount);
        require(coin.transferFrom(msg.sender, address(this), amount), "Millrace: not paid");
    }

    /// @notice Cash that is not fixed for anybody.
    function freeCash() public view returns (uint) {
        return cash.sub(fixedCash);
    }
}
