// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.24;

/*
 * The mountain rescue team of the corrie.
 *
 * The team's leaders decide by motions: any one of them makes a motion, others second it, and once as many of the
 * present leaders have seconded it as the quorum says it can be carried out by whoever has the gas. A motion is one
 * call with some ether; who leads, and what the quorum is, only changes by a motion that calls the team itself.
 *
 * Members sign kit out and hand it on among themselves. Anyone may write in the visitors' book at the hut.
 */
contract CorrieRescue {
    struct Motion {
        address to;
        uint96 value;
        uint64 madeAt;
        uint32 minGas;
        bool carried;
        bytes data;
    }

    uint256 public constant MAX_LEADERS = 9;
    uint256 public constant MOTION_TERM = 21 days;

    uint256 public quorum;
    address[] private _leaders;
    Motion[] private _motions;

    mapping(address => bool) public isLeader;
    mapping(address => bool) public isMember;
    mapping(uint256 motion => mapping(address leader => bool)) public seconded;
    mapping(bytes32 kit => address) public holderOf;

    event MotionMade(uint256 indexed id, address indexed by, address to, uint256 value, bytes data);
    event Seconded(uint256 indexed id, address indexed by);
    event SecondWithdrawn(uint256 indexed id, address indexed by);
    event CarriedOut(uint256 indexed id, bytes result);
    event Leader(address indexed account, bool leads);
    event QuorumSet(uint256 quorum);
    event Member(address indexed account, bool enrolled);
    event KitMoved(bytes32 indexed kit, address indexed from, address indexed to);
    event VisitorsBook(address indexed visitor, string entry);

    error LeadersOnly();
    error MembersOnly();
    error TeamOnly();
    error PeopleOnly();
    error NoSuchMotion(uint256 id);
    error AlreadyCarried(uint256 id);
    error Lapsed(uint256 id);
    error TooFewSeconds(uint256 count);
    error TooLittleGas();
    error BadLeader(address leader);
    error BadQuorum(uint256 quorum);
    error KitElsewhere(bytes32 kit, address holder);

    modifier byLeader() {
        if (!isLeader[msg.sender]) revert LeadersOnly();
        _;
    }

    modifier byMember() {
        if (!isMember[msg.sender]) revert MembersOnly();
        _;
    }

    modifier byTeam() {
        if (msg.sender != address(this)) revert TeamOnly(); //~ BENIGN ACCESS_CTRL this contract calls itself from carryOut() alone
        _;
    }

    constructor(address[] memory leaders_, uint256 quorum_) {
        for (uint256 i = 0; i < leaders_.length; ++i) {
            _welcome(leaders_[i]);
        }
        _setQuorum(quorum_);
    }

    receive() external payable {}

    // --- motions

    function move(address to, uint96 value, uint32 minGas, bytes calldata data) external returns (uint256 id) {
        id = _motions.length;
        _motions.push(Motion(to, value, uint64(block.timestamp), minGas, false, data));
        emit MotionMade(id, msg.sender, to, value, data);
        second(id);
    }

    function second(uint256 id) public byLeader { //~ PREREQ ACCESS_CTRL a seconder leads now
        if (id >= _motions.length) revert NoSuchMotion(id);
        seconded[id][msg.sender] = true;
        emit Seconded(id, msg.sender);
    }

    function thinkAgain(uint256 id) external {
        seconded[id][msg.sender] = false; //~ BENIGN ACCESS_CTRL the caller's own, and nothing for whoever leads nothing
        emit SecondWithdrawn(id, msg.sender);
    }

    /// Not restricted to leaders: what is done has been decided.
    function carryOut(uint256 id) external returns (bytes memory result) {
        Motion storage motion = _motions[id];
        if (motion.carried) revert AlreadyCarried(id);
        if (block.timestamp > motion.madeAt + MOTION_TERM) revert Lapsed(id); //~ UNRELATED TIMESTAMP three weeks
        uint256 count = secondsOf(id);
        if (count < quorum) revert TooFewSeconds(count); //~ PREREQ ACCESS_CTRL what makes the open call below one of the leaders
        motion.carried = true; //~ BENIGN STATE_MOD before the call, so a motion is carried out once
        (address to, uint256 value, bytes memory data) = (motion.to, motion.value, motion.data);
        if (gasleft() < uint256(motion.minGas) * 64 / 63 + 50_000) revert TooLittleGas(); //~ BENIGN CTRL_FLOW everything is read by now, and the call itself costs less than what is added
        bool ok;
        assembly {
            ok := call(gas(), to, value, add(data, 0x20), mload(data), 0, 0) //~ BENIGN EXT_CALL target and data were seconded by a quorum
            result := mload(0x40)
            mstore(0x40, add(result, and(add(returndatasize(), 0x3f), not(0x1f))))
            mstore(result, returndatasize())
            returndatacopy(add(result, 0x20), 0, returndatasize())
        }
        if (!ok) {
            assembly {
                revert(add(result, 0x20), mload(result))
            }
        }
        emit CarriedOut(id, result);
    }

    /// Seconds by those who lead today; those of former leaders no longer count.
    function secondsOf(uint256 id) public view returns (uint256 count) {
        for (uint256 i = 0; i < _leaders.length; ++i) { //~ BENIGN CTRL_FLOW nine leaders at most
            if (seconded[id][_leaders[i]]) ++count;
        }
    }

    // --- by motion of the team

    function welcome(address leader) external byTeam {
        _welcome(leader);
    }

    function dismiss(address leader) external byTeam {
        if (!isLeader[leader]) revert BadLeader(leader);
        uint256 last = _leaders.length - 1;
        if (last < quorum) revert BadQuorum(quorum); //~ BENIGN INPUT_VAL a quorum can always be found
        for (uint256 i = 0; i < last; ++i) {
            if (_leaders[i] == leader) {
                _leaders[i] = _leaders[last];
                break;
            }
        }
        _leaders.pop();
        isLeader[leader] = false;
        emit Leader(leader, false);
    }

    function setQuorum(uint256 quorum_) external byTeam {
        _setQuorum(quorum_);
    }

    // --- members and kit

    function enrol(address account, bool enrolled) external byLeader {
        isMember[account] = enrolled;
        emit Member(account, enrolled);
    }

    function signOut(bytes32 kit) external byMember {
        if (holderOf[kit] != address(0)) revert KitElsewhere(kit, holderOf[kit]);
        _hold(kit, msg.sender);
    }

    /// To another member, or with zero back into the store. A leader may do it for a holder who cannot.
    function passOn(bytes32 kit, address to) external {
        if (msg.sender != holderOf[kit] && !isLeader[msg.sender]) revert KitElsewhere(kit, holderOf[kit]); //~ BENIGN ACCESS_CTRL holder zero is nobody
        if (to != address(0) && !isMember[to]) revert MembersOnly();
        _hold(kit, to);
    }

    function writeInBook(string calldata entry) external {
        if (tx.origin != msg.sender) revert PeopleOnly(); //~ BENIGN ACCESS_CTRL grants nothing, it keeps contracts out of an event
        emit VisitorsBook(msg.sender, entry);
    }

    function leaders() external view returns (address[] memory) {
        return _leaders;
    }

    // --- inside

    function _welcome(address leader) private {
        if (leader == address(0) || isLeader[leader] || _leaders.length == MAX_LEADERS) revert BadLeader(leader);
        isLeader[leader] = true;
        _leaders.push(leader);
        emit Leader(leader, true);
    }

    function _setQuorum(uint256 quorum_) private {
        if (quorum_ < 2 || quorum_ > _leaders.length) revert BadQuorum(quorum_);
        quorum = quorum_;
        emit QuorumSet(quorum_);
    }

    function _hold(bytes32 kit, address to) private {
        emit KitMoved(kit, holderOf[kit], to);
        holderOf[kit] = to;
    }
}
