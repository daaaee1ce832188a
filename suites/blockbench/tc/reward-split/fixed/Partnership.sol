// SPDX-License-Identifier: LGPL-3.0
pragma solidity ^0.4.11;

/*
 * A venture partnership without a manager's office.
 *
 * Partners buy units while the offering is open. Their ether becomes the common
 * capital, which the board places into projects. Projects send their profits
 * back as rewards, kept apart from the capital in a purse of their own.
 * A partner who disagrees with the board may split: the part of the capital
 * that belongs to the partner's units moves to a successor fund.
 */

/* A purse. Ether leaves it only on the order of its owner. */
contract Purse {
    address public owner;

    event Paid(address indexed recipient, uint amount);

    function Purse(address _owner) public {
        owner = _owner;
    }

    function () public payable {}

    function pay(address _recipient, uint _amount) public returns (bool) {
        if (msg.sender != owner) throw;  //~ BENIGN ACCESS_CTRL only the partnership gives orders
        if (!_recipient.call.value(_amount)()) return false;  //~ DECOY EXT_CALL hands over all gas, but callers close their accounts first
        Paid(_recipient, _amount);
        return true;
    }
}

contract Partnership {
    uint constant PRECISION = 1 ether;

    address public board;
    uint public closing;            // end of the offering
    uint public capital;            // ether not yet placed, owned by the units
    uint public totalUnits;
    uint public rewardIndex;        // rewards per unit since the beginning
    Purse public rewardPurse;

    mapping (address => uint) public units;
    mapping (address => uint) public credited;     // rewards settled but not yet paid
    mapping (address => uint) indexOf;             // rewardIndex at the last settlement

    event Joined(address indexed partner, uint amount);
    event UnitsMoved(address indexed from, address indexed to, uint amount);
    event RewardReceived(address indexed from, uint amount);
    event ProjectFunded(address indexed project, uint amount);
    event Split(address indexed partner, address indexed successor, uint principal, uint reward);

    modifier onlyPartners {
        if (units[msg.sender] == 0) throw;  //~ BENIGN ACCESS_CTRL fails once the units are gone
        _;
    }

    modifier afterOffering {
        if (now < closing) throw;  //~ UNRELATED TIMESTAMP
        _;
    }

    function Partnership(uint _offeringDays) public {
        board = msg.sender;
        closing = now + _offeringDays * 1 days;
        rewardPurse = new Purse(this);
    }

    /* One unit per wei, until the offering closes. */
    function join() public payable {
        if (now >= closing || msg.value == 0) throw;
        units[msg.sender] += msg.value;
        totalUnits += msg.value;
        capital += msg.value;
        Joined(msg.sender, msg.value);
    }

    /* Profits of a project, shared among all units of the moment. */
    function depositReward() public payable afterOffering {
        if (totalUnits == 0) throw;
        rewardIndex += msg.value * PRECISION / totalUnits;
        rewardPurse.transfer(msg.value);
        RewardReceived(msg.sender, msg.value);
    }

    function fundProject(address _project, uint _amount) public afterOffering {
        if (msg.sender != board || _amount > capital) throw;
        capital -= _amount;
        if (!_project.call.value(_amount)()) throw;  //~ DECOY EXT_CALL board only, capital already reduced
        ProjectFunded(_project, _amount);
    }

    /* Brings the rewards of an account up to date. */
    function settle(address _partner) internal {
        credited[_partner] += units[_partner] * (rewardIndex - indexOf[_partner]) / PRECISION;
        indexOf[_partner] = rewardIndex;
    }

    function moveUnits(address _to, uint _amount) public afterOffering {
        if (_amount > units[msg.sender] || _to == 0) throw;
        settle(msg.sender);
        settle(_to);
        units[msg.sender] -= _amount;  //~ BENIGN STATE_MOD both sides settled first
        units[_to] += _amount;
        UnitsMoved(msg.sender, _to, _amount);
    }

    function claimReward() public returns (uint reward) {
        settle(msg.sender);
        reward = credited[msg.sender];
        credited[msg.sender] = 0;
        if (!rewardPurse.pay(msg.sender, reward)) throw;  //~ BENIGN FUND_XFER the claim is cleared before it is paid
    }

    /* Leaves the partnership with everything that belongs to the caller's units. */
    function split(address _successor) public afterOffering onlyPartners returns (bool) {
        if (_successor == 0 || _successor == address(this)) throw;
        settle(msg.sender);
        uint reward = credited[msg.sender];
        uint principal = capital * units[msg.sender] / totalUnits;  //~ BENIGN COMPUTATION fixed before any payment
        credited[msg.sender] = 0;  //~ BENIGN STATE_MOD the claim is cleared before it is paid

        capital -= principal;
        totalUnits -= units[msg.sender];
        units[msg.sender] = 0;  //~ BENIGN STATE_MOD written before any payment
        if (!_successor.call.value(principal)()) throw;  //~ BENIGN FUND_XFER the units are gone
        if (!rewardPurse.pay(msg.sender, reward)) throw;  //~ BENIGN EXT_CALL last, after all accounts are closed
        Split(msg.sender, _successor, principal, reward);
        return true;
    }
}
