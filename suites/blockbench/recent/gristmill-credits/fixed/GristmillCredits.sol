// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

library SafeMath {
    function add(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a + b;
        require(c >= a, "SafeMath: addition");
    }

    function sub(uint256 a, uint256 b) internal pure returns (uint256) {
        require(b <= a, "SafeMath: subtraction");
        return a - b;
    }

    function mul(uint256 a, uint256 b) internal pure returns (uint256 c) {
        if (a == 0) return 0;
        c = a * b;
        require(c / a == b, "SafeMath: multiplication");
    }

    function div(uint256 a, uint256 b) internal pure returns (uint256) {
        require(b > 0, "SafeMath: division");
        return a / b;
    }
}

/// Credits for off-chain computing. Eighteen decimals.
contract CreditLedger {
    using SafeMath for uint256;

    string public constant name = "Gristmill Credit";
    string public constant symbol = "GRIST";
    uint8 public constant decimals = 18;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function transfer(address to, uint256 value) external returns (bool) {
        _transfer(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] = allowance[from][msg.sender].sub(value); //~ BENIGN ARITHMETIC checked, no more than was approved
        _transfer(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function _transfer(address from, address to, uint256 value) internal {
        balanceOf[from] = balanceOf[from].sub(value);
        balanceOf[to] = balanceOf[to].add(value);
        emit Transfer(from, to, value);
    }

    function _mint(address to, uint256 value) internal {
        totalSupply = totalSupply.add(value);
        balanceOf[to] = balanceOf[to].add(value);
        emit Transfer(address(0), to, value);
    }

    function _burn(address from, uint256 value) internal {
        balanceOf[from] = balanceOf[from].sub(value);
        totalSupply = totalSupply.sub(value);
        emit Transfer(from, address(0), value);
    }
}

/**
 * Credits are bought from a curve and may be sold back to it. The price of one more credit rises with the supply, so that
 * the reserve grows with the square of the supply; a seller gets its part of the reserve by head count, which is less.
 * Millers are paid in credits for finished jobs.
 */
contract GristmillCredits is CreditLedger {
    using SafeMath for uint256;

    struct Job {
        address client;
        address miller;
        uint256 reward;
    }

    address public foreman;
    uint256 public reserve;
    Job[] public jobs;

    event Bought(address indexed account, uint256 amount, uint256 cost);
    event Sold(address indexed account, uint256 amount, uint256 paid);
    event JobPosted(uint256 indexed id, address indexed client, uint256 reward);
    event JobDone(uint256 indexed id, address indexed miller);

    constructor(uint256 firstSupply) public payable {
        require(firstSupply > 0 && msg.value > 0, "Gristmill: empty start");
        foreman = msg.sender;
        reserve = msg.value;
        _mint(msg.sender, firstSupply);
    }

    /// What `amount` more credits cost: reserve * ((supply + amount)^2 - supply^2) / supply^2
    function costOf(uint256 amount) public view returns (uint256) {
        uint256 square = totalSupply.mul(totalSupply);
        uint256 linear = reserve.mul(2).mul(amount).mul(totalSupply); //~ BENIGN ARITHMETIC
        uint256 quadratic = reserve.mul(amount).mul(amount); //~ BENIGN ARITHMETIC
        return quadratic.add(linear).div(square); //~ BENIGN ARITHMETIC
    }

    /// What `amount` credits bring when they are sold.
    function proceedsOf(uint256 amount) public view returns (uint256) {
        return reserve.mul(amount).div(totalSupply); //~ BENIGN ARITHMETIC a part of the reserve by head count
    }

    /// Buys exactly `amount` credits; what was sent too much comes back.
    function buy(uint256 amount) external payable {
        require(amount > 0, "Gristmill: amount");
        uint256 cost = costOf(amount);
        require(msg.value >= cost, "Gristmill: too little ether"); //~ BENIGN INPUT_VAL
        reserve = reserve.add(cost);
        _mint(msg.sender, amount);
        _send(msg.sender, msg.value - cost); //~ BENIGN ARITHMETIC compared two statements above
        emit Bought(msg.sender, amount, cost);
    }

    /// @param least ether the seller insists on
    function sell(uint256 amount, uint256 least) external {
        uint256 proceeds = proceedsOf(amount);
        require(proceeds >= least, "Gristmill: price moved");
        require(amount < totalSupply, "Gristmill: last credit");
        _burn(msg.sender, amount);
        reserve = reserve.sub(proceeds);
        _send(msg.sender, proceeds); //~ BENIGN EXT_CALL credits and reserve are already lower
        emit Sold(msg.sender, amount, proceeds);
    }

    /// Puts up a reward for a job.
    function post(uint256 reward) external returns (uint256 id) {
        _transfer(msg.sender, address(this), reward);
        id = jobs.length;
        jobs.push(Job(msg.sender, address(0), reward));
        emit JobPosted(id, msg.sender, reward);
    }

    /// The foreman confirms who has done a job.
    function confirm(uint256 id, address miller) external {
        require(msg.sender == foreman, "Gristmill: not the foreman");
        Job storage job = jobs[id];
        require(job.miller == address(0) && miller != address(0), "Gristmill: done");
        job.miller = miller;
        _transfer(address(this), miller, job.reward);
        emit JobDone(id, miller); //~ UNRELATED EVENT_EMIT
    }

    function _send(address to, uint256 amount) private {
        if (amount == 0) return;
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "Gristmill: payment");
    }
}
