// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

interface IShopPartners {
    function join(uint256 min_shares) external payable returns (uint256);

    function leave(uint256 shares, uint256 min_amount) external returns (uint256);
}

contract ShopPartners is IShopPartners {
    // Shares of nobody, so that a price is never that of a handful.
    uint256 public constant LOCKED = 1e15;

    // Nobody comes for one large sale.
    uint256 public constant STAY = 30 days;

    uint256 public total;
    mapping(address => uint256) public shares_of;
    mapping(address => uint256) public since;

    event Joined(address indexed who, uint256 amount, uint256 shares);
    event Left(address indexed who, uint256 shares, uint256 amount);
    event Sold(address indexed customer, uint256 amount);

    constructor() public payable {
        require(msg.value == LOCKED, "!locked"); //~ BENIGN INIT
        total = LOCKED;
    }

    // Sales come in without a call and raise the price of all shares.
    receive() external payable {
        emit Sold(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    function join(uint256 min_shares) external payable override returns (uint256 shares) {
        uint256 before = address(this).balance - msg.value; //~ DECOY ARITHMETIC the ether is here already
        shares = (msg.value * total) / before; //~ PREREQ ARITHMETIC more than it should be while the total is
        require(shares > 0 && shares >= min_shares, "!shares"); //~ BENIGN INPUT_VAL
        since[msg.sender] = block.timestamp;
        shares_of[msg.sender] += shares;
        total += shares; //~ BENIGN STATE_MOD
        emit Joined(msg.sender, msg.value, shares);
    }

    function leave(uint256 shares, uint256 min_amount) external override returns (uint256 amount) {
        require(shares > 0 && shares <= shares_of[msg.sender], "!shares"); //~ BENIGN INPUT_VAL
        require(block.timestamp >= since[msg.sender] + STAY, "!stay"); //~ BENIGN TIMESTAMP
        amount = worth(shares); //~ BENIGN COMPUTATION
        require(amount >= min_amount, "!amount"); //~ BENIGN INPUT_VAL
        shares_of[msg.sender] -= shares; //~ INSUFF_GUARD STATE_MOD the caller's shares are gone, and the total still has them
        (bool ok, ) = msg.sender.call{value: amount}(""); //~ ROOT_CAUSE FUND_XFER the receiver can join while the ether is gone and the total is as before
        require(ok, "!paid");
        total -= shares; //~ ROOT_CAUSE STATE_MOD
        emit Left(msg.sender, shares, amount);
    }

    function worth(uint256 shares) public view returns (uint256) {
        return (shares * address(this).balance) / total; //~ PREREQ STORAGE_READ
    }
}
