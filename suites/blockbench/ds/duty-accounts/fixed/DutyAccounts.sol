// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/Address.sol";

interface IDutyAccounts {
    function pay() external payable;
    function draw(address importer, uint256 amount) external;
    function free(address importer) external view returns (uint256);
}

// Ether that the importers of a bonded warehouse hold ready for duties.
contract DutyAccounts is IDutyAccounts, Ownable {
    using SafeMath for uint256;
    using Address for address payable;

    mapping(address => uint256) public paid;
    mapping(address => uint256) public used;
    mapping(address => mapping(address => bool)) public brokers;
    mapping(address => bool) private drawing;

    event Paid(address indexed importer, uint256 amount);
    event Drawn(address indexed importer, address indexed caller, uint256 amount);
    event Charged(address indexed importer, uint256 amount);
    event Broker(address indexed importer, address indexed broker, bool listed);

    modifier single(address account) {
        require(!drawing[account], "!drawing"); //~ BENIGN REENTRY_GUARD
        drawing[account] = true;
        _;
        drawing[account] = false;
    }

    function pay() external payable override {
        require(msg.value > 0, "!value"); //~ BENIGN INPUT_VAL
        paid[msg.sender] = paid[msg.sender].add(msg.value); //~ BENIGN STATE_MOD
        emit Paid(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    // Brokers draw for their importers, to their own address.
    function draw(address importer, uint256 amount) external override single(importer) { //~ BENIGN REENTRY_GUARD
        require(msg.sender == importer || brokers[importer][msg.sender], "!broker"); //~ BENIGN ACCESS_CTRL
        require(amount <= free(importer), "!free"); //~ BENIGN INPUT_VAL
        msg.sender.sendValue(amount); //~ BENIGN FUND_XFER
        used[importer] = used[importer].add(amount); //~ BENIGN STATE_MOD
        emit Drawn(importer, msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    // Charges a duty, which goes to the office at once.
    function charge(address importer, uint256 amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(amount <= free(importer), "!free"); //~ BENIGN INPUT_VAL
        used[importer] = used[importer].add(amount); //~ BENIGN STATE_MOD
        emit Charged(importer, amount);
        msg.sender.sendValue(amount); //~ BENIGN FUND_XFER
    }

    function setBroker(address broker, bool listed) external {
        require(broker != address(0), "!zero"); //~ BENIGN INPUT_VAL
        brokers[msg.sender][broker] = listed; //~ BENIGN ACCESS_CTRL
        emit Broker(msg.sender, broker, listed);
    }

    function free(address importer) public view override returns (uint256) {
        return paid[importer].sub(used[importer]); //~ BENIGN ARITHMETIC
    }
}
