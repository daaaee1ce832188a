// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.19;

/// Savings books of the post office. What is saved earns simple interest for every whole day, noted at each visit and paid
/// out of a reserve that the exchequer endows; what is saved itself never pays anybody's interest. Who wants savings back
/// gives a week's notice. A book whose holder has not been seen for five years goes to the heir named in it.
contract PillarBoxSavings {
    uint256 public constant PER_DAY = 100; // millionths
    uint256 public constant DORMANT = 3650; // days after which a book that nobody brings in earns no more
    uint64 public constant NOTICE = 7 days;
    uint64 public constant SILENCE = 5 * 365 days;

    struct Book {
        uint128 saved;
        uint128 onNotice;
        uint128 earned;
        uint64 since; // interest is noted up to here; zero for a book that is not open
        uint64 noticeEnds;
        uint64 seen;
        address heir;
    }

    mapping(address => Book) public books;
    uint256 public reserve;

    event Opened(address indexed holder);
    event Saved(address indexed holder, uint256 amount);
    event Noticed(address indexed holder, uint256 amount, uint256 until);
    event Paid(address indexed holder, uint256 savings, uint256 interest);
    event Inherited(address indexed holder, address indexed heir);
    event Endowed(address indexed from, uint256 amount);

    error NotOpen();
    error AlreadyOpen();
    error Early(uint256 until);
    error NotTheHeir();
    error NotPaid();

    modifier visit() {
        if (books[msg.sender].since == 0) revert NotOpen();
        books[msg.sender].seen = uint64(block.timestamp);
        _;
    }

    function endow() external payable {
        reserve += msg.value;
        emit Endowed(msg.sender, msg.value);
    }

    function open() external {
        Book storage b = books[msg.sender];
        if (b.since != 0) revert AlreadyOpen();
        b.since = uint64(block.timestamp);
        b.seen = uint64(block.timestamp);
        emit Opened(msg.sender);
    }

    function save() external payable visit {
        Book storage b = books[msg.sender];
        b.saved += uint128(msg.value);
        _note(b);
        emit Saved(msg.sender, msg.value);
    }

    /// Puts savings on notice. They earn nothing from now on, and a notice that is running begins anew.
    function giveNotice(uint128 amount) external visit {
        Book storage b = books[msg.sender];
        _note(b);
        b.saved -= amount;
        b.onNotice += amount;
        b.noticeEnds = uint64(block.timestamp) + NOTICE;
        emit Noticed(msg.sender, amount, b.noticeEnds);
    }

    /// Puts what is on notice back among the savings.
    function takeNoticeBack() external visit {
        Book storage b = books[msg.sender];
        _note(b);
        (b.saved, b.onNotice) = (b.saved + b.onNotice, 0);
    }

    /// Pays out what was on notice for a week.
    function collect() external visit {
        Book storage b = books[msg.sender];
        if (block.timestamp < b.noticeEnds) revert Early(b.noticeEnds);
        uint256 amount = b.onNotice;
        b.onNotice = 0;
        _pay(amount, 0);
    }

    /// Pays out interest, as far as the reserve goes; what the reserve cannot pay stays noted.
    function drawInterest() external visit returns (uint256 amount) {
        Book storage b = books[msg.sender];
        _note(b);
        amount = b.earned < reserve ? b.earned : reserve;
        b.earned -= uint128(amount);
        reserve -= amount;
        _pay(0, amount);
    }

    /// Names an heir; the zero address names nobody.
    function nameHeir(address heir) external visit {
        if (heir == msg.sender) revert NotTheHeir();
        books[msg.sender].heir = heir;
    }

    /// Takes over the book of a holder who has fallen silent, into a book of the heir's own.
    function inherit(address holder) external visit {
        Book storage from = books[holder];
        if (from.heir != msg.sender) revert NotTheHeir();
        uint256 until = uint256(from.seen) + SILENCE;
        if (block.timestamp < until) revert Early(until);
        _note(from);
        Book storage to = books[msg.sender];
        _note(to);
        to.saved += from.saved + from.onNotice;
        to.earned += from.earned;
        delete books[holder];
        emit Inherited(holder, msg.sender);
    }

    /// Interest of a book as it would be noted now.
    function interestOf(address holder) external view returns (uint256) {
        Book memory b = books[holder];
        return b.since == 0 ? 0 : b.earned + _interest(b.saved, b.since);
    }

    function _note(Book storage b) private {
        b.earned += uint128(_interest(b.saved, b.since));
        b.since = uint64(block.timestamp);
    }

    function _interest(uint256 saved, uint256 since) private view returns (uint256) {
        uint256 count;
        unchecked {
            count = (block.timestamp - since) / 1 days;
        }
        if (count > DORMANT) count = DORMANT;
        return (saved * count * PER_DAY) / 1e6;
    }

    function _pay(uint256 savings, uint256 interest) private {
        emit Paid(msg.sender, savings, interest);
        (bool ok, ) = msg.sender.call{value: savings + interest}("");
        if (!ok) revert NotPaid();
    }
}
