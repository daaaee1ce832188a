pragma solidity 0.5.17;

/**
 * Royalties of a production.
 *
 * The box office pays in after every performance. What comes in is shared by the company: everybody on the bill has a
 * number of points. Performances are paid out in the order of the bill, by anyone, a few names at a time if need be.
 * A name whose account does not take the payment finds it in its pigeonhole, and can have it sent elsewhere from
 * there.
 */
contract MatineeRoyalties {
    struct Billing {
        address payable account;
        uint256 points;
    }

    struct Performance {
        uint256 takings;
        uint256 paid;   // of the takings, so far
        uint256 next;   // place on the bill
    }

    uint256 public constant MAX_NAMES = 60;
    uint256 public constant MAX_POINTS = 10000;

    address payable public producer;
    bool public billClosed;
    uint256 public totalPoints;
    uint256 public pigeonholes; // what is in all of them

    Billing[] public bill;
    Performance[] public performances;
    mapping(address => uint256) public pigeonhole;
    mapping(address => uint256) private _placePlusOne;

    event Billed(uint256 indexed place, address indexed account, uint256 points);
    event AccountChanged(uint256 indexed place, address indexed from, address indexed to);
    event Played(uint256 indexed performance, uint256 takings);
    event Paid(uint256 indexed performance, address indexed account, uint256 amount);
    event Put(uint256 indexed performance, address indexed account, uint256 amount);
    event Taken(address indexed account, address to, uint256 amount);
    event Forwarded(address token, uint256 amount);

    modifier onlyProducer() {
        require(msg.sender == producer, "stage door");
        _;
    }

    constructor() public {
        producer = msg.sender;
    }

    // --- the bill

    function addToBill(address payable account, uint256 points) external onlyProducer {
        require(!billClosed, "bill is closed");
        require(account != address(0) && _placePlusOne[account] == 0, "on the bill");
        require(points > 0 && points <= MAX_POINTS, "points");
        require(bill.length < MAX_NAMES, "bill is full");
        bill.push(Billing(account, points));
        _placePlusOne[account] = bill.length;
        totalPoints += points; //~ BENIGN ARITHMETIC sixty times ten thousand at most
        emit Billed(bill.length - 1, account, points);
    }

    function closeBill() external onlyProducer {
        require(bill.length > 0, "nobody on it");
        billClosed = true;
    }

    /** Somebody on the bill wants later payments elsewhere. What is in the pigeonhole stays there. */
    function changeAccount(address payable to) external {
        uint256 place = _placePlusOne[msg.sender];
        require(place != 0, "not on the bill");
        require(to != address(0) && _placePlusOne[to] == 0, "taken");
        delete _placePlusOne[msg.sender];
        _placePlusOne[to] = place;
        bill[place - 1].account = to; //~ BENIGN STATE_MOD a place is paid once a performance, whoever holds it
        emit AccountChanged(place - 1, msg.sender, to);
    }

    // --- performances

    function play() external payable {
        require(billClosed, "bill is open");
        require(msg.value > 0 && msg.value < 2**128, "takings");
        performances.push(Performance(msg.value, 0, 0));
        emit Played(performances.length - 1, msg.value);
    }

    /** Pays the next `count` names of the bill for one performance. */
    function payOut(uint256 performance, uint256 count) external {
        Performance storage p = performances[performance];
        require(p.next < bill.length, "paid out");
        for (uint256 i = 0; i < count && p.next < bill.length; i++) { //~ BENIGN CTRL_FLOW ends with the bill
            Billing memory b = bill[p.next];
            p.next++;
            // the last name gets what division has left over
            uint256 share = p.next == bill.length ? p.takings - p.paid : p.takings * b.points / totalPoints; //~ BENIGN ARITHMETIC below 2^142; shares paid never pass the takings
            p.paid += share; //~ BENIGN STATE_MOD place and sum are counted before the payment
            if (b.account.send(share)) { //~ BENIGN FUND_XFER the answer decides where the share goes
                emit Paid(performance, b.account, share);
            } else {
                pigeonhole[b.account] += share; //~ PREREQ STATE_MOD of an account that did not take it
                pigeonholes += share;
                emit Put(performance, b.account, share);
            }
        }
    }

    // --- pigeonholes

    function take(address payable to) external {
        uint256 amount = pigeonhole[msg.sender];
        require(amount > 0, "empty");
        pigeonhole[msg.sender] = 0;
        pigeonholes -= amount; //~ BENIGN ARITHMETIC the sum of all, this one among them
        (bool ok, ) = to.call.value(amount)(""); //~ BENIGN EXT_CALL with all gas, after the pigeonhole was emptied
        require(ok, "not taken");
        emit Taken(msg.sender, to, amount);
    }

    // --- tokens that somebody has sent here, which are nobody's royalties

    function forwardToken(address token) external onlyProducer {
        (bool ok, bytes memory data) = token.call(abi.encodeWithSignature("balanceOf(address)", address(this)));
        require(ok && data.length == 32, "no token");
        uint256 amount = abi.decode(data, (uint256));
        (ok, data) = token.call(abi.encodeWithSignature("transfer(address,uint256)", producer, amount)); //~ BENIGN EXT_CALL old tokens answer nothing, others true
        require(ok && (data.length == 0 || abi.decode(data, (bool))), "not forwarded");
        emit Forwarded(token, amount);
    }

    /** What a place on the bill has still to get out of a performance, roughly. */
    function outstanding(uint256 performance, uint256 place) external view returns (uint256) {
        Performance storage p = performances[performance];
        if (place < p.next) return 0;
        return p.takings * bill[place].points / totalPoints; //~ UNRELATED COMPUTATION
    }

    function counts() external view returns (uint256 names, uint256 played) {
        return (bill.length, performances.length);
    }
}
