// SPDX-License-Identifier: LGPL-3.0
pragma solidity 0.8.24;

/// The dress circle's benefit draw. Half of what is paid for tickets goes to the holder of one of them, half to the
/// theatre.
///
///   1  the theatre hides a number behind its hash and puts up a bond, which is never less than the prize
///   2  tickets are sold up to a block that is known from the beginning
///   3  the hash of a certain later block is written down, by anyone, while it can still be asked for
///   4  the theatre's number is shown, by anyone who has it, and the two together name the ticket
///
/// Neither the theatre nor whoever makes that block can choose the ticket alone. If 3 or 4 do not happen in time the
/// draw is off, tickets are paid back, and the bond goes to the actors' benevolent fund.
contract CircleBallot {
    uint256 public constant PRICE = 0.1 ether;
    uint256 public constant MAX_AT_ONCE = 20;
    uint256 public constant GAP = 10; // blocks between the last sale and the block of the draw
    uint256 public constant REACH = 256; // blocks that a hash can be asked for
    uint256 public constant SHOW_TERM = 3 days;

    address payable public immutable theatre;
    address public immutable fund;
    bytes32 public immutable hidden;
    uint256 public immutable bond;
    uint256 public immutable lastSale;

    address[] private _holders; // by ticket
    mapping(address => uint256) public ticketsOf;
    mapping(address => uint256) public claimable;

    bytes32 public drawHash;
    uint64 public writtenAt;
    bool public drawn;
    bool public off;

    event Sold(address indexed to, uint256 firstTicket, uint256 count);
    event HashWritten(bytes32 drawHash);
    event Drawn(uint256 indexed ticket, address indexed holder, uint256 prize);
    event CalledOff();
    event PaidOut(address indexed to, uint256 amount);

    error NotNow();
    error OutOfReach();
    error BadCount();
    error OtherNumber();
    error NothingThere();
    error Refused();

    modifier open() {
        if (drawn || off) revert NotNow();
        _;
    }

    constructor(bytes32 hidden_, uint256 saleBlocks, address fund_) payable {
        if (msg.value < PRICE || fund_ == address(0)) revert BadCount();
        fund = fund_;
        theatre = payable(msg.sender);
        hidden = hidden_;
        bond = msg.value;
        lastSale = block.number + saleBlocks;
    }

    /// Tickets there can be, so that the prize is no more than the bond.
    function ticketLimit() public view returns (uint256) {
        return bond / (PRICE / 2);
    }

    function drawBlock() public view returns (uint256) {
        return lastSale + GAP;
    }

    /// Ticket by ticket, as the loop pushes them.
    function buy(uint256 count) external payable {
        if (block.number > lastSale) revert NotNow();
        if (count == 0 || count > MAX_AT_ONCE || msg.value != count * PRICE) revert BadCount();
        if (_holders.length + count > ticketLimit()) revert BadCount();
        emit Sold(msg.sender, _holders.length, count);
        ticketsOf[msg.sender] += count;
        for (uint256 i = 0; i < count; ++i) _holders.push(msg.sender);
    }

    function writeHash() external open {
        if (writtenAt != 0 || block.number <= drawBlock()) revert NotNow();
        bytes32 h = blockhash(drawBlock());
        if (h == 0) revert OutOfReach();
        drawHash = h;
        writtenAt = uint64(block.timestamp);
        emit HashWritten(h);
    }

    /// Anyone who has been told the number may bring it.
    function show(bytes32 number) external open {
        if (writtenAt == 0) revert NotNow();
        if (block.timestamp > writtenAt + SHOW_TERM) revert NotNow();
        if (_holders.length == 0) revert NothingThere();
        drawn = true;

        uint256 ticket = uint256(keccak256(abi.encode(number, drawHash))) % _holders.length;
        address holder = _holders[ticket];
        uint256 prize = _holders.length * PRICE / 2;
        claimable[holder] += prize;
        claimable[theatre] += _holders.length * PRICE - prize + bond;
        emit Drawn(ticket, holder, prize);
    }

    /// A theatre that keeps its number to itself loses no less than the prize it keeps from others.
    function callOff() external open {
        bool unsold = _holders.length == 0 && block.number > lastSale;
        bool unwritten = writtenAt == 0 && block.number > drawBlock() + REACH;
        bool unshown = writtenAt != 0 && block.timestamp > writtenAt + SHOW_TERM;
        if (!unsold && !unwritten && !unshown) revert NotNow();
        off = true;
        claimable[_holders.length == 0 ? theatre : fund] = bond;
        emit CalledOff();
    }

    /// Pays back the caller's tickets of a draw that is off.
    function refund() external {
        uint256 count = ticketsOf[msg.sender];
        if (!off || count == 0) revert NothingThere();
        ticketsOf[msg.sender] = 0;
        claimable[msg.sender] += count * PRICE;
        _payOut(payable(msg.sender));
    }

    function collect() external {
        _payOut(payable(msg.sender));
    }

    function ticketCount() external view returns (uint256) {
        return _holders.length;
    }

    function holderOf(uint256 ticket) external view returns (address) {
        return _holders[ticket];
    }

    function _payOut(address payable to) private {
        uint256 amount = claimable[to];
        if (amount == 0) revert NothingThere();
        claimable[to] = 0;
        emit PaidOut(to, amount);
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert Refused();
    }
}
