// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.5.17;

/*
 * Post office of Sallow, letter boxes and postage.
 *
 * Who rents a box keeps postage in it, a balance in ether from which letters are franked and parcels are paid on delivery.
 * Anyone can rent a box, a contract as well. The brass number on it is chosen over the counter, by a person who comes along,
 * since programs used to take all the short ones. A clerk of one's own can be given a limit up to which he collects parcels.
 */
contract SallowPostOffice {
    uint256 public constant RENT = 0.02 ether;
    uint256 public constant TERM = 365 days;
    uint256 public constant STAMP = 0.001 ether;
    uint256 public constant WINDOW = 30 days;

    struct Box {
        uint256 postage;
        uint256 paidUntil;
        uint256 letters;
        uint256 number;
    }

    struct Parcel {
        address from;
        address to;
        uint256 charge;
        uint256 sentAt;
    }

    address payable public postmaster;
    uint256 public takings;
    mapping(address => Box) public boxes;
    mapping(uint256 => address) public holderOf;
    mapping(address => mapping(address => uint256)) public clerkLimit;
    Parcel[] private parcels;

    event Rented(address indexed holder, uint256 until);
    event Numbered(address indexed holder, uint256 number);
    event Postage(address indexed holder, uint256 amount);
    event Franked(address indexed from, address indexed to, bytes32 letter, address carrier);
    event Handed(uint256 indexed parcel, address indexed to, uint256 charge);
    event Collected(uint256 indexed parcel, uint256 charge);
    event Returned(uint256 indexed parcel);
    event PaidOut(address indexed holder, uint256 amount);

    modifier overTheCounter() {
        require(msg.sender == tx.origin, "persons only");
        _;
    }

    modifier boxOf(address holder) {
        require(boxes[holder].paidUntil >= now, "no box");
        _;
    }

    constructor() public {
        postmaster = msg.sender;
    }

    /* Rents a box, or keeps it for another year. What is paid beyond the rent is postage. */
    function rent() external payable {
        require(msg.value >= RENT, "rent");
        Box storage b = boxes[msg.sender];
        b.paidUntil = (b.paidUntil > now ? b.paidUntil : now) + TERM;
        b.postage += msg.value - RENT;
        takings += RENT;
        emit Rented(msg.sender, b.paidUntil);
    }

    /* Chooses the number on the caller's box; the one before is free again. */
    function chooseNumber(uint256 number) external overTheCounter boxOf(msg.sender) {
        require(number > 0 && holderOf[number] == address(0), "number");
        delete holderOf[boxes[msg.sender].number];
        boxes[msg.sender].number = number;
        holderOf[number] = msg.sender;
        emit Numbered(msg.sender, number);
    }

    /* Puts postage into anyone's box. */
    function topUp(address holder) external payable boxOf(holder) {
        boxes[holder].postage += msg.value;
        emit Postage(holder, msg.value);
    }

    function setClerk(address clerk, uint256 limit) external boxOf(msg.sender) {
        clerkLimit[msg.sender][clerk] = limit;
    }

    /* Franks a letter from the caller's box. Who started the transaction is noted on the cover, as the carrier. */
    function frank(address to, bytes32 letter) external boxOf(msg.sender) boxOf(to) {
        _spend(msg.sender, STAMP);
        takings += STAMP;
        boxes[to].letters++;
        emit Franked(msg.sender, to, letter, tx.origin);
    }

    /* Hands a parcel in, to be paid on delivery. The charge may be nothing; the stamp is due at once. */
    function hand(address to, uint256 charge) external boxOf(msg.sender) boxOf(to) returns (uint256 parcel) {
        _spend(msg.sender, STAMP);
        takings += STAMP;
        parcel = parcels.push(Parcel(msg.sender, to, charge, now)) - 1;
        emit Handed(parcel, to, charge);
    }

    /* Takes a parcel and pays its charge; the addressee does it, or a clerk as far as the limit goes. */
    function collect(uint256 parcel) external {
        Parcel memory p = parcels[parcel];
        require(p.from != address(0), "gone");
        if (tx.origin != p.to) {
            require(clerkLimit[p.to][msg.sender] >= p.charge && p.charge > 0, "not the addressee");
            clerkLimit[p.to][msg.sender] -= p.charge;
        }
        delete parcels[parcel];
        _spend(p.to, p.charge);
        boxes[p.from].postage += p.charge;
        emit Collected(parcel, p.charge);
    }

    /* Sends back a parcel that nobody has collected for a month. */
    function giveBack(uint256 parcel) external {
        Parcel memory p = parcels[parcel];
        require(p.from != address(0) && now >= p.sentAt + WINDOW, "in the window");
        delete parcels[parcel];
        emit Returned(parcel);
    }

    /* Pays postage out to the holder of the box, whether or not the rent has been paid. */
    function payOut(uint256 amount) external {
        _spend(msg.sender, amount);
        emit PaidOut(msg.sender, amount);
        (bool ok, ) = msg.sender.call.value(amount)("");
        require(ok, "refused");
    }

    function takeTakings() external {
        require(msg.sender == postmaster, "postmaster");
        uint256 amount = takings;
        takings = 0;
        postmaster.transfer(amount);
    }

    function parcelAt(uint256 parcel) external view returns (address, address, uint256, uint256) {
        Parcel memory p = parcels[parcel];
        return (p.from, p.to, p.charge, p.sentAt);
    }

    function _spend(address holder, uint256 amount) private {
        Box storage b = boxes[holder];
        require(b.postage >= amount, "postage");
        b.postage -= amount;
    }
}
