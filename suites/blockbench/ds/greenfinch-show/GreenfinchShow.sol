// SPDX-License-Identifier: Unlicense
pragma solidity 0.8.24;

/**
 * Greenfinch village show. An exhibitor enters something for a class and pays the entry; the judges look at it on the
 * show day and nod, or do not. An entry that three judges have nodded at takes a rosette, and every rosette carries
 * the same prize out of the purse.
 */
contract GreenfinchShow {
    uint8 public constant NODS = 3;
    uint256 public constant ENTRY = 0.01 ether;
    uint256 public constant CLAIM_TERM = 60 days;

    enum Class {
        Preserves,
        Marrows,
        Sweetpeas,
        Bread
    }

    struct Entry {
        address exhibitor;
        Class class;
        bool rosette;
        bool paidOut;
        string label;
    }

    address public immutable secretary;
    uint256 public immutable prize;
    uint256 public showDay;

    Entry[] internal _entries;
    mapping(address => bool) public isJudge;
    mapping(uint256 => mapping(address => bool)) public nodded;
    mapping(Class => uint256) public rosettes;

    event ShowDaySet(uint256 showDay);
    event JudgeSet(address indexed judge, bool sits);
    event Entered(uint256 indexed id, address indexed exhibitor, Class class, string label);
    event Nodded(uint256 indexed id, address indexed judge);
    event RosetteGiven(uint256 indexed id, Class class);
    event PrizePaid(uint256 indexed id, address indexed exhibitor);

    error SecretaryOnly();
    error JudgesOnly();
    error OwnEntry();
    error ExhibitorOnly();
    error NotThisDay();
    error EntryFee();
    error TooFewNods(uint256 given);
    error NotInOrder(address judge);
    error NoNod(address judge);
    error AlreadyDecorated();
    error NothingToPay();
    error Unpaid();

    modifier bySecretary() {
        if (msg.sender != secretary) revert SecretaryOnly();
        _;
    }

    constructor(uint256 prize_) payable {
        secretary = msg.sender;
        prize = prize_;
    }

    /// The purse grows by gifts.
    receive() external payable {}

    function setShowDay(uint256 day) external bySecretary {
        showDay = day;
        emit ShowDaySet(day);
    }

    function setJudge(address judge, bool sits) external bySecretary {
        isJudge[judge] = sits;
        emit JudgeSet(judge, sits);
    }

    function enter(Class class, string calldata label) external payable returns (uint256 id) {
        if (block.timestamp >= showDay) revert NotThisDay();
        if (msg.value != ENTRY) revert EntryFee();
        id = _entries.length;
        _entries.push(Entry(msg.sender, class, false, false, label));
        emit Entered(id, msg.sender, class, label);
    }

    function entry(uint256 id) external view returns (Entry memory) {
        return _entries[id];
    }

    /// A judge nods at an entry on the show day. Nobody judges a work of their own.
    function nod(uint256 id) external {
        if (!isJudge[msg.sender]) revert JudgesOnly(); //~ BENIGN ACCESS_CTRL judges are appointed by the secretary
        if (_entries[id].exhibitor == msg.sender) revert OwnEntry(); //~ BENIGN ACCESS_CTRL nobody judges alone or for themselves
        if (block.timestamp < showDay || block.timestamp >= showDay + 1 days) revert NotThisDay(); //~ UNRELATED TIMESTAMP a whole day
        nodded[id][msg.sender] = true; //~ PREREQ STATE_MOD one such nod is all it takes
        emit Nodded(id, msg.sender);
    }

    /// Decorates the caller's entry. `judges` are those who nodded at it, by rising address.
    function decorate(uint256 id, address[] calldata judges) external {
        Entry storage e = _entries[id];
        if (e.exhibitor != msg.sender) revert ExhibitorOnly();
        if (e.rosette) revert AlreadyDecorated(); //~ BENIGN STATE_MOD one rosette for an entry
        if (judges.length < NODS) revert TooFewNods(judges.length); //~ INSUFF_GUARD INPUT_VAL counts the list, whoever is in it

        address last = address(0);
        for (uint256 i = 0; i < judges.length; ++i) {
            if (judges[i] < last) revert NotInOrder(judges[i]); //~ ROOT_CAUSE INPUT_VAL lets the same judge follow itself
            if (!nodded[id][judges[i]]) revert NoNod(judges[i]); //~ BENIGN STORAGE_READ a nod that was really given
            last = judges[i];
        }

        e.rosette = true;
        ++rosettes[e.class];
        emit RosetteGiven(id, e.class);
    }

    /// Pays the prize of a rosette to the exhibitor, whoever asks.
    function payPrize(uint256 id) external {
        Entry storage e = _entries[id];
        if (!e.rosette || e.paidOut) revert NothingToPay();
        e.paidOut = true; //~ BENIGN STATE_MOD ahead of the payment
        emit PrizePaid(id, e.exhibitor);
        _send(e.exhibitor, prize); //~ PREREQ FUND_XFER a rosette is worth the prize
    }

    /// What is left of the purse when the claims have run out.
    function closePurse() external bySecretary {
        if (block.timestamp < showDay + CLAIM_TERM) revert NotThisDay();
        _send(secretary, address(this).balance);
    }

    function _send(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert Unpaid();
    }
}
