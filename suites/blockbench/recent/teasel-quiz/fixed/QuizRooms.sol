// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// Quiz rooms. A host opens a room with a price, players pay it to get in, and everyone answers the host's questions.
// For each question the same part of the money goes to those who answered like most of the others.
contract QuizRooms {
    struct Room {
        address host;
        uint256 price;
        uint256 pot;
        uint32 questions; // how many there will be
        uint32 asked;
        bool started;
    }

    struct Question {
        uint256 room;
        uint64 until;
        uint8 choices;
        uint256 money;
        uint8 best; // the choice with the most answers so far
        mapping(uint8 => uint256) votes;
        mapping(address => uint8) choiceOf; // plus one
        mapping(address => bool) paid;
    }

    uint256 public constant MAX_QUESTIONS = 50;
    uint256 public constant MIN_TIME = 1 minutes;

    Room[] public rooms;
    mapping(uint256 => mapping(address => bool)) public inRoom;
    Question[] private questions;

    error NotHost(uint256 room);
    error NotInRoom(uint256 room);
    error AlreadyAnswered(uint256 question);
    error WrongMoment(uint256 question);
    error Nothing();

    // ---- hosts

    function openRoom(uint256 price, uint32 count) external returns (uint256 room) {
        require(count > 0 && count <= MAX_QUESTIONS, "bad count"); //~ BENIGN INPUT_VAL
        room = rooms.length;
        rooms.push(Room(msg.sender, price, 0, count, 0, false)); //~ BENIGN ACCESS_CTRL
        emit Opened(room, msg.sender, price); //~ UNRELATED EVENT_EMIT
    }

    // the first question closes the door
    function ask(uint256 room, uint8 choices, uint64 time) external returns (uint256 question) {
        Room storage r = rooms[room];
        require(msg.sender == r.host, NotHost(room)); //~ BENIGN ACCESS_CTRL
        require(r.asked < r.questions, "all asked"); //~ BENIGN INPUT_VAL
        require(choices > 1 && time >= MIN_TIME, "bad question"); //~ BENIGN INPUT_VAL
        r.started = true;
        r.asked += 1;
        question = questions.length;
        Question storage q = questions.push();
        (q.room, q.choices, q.until) = (room, choices, uint64(block.timestamp) + time);
        q.money = r.pot / r.questions; //~ BENIGN ARITHMETIC a few wei stay behind
        emit Asked(room, question, choices, q.until); //~ UNRELATED EVENT_EMIT
    }

    // ---- players

    function enter(uint256 room) external payable {
        Room storage r = rooms[room];
        require(!r.started, "too late"); //~ BENIGN CTRL_FLOW
        require(msg.value == r.price && !inRoom[room][msg.sender], "wrong price"); //~ BENIGN INPUT_VAL
        inRoom[room][msg.sender] = true;
        r.pot += msg.value;
        emit Entered(room, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    function answer(uint256 room, uint256 question, uint8 choice) external {
        require(inRoom[questions[question].room][msg.sender], NotInRoom(room)); //~ BENIGN INPUT_VAL
        Question storage q = questions[question];
        require(block.timestamp < q.until, WrongMoment(question)); //~ BENIGN TIMESTAMP
        require(choice < q.choices, "no such choice"); //~ BENIGN INPUT_VAL
        require(q.choiceOf[msg.sender] == 0, AlreadyAnswered(question)); //~ BENIGN STATE_MOD one answer for everyone
        q.choiceOf[msg.sender] = choice + 1; //~ BENIGN STATE_MOD
        if (++q.votes[choice] > q.votes[q.best]) q.best = choice; //~ BENIGN COMPUTATION of two equal ones the earlier stays
        emit Answered(question, msg.sender, choice); //~ UNRELATED EVENT_EMIT
    }

    function collect(uint256 question) external returns (uint256 share) {
        Question storage q = questions[question];
        require(block.timestamp >= q.until, WrongMoment(question)); //~ BENIGN TIMESTAMP
        require(q.choiceOf[msg.sender] == q.best + 1 && !q.paid[msg.sender], Nothing()); //~ BENIGN INPUT_VAL
        q.paid[msg.sender] = true; //~ BENIGN STATE_MOD
        share = q.money / q.votes[q.best];
        emit Collected(question, msg.sender, share); //~ UNRELATED EVENT_EMIT
        (bool ok, ) = msg.sender.call{value: share}(""); //~ BENIGN FUND_XFER
        require(ok, "not taken"); //~ BENIGN EXT_CALL
    }

    // ---- views

    function bestOf(uint256 question) external view returns (uint8 choice, uint256 votes, uint256 money) {
        Question storage q = questions[question];
        return (q.best, q.votes[q.best], q.money);
    }

    function roomOf(uint256 question) external view returns (uint256) {
        return questions[question].room;
    }

    event Opened(uint256 indexed room, address indexed host, uint256 price);
    event Entered(uint256 indexed room, address indexed player);
    event Asked(uint256 indexed room, uint256 indexed question, uint8 choices, uint64 until);
    event Answered(uint256 indexed question, address indexed player, uint8 choice);
    event Collected(uint256 indexed question, address indexed player, uint256 share);
}
