// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

interface IPrizeToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @title Letterbox hunts
/// @notice A setter hides a box in the country, with a phrase of twelve words on a plate inside, and puts a prize on it.
///         Who has found the plate first seals a claim, waits, and then opens it with the phrase.
abstract contract Hunts {
    struct Hunt {
        address setter;
        uint64 endsAt;
        bool over;
        uint128 prize;
        bytes32 phraseHash;
    }

    IPrizeToken public immutable token;

    Hunt[] internal _hunts;
    mapping(uint256 hunt => string[]) internal _clues;

    event HuntSet(uint256 indexed hunt, address indexed setter, uint256 prize, uint256 endsAt);
    event ClueGiven(uint256 indexed hunt, string clue);
    event PrizeRaised(uint256 indexed hunt, address indexed sponsor, uint256 amount);
    event HuntCalledOff(uint256 indexed hunt);

    error SetterOnly();
    error BadTerm();
    error HuntOver();
    error HuntOn();
    error NotPaid();

    constructor(IPrizeToken token_) {
        token = token_;
    }

    function set(bytes32 phraseHash, uint128 prize, uint64 term) external returns (uint256 hunt) {
        if (term < 7 days || term > 365 days) revert BadTerm();
        hunt = _hunts.length;
        uint64 endsAt = uint64(block.timestamp) + term;
        _hunts.push(Hunt(msg.sender, endsAt, false, prize, phraseHash)); //~ BENIGN INPUT_VAL the hash of twelve words tells nothing about them
        emit HuntSet(hunt, msg.sender, prize, endsAt);
        _collect(prize);
    }

    function giveClue(uint256 hunt, string calldata clue) external {
        if (_hunts[hunt].setter != msg.sender) revert SetterOnly();
        _clues[hunt].push(clue);
        emit ClueGiven(hunt, clue);
    }

    function raise(uint256 hunt, uint128 amount) external {
        Hunt storage h = _running(hunt);
        h.prize += amount; //~ BENIGN ARITHMETIC checked, and collected in full below
        emit PrizeRaised(hunt, msg.sender, amount);
        _collect(amount);
    }

    /// @notice Gives the prize back to the setter of a hunt that ended without a finder.
    function callOff(uint256 hunt) external {
        Hunt storage h = _hunts[hunt];
        if (h.over) revert HuntOver();
        if (block.timestamp < h.endsAt) revert HuntOn(); //~ UNRELATED TIMESTAMP a term of days
        h.over = true;
        emit HuntCalledOff(hunt);
        _award(h.setter, h.prize);
    }

    function huntOf(uint256 hunt) external view returns (Hunt memory, string[] memory clues) {
        return (_hunts[hunt], _clues[hunt]);
    }

    function _running(uint256 hunt) internal view returns (Hunt storage h) {
        h = _hunts[hunt];
        if (h.over || block.timestamp >= h.endsAt) revert HuntOver();
    }

    function _collect(uint256 amount) internal {
        if (!token.transferFrom(msg.sender, address(this), amount)) revert NotPaid();
    }

    function _award(address to, uint256 amount) internal {
        if (!token.transfer(to, amount)) revert NotPaid();
    }
}

contract LetterboxHunts is Hunts {
    /// @notice Blocks between the sealing of a claim and its opening.
    uint256 public constant PATIENCE = 10;
    /// @notice Blocks after which a seal has to be renewed.
    uint256 public constant FRESHNESS = 7200;

    mapping(address hunter => mapping(bytes32 seal => uint256 blockNumber)) public sealedIn;

    event Sealed(address indexed hunter, bytes32 indexed seal);
    event Found(uint256 indexed hunt, address indexed hunter, uint256 prize);

    error AlreadySealed(uint256 blockNumber);
    error NotSealed();
    error TooSoon(uint256 blockNumber);
    error SealExpired();
    error OtherPhrase();

    constructor(IPrizeToken token_) Hunts(token_) {}

    /// @notice The seal under which the caller claims a hunt with a phrase.
    function sealOf(uint256 hunt, string memory phrase, bytes32 salt) public view returns (bytes32) {
        return keccak256(abi.encode(msg.sender, hunt, phrase, salt)); //~ BENIGN COMPUTATION another seal for every hunter
    }

    /// @notice Seals a claim without showing what is in it.
    function seal(bytes32 seal_) external {
        uint256 at = sealedIn[msg.sender][seal_];
        if (at != 0 && block.number <= at + FRESHNESS) revert AlreadySealed(at); //~ BENIGN INPUT_VAL a seal in force keeps its block
        sealedIn[msg.sender][seal_] = block.number; //~ BENIGN STATE_MOD of no use to another account
        emit Sealed(msg.sender, seal_);
    }

    /// @notice Opens a sealed claim; the first one with the phrase on the plate has the prize.
    function claim(uint256 hunt, string calldata phrase, bytes32 salt) external {
        Hunt storage h = _running(hunt);
        uint256 at = sealedIn[msg.sender][sealOf(hunt, phrase, salt)]; //~ BENIGN STORAGE_READ a seal made by the caller for the caller
        if (at == 0) revert NotSealed();
        if (block.number < at + PATIENCE) revert TooSoon(at + PATIENCE); //~ BENIGN CTRL_FLOW who learns of the phrase from a claim is too late
        if (block.number > at + FRESHNESS) revert SealExpired();
        if (keccak256(bytes(phrase)) != h.phraseHash) revert OtherPhrase(); //~ BENIGN INPUT_VAL compared only after seal and patience
        h.over = true; //~ BENIGN STATE_MOD over ahead of the payment
        emit Found(hunt, msg.sender, h.prize);
        _award(msg.sender, h.prize);
    }
}
