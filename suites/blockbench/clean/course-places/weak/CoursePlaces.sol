// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";
import {EnumerableSet} from "@openzeppelin/contracts@5.4.0/utils/structs/EnumerableSet.sol";
import {DoubleEndedQueue} from "@openzeppelin/contracts@5.4.0/utils/structs/DoubleEndedQueue.sol";

/// @notice Ether that the contract owes. Nobody is sent anything without asking for it.
abstract contract Balances {
    using Address for address payable;

    mapping(address account => uint256) public balanceOf;

    event Credited(address indexed account, uint256 amount);
    event Withdrawn(address indexed account, address indexed to, uint256 amount);

    error NothingOwed(address account);
    error NoAccount();
    error TooLittle(uint256 balance, uint256 wanted);

    /// @notice Pays the balance of the caller.
    function withdraw(address payable to) external {
        if (to == address(0)) revert NoAccount();
        uint256 amount = balanceOf[msg.sender];
        if (amount == 0) revert NothingOwed(msg.sender);
        balanceOf[msg.sender] = 0;
        emit Withdrawn(msg.sender, to, amount);
        to.sendValue(amount);
    }

    function _spend(address account, uint256 amount) internal {
        uint256 balance = balanceOf[account];
        if (amount > balance) revert TooLittle(balance, amount);
        balanceOf[account] = balance - amount;
    }

    function _credit(address account, uint256 amount) internal {
        balanceOf[account] += amount;
        emit Credited(account, amount);
    }
}

/// @notice Queues of tickets. A ticket that is given up keeps its position and has no holder any more.
abstract contract WaitingLists {
    using DoubleEndedQueue for DoubleEndedQueue.Bytes32Deque;

    /// @notice The number of the last ticket. There is no ticket zero.
    uint256 public lastTicket;

    mapping(uint256 ticket => address) public holderOf;
    mapping(uint256 course => DoubleEndedQueue.Bytes32Deque) private _queues;

    event TicketIssued(uint256 indexed course, uint256 indexed ticket, address indexed holder);
    event TicketGivenUp(uint256 indexed ticket);

    /// @notice How many tickets stand in a queue, with those that were given up.
    function queueLength(uint256 course) public view returns (uint256) {
        return _queues[course].length();
    }

    /// @notice A page of a queue, from its front.
    function ticketsOf(uint256 course, uint256 from, uint256 count) external view returns (uint256[] memory tickets) {
        uint256 length = queueLength(course);
        if (from >= length) return tickets;
        if (count > length - from) count = length - from;
        tickets = new uint256[](count);
        for (uint256 i = 0; i < count; i++) {
            tickets[i] = uint256(_queues[course].at(from + i));
        }
    }

    function _issue(uint256 course, address holder) internal returns (uint256 ticket) {
        ticket = ++lastTicket;
        holderOf[ticket] = holder;
        _queues[course].pushBack(bytes32(ticket));
        emit TicketIssued(course, ticket, holder);
    }

    function _giveUp(uint256 ticket) internal {
        delete holderOf[ticket];
        emit TicketGivenUp(ticket);
    }

    /// @dev Takes tickets from the front while there is room. A call goes through so many and no more; another one goes on.
    function _advance(uint256 course, uint256 steps) internal returns (uint256 done) {
        DoubleEndedQueue.Bytes32Deque storage queue = _queues[course];
        while (steps != 0 && !queue.empty() && _hasRoom(course)) {
            uint256 ticket = uint256(queue.popFront());
            address holder = holderOf[ticket];
            if (holder != address(0)) {
                delete holderOf[ticket];
                _seat(course, holder);
            }
            done++;
        }
    }

    function _hasRoom(uint256 course) internal view virtual returns (bool);

    function _seat(uint256 course, address student) internal virtual;
}

