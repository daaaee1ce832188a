// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Clones} from "@openzeppelin/contracts@5.4.0/proxy/Clones.sol";

/// Savings with a lock, one vault per goal. Anyone can pay eth in. The owner gets it out: after the unlock date, or
/// whenever they like if there is no date.
contract SavingsVault {
    address public owner;
    uint64 public unlockAt; // 0 = no lock
    address public nextOwner;
    string public goal;

    uint256 public totalIn;
    mapping(address => uint256) public paidInBy;

    error AlreadySetUp();
    error OnlyOwner(address caller);
    error BadDate(uint64 unlockAt);
    error StillLocked(uint64 unlockAt);

    modifier onlyOwner() {
        if (msg.sender != owner) revert OnlyOwner(msg.sender);
        _;
    }

    constructor() {
        owner = address(this); //~ BENIGN INIT the template is nobody's vault
        unlockAt = type(uint64).max;
    }

    /// the factory does this right after cloning
    function initialize(address _owner, uint64 _unlockAt, string calldata _goal) external {
        if (owner != address(0)) revert AlreadySetUp(); //~ BENIGN INIT a vault that was set up has an owner
        require(_owner != address(0), "no owner"); //~ BENIGN INPUT_VAL keeps a vault in use from looking new
        if (_unlockAt != 0 && _unlockAt <= block.timestamp) revert BadDate(_unlockAt); //~ BENIGN INPUT_VAL a vault may be made without a date
        owner = _owner; //~ BENIGN STATE_MOD once for each vault
        unlockAt = _unlockAt;
        goal = _goal;
        emit SetUp(_owner, _unlockAt, _goal); //~ UNRELATED EVENT_EMIT
    }

    // ---- money in

    receive() external payable {
        _deposit("");
    }

    function deposit(string calldata note) external payable {
        _deposit(note);
    }

    // ---- owner

    function withdraw(address payable to, uint256 amount) external onlyOwner { //~ BENIGN ACCESS_CTRL set once, then handed over by the owner
        if (block.timestamp < unlockAt) revert StillLocked(unlockAt); //~ BENIGN TIMESTAMP a date, seconds don't matter
        emit Withdrawn(to, amount); //~ UNRELATED EVENT_EMIT
        (bool ok, ) = to.call{value: amount}(""); //~ BENIGN EXT_CALL no balance of anyone is kept beside the ether itself
        require(ok, "eth not sent");
    }

    /// a first date or a later one, never an earlier one
    function lockUntil(uint64 _unlockAt) external onlyOwner { //~ BENIGN ACCESS_CTRL
        if (_unlockAt <= unlockAt || _unlockAt <= block.timestamp) revert BadDate(_unlockAt); //~ BENIGN INPUT_VAL a date only moves away
        unlockAt = _unlockAt;
        emit LockedUntil(_unlockAt);
    }

    function offerOwner(address to) external onlyOwner { //~ BENIGN ACCESS_CTRL
        nextOwner = to;
        emit OwnerOffered(to);
    }

    function acceptOwner() external {
        require(msg.sender == nextOwner, "not offered to you"); //~ BENIGN ACCESS_CTRL named by the owner
        owner = msg.sender;
        delete nextOwner;
        emit OwnerChanged(msg.sender);
    }

    function _deposit(string memory note) private {
        totalIn += msg.value;
        paidInBy[msg.sender] += msg.value; // for the thank-you mails
        emit Deposited(msg.sender, msg.value, note); //~ UNRELATED EVENT_EMIT
    }

    event SetUp(address indexed owner, uint64 unlockAt, string goal);
    event Deposited(address indexed from, uint256 amount, string note);
    event Withdrawn(address indexed to, uint256 amount);
    event LockedUntil(uint64 unlockAt);
    event OwnerOffered(address indexed to);
    event OwnerChanged(address indexed owner);
}

/// Clones are cheap, a full vault each time would be silly.
contract SavingsFactory {
    using Clones for address;

    address public immutable template;
    mapping(address => bool) public isVault;
    address[] private _vaults;

    constructor() {
        template = address(new SavingsVault());
    }

    /// with or without a first deposit
    function make(address owner, uint64 unlockAt, string calldata goal) external payable returns (address vault) {
        vault = template.clone(); //~ BENIGN DELEGATE the address is part of the proxy's code
        _vaults.push(vault);
        isVault[vault] = true;
        emit Made(vault, owner);
        SavingsVault(payable(vault)).initialize(owner, unlockAt, goal); //~ BENIGN INIT in the transaction that makes the vault
        if (msg.value > 0) SavingsVault(payable(vault)).deposit{value: msg.value}(goal);
    }

    function count() external view returns (uint256) {
        return _vaults.length;
    }

    function vaultAt(uint256 i) external view returns (address) {
        return _vaults[i];
    }

    event Made(address indexed vault, address indexed owner);
}
