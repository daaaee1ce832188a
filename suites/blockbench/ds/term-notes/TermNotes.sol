pragma solidity 0.4.26;

/**
 * @title Interest reserve
 * @dev Ether out of which the interest of notes is paid.
 */
contract InterestReserve {
    uint256 public reserve;

    event Funded(address indexed from, uint256 amount);

    /**
     * @dev Adds to the reserve.
     */
    function fund() external payable {
        reserve += msg.value; //~ BENIGN ARITHMETIC there is not enough ether to overflow
        emit Funded(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Sets the interest of an amount aside, two percent.
     */
    function _setAside(uint256 _amount) internal returns (uint256 interest) {
        interest = _amount / 50; //~ BENIGN ARITHMETIC rounds in favor of the reserve
        require(interest <= reserve, "reserve too small"); //~ BENIGN INPUT_VAL
        reserve -= interest; //~ BENIGN STATE_MOD
    }
}

/**
 * @title Term notes
 * @dev Ether that is lent for ninety days.
 */
contract TermNotes is InterestReserve {
    struct Note {
        address holder;
        uint256 amount;
        uint256 interest;
        uint256 matures;
    }

    uint256 public constant TERM = 90 days;

    uint256 public count;
    mapping(uint256 => Note) public notes;

    event Issued(uint256 indexed id, address indexed holder, uint256 amount, uint256 interest);
    event Assigned(uint256 indexed id, address indexed to);
    event Paid(uint256 indexed id, address indexed to, uint256 amount);

    /**
     * @dev Issues a note for the ether that comes along.
     */
    function issue() external payable returns (uint256 id) {
        require(msg.value > 0, "no amount"); //~ BENIGN INPUT_VAL
        uint256 interest = _setAside(msg.value);
        id = count++; //~ BENIGN STATE_MOD
        notes[id] = Note(msg.sender, msg.value, interest, now + TERM);
        emit Issued(id, msg.sender, msg.value, interest);
    }

    /**
     * @dev Hands a note over to another account.
     */
    function assign(uint256 _id, address _to) external {
        Note storage note = notes[_id];
        require(note.amount > 0, "no note"); //~ BENIGN INPUT_VAL
        require(_to != address(0), "no account"); //~ BENIGN INPUT_VAL
        require(msg.sender == note.holder || now >= note.matures, "not holder"); //~ ROOT_CAUSE ACCESS_CTRL anyone may hand over a note that has matured
        note.holder = _to; //~ PREREQ STATE_MOD
        emit Assigned(_id, _to);
    }

    /**
     * @dev Pays a note that has matured.
     */
    function pay(uint256 _id) external {
        require(now >= notes[_id].matures, "not mature"); //~ DECOY TIMESTAMP open to everyone, and the holder is paid
        _settle(_id, notes[_id].interest);
    }

    /**
     * @dev Pays a note early, without interest.
     */
    function redeem(uint256 _id) external {
        Note storage note = notes[_id];
        require(msg.sender == note.holder, "not holder"); //~ BENIGN ACCESS_CTRL
        require(now < note.matures, "mature"); //~ BENIGN TIMESTAMP
        reserve += note.interest; //~ BENIGN STATE_MOD
        _settle(_id, 0);
    }

    /**
     * @dev Deletes a note and sends its holder the amount.
     */
    function _settle(uint256 _id, uint256 _interest) internal {
        Note memory note = notes[_id];
        require(note.amount > 0, "no note"); //~ BENIGN INPUT_VAL
        delete notes[_id]; //~ BENIGN STATE_MOD
        note.holder.transfer(note.amount + _interest); //~ PREREQ FUND_XFER to whoever holds the note by now
        emit Paid(_id, note.holder, note.amount + _interest);
    }
}