/// @notice Places in the courses of a school, paid ahead. Who finds a course full waits, and may leave the queue at any time.
contract CoursePlaces is Ownable, Balances, WaitingLists {
    using EnumerableSet for EnumerableSet.AddressSet;

    enum State {
        Open,
        Cancelled,
        Held
    }

    struct Course {
        address teacher;
        uint64 start;
        uint32 places;
        State state;
        uint256 price;
        uint256 taken;
    }

    /// @notice How long before its start the places of a course are final.
    uint256 public constant NOTICE = 3 days;

    /// @notice How many tickets a student's own call goes through.
    uint256 public constant STEPS = 20;

    /// @notice The part of the school, in per cent.
    uint256 public constant SHARE = 10;

    address public immutable school;

    uint256 public courses;

    mapping(uint256 course => Course) public courseAt;
    mapping(uint256 course => mapping(address student => bool)) public isSeated;
    mapping(uint256 course => mapping(address student => uint256)) public ticketOf;
    EnumerableSet.AddressSet private _teachers;

    event TeacherSet(address indexed teacher, bool teaches);
    event CourseOpened(uint256 indexed course, address indexed teacher, uint256 places, uint256 price, uint256 start);
    event PlacesAdded(uint256 indexed course, uint256 more);
    event CourseCancelled(uint256 indexed course);
    event CourseHeld(uint256 indexed course, uint256 earned);
    event Seated(uint256 indexed course, address indexed student);
    event Left(uint256 indexed course, address indexed student);
    event HandedOver(uint256 indexed course, address indexed from, address indexed to);

    error NoChange(address teacher);
    error NotATeacher(address caller);
    error NotTheTeacher(uint256 course, address caller);
    error BadTerms();
    error NoSuchCourse(uint256 course);
    error NotOpen(uint256 course);
    error Final(uint256 course);
    error NotStarted(uint256 course);
    error NotCancelled(uint256 course);
    error WrongPrice(uint256 sent, uint256 price);
    error AlreadyIn(uint256 course, address student);
    error NotIn(uint256 course, address student);

    /// @dev Refuses when places are final.
    modifier whileMovable(uint256 course) {
        Course storage c = courseAt[course];
        if (course >= courses) revert NoSuchCourse(course);
        if (c.state != State.Open) revert NotOpen(course);
        if (block.timestamp + NOTICE > c.start) revert Final(course);
        _;
    }

    modifier onlyTeacherOf(uint256 course) {
        if (courseAt[course].teacher != msg.sender) revert NotTheTeacher(course, msg.sender);
        _;
    }

    constructor(address school_) Ownable(school_) {
        school = school_;
    }

    // The school

    /// @notice Says who teaches.
    function setTeacher(address teacher, bool teaches) external onlyOwner {
        bool changed = teaches ? _teachers.add(teacher) : _teachers.remove(teacher);
        if (!changed) revert NoChange(teacher);
        emit TeacherSet(teacher, teaches);
    }

    // Teachers

    /// @notice Opens a course.
    function openCourse(uint32 places, uint256 price, uint64 start) external returns (uint256 course) {
        if (!_teachers.contains(msg.sender)) revert NotATeacher(msg.sender);
        if (places == 0 || price == 0 || start < block.timestamp + NOTICE) revert BadTerms();
        course = courses++;
        courseAt[course] = Course({
            teacher: msg.sender,
            start: start,
            places: places,
            state: State.Open,
            price: price,
            taken: 0
        });
        emit CourseOpened(course, msg.sender, places, price, start);
    }

    /// @notice Cancels a course that has not started.
    function cancelCourse(uint256 course) external onlyTeacherOf(course) {
        Course storage c = courseAt[course];
        if (c.state != State.Open) revert NotOpen(course);
        if (block.timestamp >= c.start) revert Final(course);
        c.state = State.Cancelled;
        emit CourseCancelled(course);
    }

    /// @notice Adds places to a course, for those who wait first.
    function addPlaces(uint256 course, uint32 more) external onlyTeacherOf(course) whileMovable(course) {
        if (more == 0) revert BadTerms();
        courseAt[course].places += more;
        emit PlacesAdded(course, more);
        _advance(course, STEPS);
    }

    /// @notice Counts what a course has earned, once it has started. Open to everyone, for teachers who forget it.
    function holdCourse(uint256 course) external {
        Course storage c = courseAt[course];
        if (course >= courses) revert NoSuchCourse(course);
        if (c.state != State.Open) revert NotOpen(course);
        if (block.timestamp < c.start) revert NotStarted(course);
        c.state = State.Held;
        uint256 earned = c.taken * c.price;
        uint256 share = (earned * SHARE) / 100;
        _credit(school, share);
        _credit(c.teacher, earned - share);
        emit CourseHeld(course, earned);
    }

    // Students

    /// @notice Pays for a place, or for waiting for one.
    function enrol(uint256 course) external payable whileMovable(course) returns (uint256 ticket) {
        uint256 price = courseAt[course].price;
        if (msg.value != price) revert WrongPrice(msg.value, price);
        return _enrol(course);
    }

    /// @notice The same, out of the balance of the caller.
    function enrolFromBalance(uint256 course) external whileMovable(course) returns (uint256 ticket) {
        _spend(msg.sender, courseAt[course].price);
        return _enrol(course);
    }

    /// @notice Hands a place over to somebody who has none.
    function handOver(uint256 course, address to) external whileMovable(course) {
        if (to == address(0)) revert NoAccount();
        if (!isSeated[course][msg.sender]) revert NotIn(course, msg.sender);
        _requireOutside(course, to);
        isSeated[course][msg.sender] = false;
        isSeated[course][to] = true;
        emit HandedOver(course, msg.sender, to);
    }

    /// @notice Gives a place back for its price. The next one in the queue gets it.
    function leave(uint256 course) external whileMovable(course) {
        if (!isSeated[course][msg.sender]) revert NotIn(course, msg.sender);
        isSeated[course][msg.sender] = false;
        courseAt[course].taken--;
        _credit(msg.sender, courseAt[course].price);
        emit Left(course, msg.sender);
        _advance(course, STEPS);
    }

    /// @notice Waits no longer.
    function leaveQueue(uint256 course) external {
        uint256 ticket = ticketOf[course][msg.sender];
        if (ticket == 0) revert NotIn(course, msg.sender);
        delete ticketOf[course][msg.sender];
        _giveUp(ticket);
        _credit(msg.sender, courseAt[course].price);
        emit Left(course, msg.sender);
    }

    /// @notice Gives the price of a place in a cancelled course back.
    function reclaim(uint256 course) external {
        if (courseAt[course].state != State.Cancelled) revert NotCancelled(course);
        if (!isSeated[course][msg.sender]) revert NotIn(course, msg.sender);
        isSeated[course][msg.sender] = false;
        _credit(msg.sender, courseAt[course].price);
        emit Left(course, msg.sender);
    }

    /// @notice Goes on with a queue in which many tickets were given up. Open to everyone.
    function advance(uint256 course, uint256 steps) external whileMovable(course) returns (uint256 done) {
        return _advance(course, steps);
    }

    // Views

    /// @notice How many teachers there are.
    function teacherCount() external view returns (uint256) {
        return _teachers.length();
    }

    /// @notice Whether an account teaches.
    function isTeacher(address account) external view returns (bool) {
        return _teachers.contains(account);
    }

    /// @notice How many places of a course are free, not counting those who wait.
    function freePlaces(uint256 course) external view returns (uint256) {
        return courseAt[course].places - courseAt[course].taken;
    }

    /// @notice Whether the places of a course are final.
    function isFinal(uint256 course) external view returns (bool) {
        return block.timestamp + NOTICE > courseAt[course].start;
    }

    // Internal

    function _enrol(uint256 course) private returns (uint256 ticket) {
        _requireOutside(course, msg.sender);
        ticket = _issue(course, msg.sender);
        ticketOf[course][msg.sender] = ticket;
        _advance(course, STEPS);
    }

    function _requireOutside(uint256 course, address student) private view {
        if (isSeated[course][student] || ticketOf[course][student] != 0) revert AlreadyIn(course, student);
    }

    /// @inheritdoc WaitingLists
    function _hasRoom(uint256 course) internal view override returns (bool) {
        return courseAt[course].taken < courseAt[course].places;
    }

    /// @inheritdoc WaitingLists
    function _seat(uint256 course, address student) internal override {
        delete ticketOf[course][student];
        isSeated[course][student] = true;
        courseAt[course].taken++;
        emit Seated(course, student);
    }
}
