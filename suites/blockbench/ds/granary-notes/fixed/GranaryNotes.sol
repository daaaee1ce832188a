// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

/*
 * Notes of the co-operative granary. A saver lends ether against a note and is repaid at the counter at any time, with simple
 * interest for whole days. A note can be assigned, split into two, or topped up; whatever happens to it, the interest it has
 * earned so far is carried along in the note. The granary pays the interest into the counter from its harvest.
 */
contract GranaryNotes {
    uint256 public constant LEAST_FACE = 0.05 ether;
    uint256 public constant YEAR = 365 days;
    uint256 public constant BPS = 10_000;

    struct Note {
        address holder;
        uint96 face;
        uint96 carried; // interest earned up to `since`
        uint64 since;
    }

    address public immutable granary;
    uint256 public immutable rateBps;

    uint256 public lastNote;
    mapping(uint256 => Note) public notes;
    uint256 public facesOut;
    bool public closed;

    event Lent(uint256 indexed id, address indexed holder, uint256 face);
    event ToppedUp(uint256 indexed id, uint256 amount);
    event Assigned(uint256 indexed id, address indexed from, address indexed to);
    event Split(uint256 indexed id, uint256 indexed newId, uint256 face);
    event Repaid(uint256 indexed id, address indexed holder, uint256 face, uint256 interest);
    event HarvestPaid(uint256 amount);

    error GranaryOnly();
    error HolderOnly();
    error NotLending();
    error FaceTooSmall();
    error NothingSpare();
    error RepaymentRefused();

    modifier onlyHolder(uint256 id) {
        if (notes[id].holder != msg.sender) revert HolderOnly();
        _;
    }

    /// Brings the interest of a note up to the last whole day.
    modifier carriedForward(uint256 id) {
        Note storage n = notes[id];
        uint256 daysPassed = (block.timestamp - n.since) / 1 days;
        n.carried += uint96(_interest(n.face, daysPassed)); //~ BENIGN ARITHMETIC far below 96 bits for all the ether there is
        n.since += uint64(daysPassed * 1 days); //~ BENIGN TIMESTAMP the part of a day is kept for the next time
        _;
    }

    constructor(uint256 rateBps_) {
        granary = msg.sender;
        rateBps = rateBps_;
    }

    // Interest money, and nothing else, comes without a note.
    receive() external payable {
        if (msg.sender != granary) revert GranaryOnly();
        emit HarvestPaid(msg.value);
    }

    function setClosed(bool closed_) external {
        if (msg.sender != granary) revert GranaryOnly();
        closed = closed_;
    }

    function lend() external payable returns (uint256 id) {
        if (closed) revert NotLending();
        id = _write(msg.sender, uint96(msg.value), 0);
        facesOut += msg.value;
        emit Lent(id, msg.sender, msg.value);
    }

    function topUp(uint256 id) external payable onlyHolder(id) carriedForward(id) {
        if (closed) revert NotLending();
        notes[id].face += uint96(msg.value); //~ BENIGN STATE_MOD the interest so far was carried forward on the old face
        facesOut += msg.value;
        emit ToppedUp(id, msg.value);
    }

    function assign(uint256 id, address to) external onlyHolder(id) {
        notes[id].holder = to;
        emit Assigned(id, msg.sender, to);
    }

    /// Splits `face` off a note into a new note of the same holder.
    function split(uint256 id, uint96 face) external onlyHolder(id) carriedForward(id) returns (uint256 newId) {
        Note storage n = notes[id];
        uint96 part = uint96((uint256(n.carried) * face) / n.face); //~ BENIGN ARITHMETIC the interest of the part, rounded down
        n.face -= face;
        n.carried -= part;
        if (n.face < LEAST_FACE) revert FaceTooSmall(); //~ BENIGN INPUT_VAL no note below the least face
        newId = _write(msg.sender, face, part); //~ BENIGN STATE_MOD what was taken off the old note
        emit Split(id, newId, face);
    }

    /// Repays a note with its interest.
    function repay(uint256 id) external onlyHolder(id) carriedForward(id) {
        Note memory n = notes[id];
        delete notes[id]; //~ BENIGN STATE_MOD the note is gone before the payment
        facesOut -= n.face;
        emit Repaid(id, n.holder, n.face, n.carried);
        _send(n.holder, uint256(n.face) + n.carried); //~ BENIGN FUND_XFER its face and its own interest
    }

    /// What a note is worth today.
    function worth(uint256 id) public view returns (uint256) {
        Note memory n = notes[id];
        return n.face + n.carried + _interest(n.face, (block.timestamp - n.since) / 1 days);
    }

    /// Takes back harvest money beyond a whole year's interest.
    function takeSpare(uint256 amount) external {
        if (msg.sender != granary) revert GranaryOnly();
        if (facesOut + _interest(facesOut, 365) + amount > address(this).balance) revert NothingSpare(); //~ UNRELATED COMPUTATION an estimate for the granary's own use
        _send(granary, amount);
    }

    function _interest(uint256 face, uint256 daysPassed) private view returns (uint256) {
        return (face * rateBps * daysPassed * 1 days) / (BPS * YEAR);
    }

    function _write(address holder, uint96 face, uint96 carried) private returns (uint256 id) {
        if (face < LEAST_FACE) revert FaceTooSmall();
        id = ++lastNote;
        notes[id] = Note(holder, face, carried, uint64(block.timestamp));
    }

    function _send(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert RepaymentRefused();
    }
}
