// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.30;

interface IHeld {
    function transfer(address to, uint256 amount) external returns (bool);
}

/// @notice The seats of the assembly: a plain token, all of it made at the start.
contract Seats {
    string public constant name = "Sandgrouse seat";
    string public constant symbol = "SEAT";
    uint8 public constant decimals = 18;

    uint256 public immutable totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);

    constructor(uint256 supply, address to) {
        totalSupply = supply;
        balanceOf[to] = supply;
        emit Transfer(address(0), to, supply);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _transfer(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        _transfer(from, to, amount);
        return true;
    }

    function _transfer(address from, address to, uint256 amount) private {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }
}

/// @title SandgrouseAssembly
/// @notice Holds a trust and votes on who its custodian is. Seats vote while they sit; they get up again when the
///         votes they took part in are over.
contract SandgrouseAssembly {
    enum Kind {
        Custodian, // names a custodian
        Notice //     changes the time between a vote and its enactment
    }

    struct Proposal {
        Kind kind;
        uint256 value;
        uint64 opened;
        uint64 closes;
        bool enacted;
        uint256 ayes;
        uint256 noes;
    }

    uint256 public constant QUORUM = 30; // percent
    uint256 public constant VOTING = 5 days;
    uint256 public constant STALE = 30 days;

    Seats public immutable seats;
    address public custodian;
    uint256 public notice = 2 days;

    Proposal[] public proposals;
    uint256 public sittingTotal;
    mapping(address member => uint256) public sitting;
    mapping(address member => uint256 time) public since;
    mapping(address member => uint256 time) public boundUntil;
    mapping(uint256 proposal => mapping(address member => bool)) public voted;

    event SatDown(address indexed member, uint256 amount);
    event StoodUp(address indexed member, uint256 amount);
    event Proposed(uint256 indexed id, Kind kind, uint256 value, address indexed by);
    event Voted(uint256 indexed id, address indexed member, bool aye, uint256 weight);
    event Enacted(uint256 indexed id);
    event Sent(IHeld indexed asset, address indexed to, uint256 amount);

    error NotCustodian();
    error NotSitting();
    error Bound(uint256 until);
    error VotingOver();
    error VotingOpen();
    error SatDownLater();
    error AlreadyVoted();
    error NotCarried();
    error NoQuorum(uint256 votes, uint256 needed);

    constructor(Seats seats_, address custodian_) {
        seats = seats_;
        custodian = custodian_;
    }

    /// @notice The custodian looks after what the trust holds.
    function send(IHeld asset, address to, uint256 amount) external {
        if (msg.sender != custodian) revert NotCustodian(); //~ BENIGN ACCESS_CTRL
        require(asset.transfer(to, amount)); //~ BENIGN FUND_XFER
        emit Sent(asset, to, amount); //~ UNRELATED EVENT_EMIT
    }

    function sit(uint256 amount) external {
        sitting[msg.sender] += amount;
        since[msg.sender] = block.timestamp;
        sittingTotal += amount;
        seats.transferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER the token reverts by itself
        emit SatDown(msg.sender, amount);
    }

    function standUp(uint256 amount) external {
        if (block.timestamp < boundUntil[msg.sender]) revert Bound(boundUntil[msg.sender]); //~ BENIGN TIMESTAMP no seat votes twice
        sitting[msg.sender] -= amount;
        sittingTotal -= amount; //~ BENIGN STATE_MOD
        seats.transfer(msg.sender, amount);
        emit StoodUp(msg.sender, amount);
    }

    function propose(Kind kind, uint256 value) external returns (uint256 id) {
        if (sitting[msg.sender] == 0) revert NotSitting(); //~ BENIGN ACCESS_CTRL
        id = proposals.length;
        uint64 closes = uint64(block.timestamp + VOTING);
        proposals.push(Proposal(kind, value, uint64(block.timestamp), closes, false, 0, 0));
        emit Proposed(id, kind, value, msg.sender);
    }

    /// @notice Votes with all seats that have been sitting since before the proposal was opened.
    function vote(uint256 id, bool aye) external {
        Proposal storage p = proposals[id];
        if (block.timestamp >= p.closes) revert VotingOver();
        if (since[msg.sender] > p.opened) revert SatDownLater(); //~ BENIGN TIMESTAMP
        if (voted[id][msg.sender]) revert AlreadyVoted();
        voted[id][msg.sender] = true;
        if (p.closes > boundUntil[msg.sender]) boundUntil[msg.sender] = p.closes;
        uint256 weight = sitting[msg.sender];
        if (aye) p.ayes += weight;
        else p.noes += weight;
        emit Voted(id, msg.sender, aye, weight);
    }

    function enact(uint256 id) external {
        Proposal storage p = proposals[id];
        if (block.timestamp < p.closes + notice) revert VotingOpen();
        if (p.enacted || p.ayes <= p.noes || block.timestamp > p.closes + notice + STALE) revert NotCarried(); //~ BENIGN CTRL_FLOW
        uint256 needed = quorum();
        if (p.ayes + p.noes < needed) revert NoQuorum(p.ayes + p.noes, needed); //~ BENIGN CTRL_FLOW
        p.enacted = true;
        if (p.kind == Kind.Custodian) custodian = address(uint160(p.value));
        else notice = p.value > 7 days ? 7 days : p.value;
        emit Enacted(id);
    }

    /// @notice Votes that a proposal needs to count.
    function quorum() public view returns (uint256) {
        return (seats.totalSupply() * QUORUM) / 100; //~ BENIGN COMPUTATION
    }
}
