// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

import "./context/IShareToken.sol";
import "./context/InvestorRoll.sol";

/**
 * @dev Shares of the Quern Mill company, whole numbers without decimals. The company's charter allows a limited number
 * of investors. An investor counts once, whichever wallets its shares are in.
 */
contract QuernMillShares is IShareToken {
    string public constant name = "Quern Mill Shares";
    string public constant symbol = "QUERN";
    uint8 public constant decimals = 0;

    uint256 public constant LOCKUP = 90 days;

    InvestorRoll public immutable roll;
    address public immutable company;

    uint256 public override totalSupply;
    mapping(address => uint256) public override balanceOf;
    mapping(address => mapping(address => uint256)) public override allowance;

    uint256 public investorCap;
    uint256 public investorCount; // investors with a share at least
    mapping(uint256 => uint256) public heldBy; // shares of an investor, in all of its wallets
    mapping(uint256 => uint256) public issuedAt; // last issue to an investor
    mapping(uint256 => bool) public suspended;

    event Surrendered(uint256 indexed investor, uint256 shares);
    event SuspendedSet(uint256 indexed investor, bool suspended);
    event CapSet(uint256 cap);

    modifier onlyCompany() {
        require(msg.sender == company, "Shares: company only");
        _;
    }

    constructor(InvestorRoll roll_, uint256 cap_) {
        roll = roll_;
        company = msg.sender;
        investorCap = cap_;
    }

    /* ------------------------------------------------ company ------------------------------------------------ */

    function issue(address to, uint256 shares) external onlyCompany {
        uint256 investor = _investor(to);
        require(shares > 0, "Shares: none");
        _enter(investor);
        issuedAt[investor] = block.timestamp;
        heldBy[investor] += shares;
        balanceOf[to] += shares;
        totalSupply += shares;
        emit Transfer(address(0), to, shares);
    }

    function setSuspended(uint256 investor, bool suspended_) external onlyCompany {
        suspended[investor] = suspended_;
        emit SuspendedSet(investor, suspended_);
    }

    function setCap(uint256 cap_) external onlyCompany {
        require(cap_ >= investorCount, "Shares: more investors than that"); //~ UNRELATED INPUT_VAL the company may only set a cap it keeps
        investorCap = cap_;
        emit CapSet(cap_);
    }

    /* ----------------------------------------------- investors ----------------------------------------------- */

    function approve(address spender, uint256 value) external override returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external override returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external override returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value; //~ BENIGN ARITHMETIC checked, reverts beyond the allowance
        _move(from, to, value);
        return true;
    }

    /// @dev Gives shares back to the company, which pays for them off chain.
    function surrender(uint256 shares) external {
        uint256 investor = _investor(msg.sender);
        require(shares > 0 && !suspended[investor], "Shares: refused");
        _leave(investor, shares);
        heldBy[investor] -= shares;
        balanceOf[msg.sender] -= shares; //~ BENIGN ARITHMETIC checked, a wallet surrenders what is in it
        totalSupply -= shares;
        emit Surrendered(investor, shares);
        emit Transfer(msg.sender, address(0), shares);
    }

    /* ------------------------------------------------- views ------------------------------------------------- */

    function placesLeft() external view returns (uint256) {
        return investorCap > investorCount ? investorCap - investorCount : 0;
    }

    function sharesOf(address wallet) external view returns (uint256) {
        return heldBy[_investor(wallet)];
    }

    /* ------------------------------------------------ internal ----------------------------------------------- */

    function _investor(address wallet) private view returns (uint256 investor) {
        investor = roll.investorOf(wallet); //~ BENIGN EXT_CALL several wallets may give the same number
        require(investor != 0, "Shares: not on the roll");
    }

    function _move(address from, address to, uint256 value) private {
        uint256 seller = _investor(from);
        uint256 buyer = _investor(to);
        require(value > 0, "Shares: none"); //~ BENIGN INPUT_VAL an empty transfer would count a buyer who gets nothing
        require(!suspended[seller] && !suspended[buyer], "Shares: suspended");

        if (seller != buyer) { //~ BENIGN CTRL_FLOW shares that stay with an investor change no count
            require(block.timestamp >= issuedAt[seller] + LOCKUP, "Shares: locked up"); //~ BENIGN TIMESTAMP a lock-up for sales
            _leave(seller, value); //~ BENIGN STATE_MOD the seller leaves the count with its last share
            _enter(buyer); //~ BENIGN STATE_MOD the buyer, another investor, is counted with its first share
        }

        heldBy[seller] -= value;
        heldBy[buyer] += value;
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    /// @dev To be called before shares are booked to the investor.
    function _enter(uint256 investor) private {
        if (heldBy[investor] != 0) return;
        require(investorCount < investorCap, "Shares: no place left");
        investorCount += 1;
    }

    /// @dev To be called before shares are booked out.
    function _leave(uint256 investor, uint256 shares) private {
        if (heldBy[investor] == shares) investorCount -= 1; //~ BENIGN ARITHMETIC an investor with shares has been counted
    }
}
