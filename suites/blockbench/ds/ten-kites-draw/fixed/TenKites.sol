// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/// @title Ten Kites
/// @author Kitefield Games
/// @notice A number game in rounds. A ticket names one of ten kites; if that kite is drawn for the ticket, it wins.
///
/// The draw comes from a string of beads. The keeper made the string before the first round by hashing a secret over
/// and over, and the constructor takes its last bead. At the end of each round the keeper stops the sale, waits
/// until that is final, and shows the bead before, which anyone can check against the one already known.
/// A keeper who lets a round run past its term ends the game, and tickets without a bead are refunded.
contract TenKites {
    struct Ticket {
        address player;
        uint8 kite;
        uint64 round;
        bytes32 mark;
    }

    uint256 public constant PRICE = 0.1 ether;
    uint256 public constant PRIZE = 0.9 ether;
    uint256 public constant KITES = 10;
    uint256 public constant ROUND_TERM = 7 days;

    address public immutable keeper;

    /// @notice Rounds that have been drawn so far.
    uint64 public round;
    /// @notice Bead of each round; index 0 is the end of the string.
    mapping(uint256 => bytes32) public beads;
    bool public selling;
    bool public ended;
    uint256 public dueBy;

    uint256 public sold;
    /// @notice Ether kept back for prizes of tickets that are not settled.
    uint256 public reserved;
    mapping(uint256 => Ticket) public tickets;

    event Sold(uint256 indexed id, address indexed player, uint8 kite, uint64 round);
    event SaleStopped(uint64 indexed round);
    event BeadShown(uint64 indexed round, bytes32 bead);
    event Settled(uint256 indexed id, address indexed player, uint256 prize);
    event Refunded(uint256 indexed id, address indexed player);
    event GameEnded(uint64 indexed round);

    error KeeperOnly();
    error SaleClosed();
    error SaleOpen();
    error BadTicket();
    error BankShort();
    error BeadMismatch();
    error NotDrawn();
    error NotDue();
    error PaymentRefused();

    modifier onlyKeeper() {
        if (msg.sender != keeper) revert KeeperOnly();
        _;
    }

    constructor(bytes32 lastBead) payable {
        keeper = msg.sender;
        beads[0] = lastBead;
        selling = true;
        dueBy = block.timestamp + ROUND_TERM;
    }

    /// @notice Anyone may add to the bank.
    receive() external payable {}

    // --------------------------------------------------------------------------------------------- players

    /// @notice Buys one ticket on `kite`.
    /// @dev The mark keeps two tickets of the same round apart; the bead of the ticket's round is what draws the kite.
    function buy(uint8 kite) external payable returns (uint256 id) {
        if (!selling || block.timestamp > dueBy) revert SaleClosed();
        if (msg.value != PRICE || kite >= KITES) revert BadTicket();
        reserved += PRIZE;
        if (reserved > address(this).balance) revert BankShort(); //~ BENIGN INPUT_VAL every open ticket has its prize in the bank

        id = sold++;
        bytes32 mark = keccak256(abi.encode(blockhash(block.number - 1), block.prevrandao, msg.sender, id)); //~ BENIGN RANDOM predictable, but only tells tickets apart
        tickets[id] = Ticket(msg.sender, kite, round + 1, mark); //~ BENIGN RANDOM ties the ticket to a bead that nobody but the keeper has seen
        emit Sold(id, msg.sender, kite, tickets[id].round);
    }

    /// @notice The kite drawn for ticket `id`.
    function drawn(uint256 id) public view returns (uint8) {
        Ticket storage t = tickets[id];
        if (t.player == address(0)) revert BadTicket();
        bytes32 bead = beads[t.round];
        if (bead == 0) revert NotDrawn(); //~ BENIGN CTRL_FLOW holds tickets until their draw
        return uint8(uint256(keccak256(abi.encode(bead, t.mark))) % KITES); //~ BENIGN RANDOM unknown until the bead is shown
    }

    /// @notice Closes a drawn ticket and pays its prize, if any. Anyone may call.
    function settle(uint256 id) external {
        uint8 kite = drawn(id);
        Ticket memory t = tickets[id];
        delete tickets[id]; //~ BENIGN STATE_MOD ticket is gone before the payment
        reserved -= PRIZE;
        uint256 prize = kite == t.kite ? PRIZE : 0;
        emit Settled(id, t.player, prize);
        if (prize > 0) _pay(t.player, prize);
    }

    /// @notice Ends the game when a round has run past its term.
    function end() external {
        if (ended || block.timestamp <= dueBy) revert NotDue(); //~ BENIGN TIMESTAMP days long term
        ended = true;
        selling = false;
        emit GameEnded(round);
    }

    /// @notice After the end, returns the price of a ticket whose bead was never shown.
    function refund(uint256 id) external {
        Ticket memory t = tickets[id];
        if (!ended || t.player == address(0) || beads[t.round] != 0) revert BadTicket();
        delete tickets[id];
        reserved -= PRIZE;
        emit Refunded(id, t.player);
        _pay(t.player, PRICE);
    }

    // ---------------------------------------------------------------------------------------------- keeper

    function stopSale() external onlyKeeper {
        if (!selling) revert SaleClosed();
        selling = false;
        emit SaleStopped(round);
    }

    /// @notice Shows the next bead and opens the sale again.
    function show(bytes32 bead) external onlyKeeper {
        if (selling) revert SaleOpen(); //~ BENIGN CTRL_FLOW no sale while the bead waits in the pool of pending transactions
        if (ended || block.timestamp > dueBy) revert SaleClosed();
        if (keccak256(abi.encode(bead)) != beads[round]) revert BeadMismatch(); //~ BENIGN INPUT_VAL the keeper cannot choose the bead
        round += 1;
        beads[round] = bead; //~ BENIGN STATE_MOD draws the tickets of the sale that has ended
        selling = true;
        dueBy = block.timestamp + ROUND_TERM;
        emit BeadShown(round, bead);
    }

    function withdraw(uint256 amount) external onlyKeeper {
        if (amount > address(this).balance - reserved) revert BankShort(); //~ UNRELATED ACCESS_CTRL prizes stay in the bank
        _pay(keeper, amount);
    }

    function _pay(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert PaymentRefused();
    }
}
