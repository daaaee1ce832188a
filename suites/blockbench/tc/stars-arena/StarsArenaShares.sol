// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

contract StarsArenaShares {
    address public immutable owner = msg.sender;
    uint256 public fee = 5e16;

    mapping(address => mapping(address => uint256)) public sharesBalance;
    mapping(address => uint256) public sharesSupply;
    mapping(address => uint256) public weight;

    error Denied();
    error Short();
    error Failed();

    event Trade(address indexed trader, address indexed subject, bool buy, uint256 n, uint256 price);

    function setFee(uint256 f) external {
        if (msg.sender != owner || f > 1e17) revert Denied();
        fee = f;
    }

    function setWeight(uint256 w) external {
        if (w == 0 || sharesSupply[msg.sender] != 0) revert Denied(); //~ INSUFF_GUARD CTRL_FLOW the supply is zero before the last shares are paid for
        weight[msg.sender] = w;
    }

    function getPrice(uint256 s, uint256 n, uint256 w) public pure returns (uint256) {
        return (_sum(s + n) - _sum(s)) * w * 1e15; //~ BENIGN ARITHMETIC
    }

    function getSellPrice(address subject, uint256 n) external view returns (uint256) {
        return getPrice(sharesSupply[subject] - n, n, weight[subject]);
    }

    function buyShares(address subject, uint256 n) external payable {
        uint256 s = sharesSupply[subject];
        if (n == 0 || (s == 0 && subject != msg.sender)) revert Denied();
        if (weight[subject] == 0) weight[subject] = 1;
        uint256 p = getPrice(s, n, weight[subject]);
        uint256 f = (p * fee) / 1e18;
        if (msg.value < p + f) revert Short();
        sharesBalance[subject][msg.sender] += n; //~ BENIGN STATE_MOD before any payment
        sharesSupply[subject] = s + n;
        emit Trade(msg.sender, subject, true, n, p); //~ UNRELATED EVENT_EMIT
        _pay(subject, f);
        _pay(msg.sender, msg.value - p - f);
    }

    function sellShares(address subject, uint256 n) external {
        uint256 s = sharesSupply[subject];
        if (n == 0) revert Denied();
        sharesBalance[subject][msg.sender] -= n; //~ BENIGN STATE_MOD checked subtraction
        sharesSupply[subject] = s - n;
        uint256 f = (getPrice(s - n, n, weight[subject]) * fee) / 1e18;
        _pay(subject, f); //~ ROOT_CAUSE EXT_CALL the subject runs before the price is looked up
        uint256 p = getPrice(s - n, n, weight[subject]); //~ ROOT_CAUSE STORAGE_READ by a weight that the subject may have changed meanwhile
        _pay(msg.sender, p - f); //~ PREREQ FUND_XFER out of what all subjects' holders paid in
        emit Trade(msg.sender, subject, false, n, p);
    }

    function _sum(uint256 k) private pure returns (uint256) {
        return k == 0 ? 0 : ((k - 1) * k * (2 * k - 1)) / 6;
    }

    function _pay(address to, uint256 v) private {
        (bool ok, ) = to.call{value: v}("");
        if (!ok) revert Failed();
    }
}
