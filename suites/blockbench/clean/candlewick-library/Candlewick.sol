// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

// The house itself: who is the librarian, and which desk answers which question.
contract Candlewick {
    address public librarian;
    address public successor;
    mapping(bytes4 => address) public deskOf;

    event DeskOpened(bytes4 indexed question, address indexed desk);
    event OfficeTaken(address indexed librarian);

    error NotTheLibrarian();
    error NotNamed();
    error NobodyThere(address desk);
    error NoSuchDesk(bytes4 question);

    modifier onlyLibrarian() {
        if (msg.sender != librarian) revert NotTheLibrarian();
        _;
    }

    constructor() {
        librarian = msg.sender;
    }

    // Opens a desk for some questions; a desk of zero closes them.
    function openDesk(address desk, bytes4[] calldata questions) external onlyLibrarian { //~ BENIGN ACCESS_CTRL no reader chooses the code that runs
        if (desk != address(0) && desk.code.length == 0) revert NobodyThere(desk);
        for (uint256 i = 0; i < questions.length; i++) {
            deskOf[questions[i]] = desk;
            emit DeskOpened(questions[i], desk);
        }
    }

    function nameSuccessor(address next) external onlyLibrarian {
        successor = next;
    }

    function takeOffice() external {
        if (msg.sender != successor) revert NotNamed(); //~ BENIGN ACCESS_CTRL nobody calls from the zero address
        librarian = msg.sender;
        successor = address(0);
        emit OfficeTaken(msg.sender);
    }

    fallback() external payable {
        address desk = deskOf[msg.sig];
        if (desk == address(0)) revert NoSuchDesk(msg.sig);
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), desk, 0, calldatasize(), 0, 0) //~ BENIGN DELEGATE a desk that the librarian opened
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

// What the lending desk keeps in the house, all of it from one place on.
library Shelf {
    struct Card {
        uint96 deposit;
        uint16 out;
        bool open;
    }

    struct Loan {
        address reader;
        uint64 due;
    }

    struct Books {
        address lastReader;
        uint64 lastVisit;
        uint256 fines;
        mapping(address => Card) cards;
        mapping(uint256 => Loan) loans;
        mapping(uint256 => bool) listed;
    }

    bytes32 private constant PLACE = keccak256("candlewick.lending.shelf"); //~ PREREQ STORAGE_READ far from the slots that the house counts up from zero

    function books() internal pure returns (Books storage b) {
        bytes32 place = PLACE;
        assembly {
            b.slot := place //~ BENIGN STORAGE_READ the same place in every function of the desk
        }
    }
}

// Lends books against a deposit. A book is out for four weeks; every week after that costs a fine, up to the deposit for one book.
contract LendingDesk {
    uint96 public constant PER_BOOK = 0.05 ether;
    uint96 public constant WEEKLY = 0.002 ether;
    uint256 public constant TIME = 28 days;

    address private immutable _own = address(this);

    event Enrolled(address indexed reader, uint256 deposit);
    event Lent(uint256 indexed book, address indexed reader, uint256 due);
    event Returned(uint256 indexed book, address indexed reader, uint256 fine);
    event Resigned(address indexed reader, uint256 deposit);

    error HouseOnly();
    error LibrarianOnly();
    error NotOnTheShelf(uint256 book);
    error DepositTooLow();
    error BooksOut(uint256 count);
    error NotPaid();

    modifier inTheHouse() {
        if (address(this) == _own) revert HouseOnly();
        _;
    }

    modifier byLibrarian() {
        if (msg.sender != Candlewick(payable(address(this))).librarian()) revert LibrarianOnly(); //~ BENIGN EXT_CALL asks the house in whose name it runs
        _;
    }

    function list(uint256[] calldata isbns) external inTheHouse byLibrarian {
        for (uint256 i = 0; i < isbns.length; i++) Shelf.books().listed[isbns[i]] = true;
    }

    // Opens a card or adds to its deposit. The visitors' book shows who was here last.
    function enrol() external payable inTheHouse {
        Shelf.Books storage b = Shelf.books();
        b.lastReader = msg.sender; //~ BENIGN STATE_MOD any reader's own name, in the first field of the desk
        b.lastVisit = uint64(block.timestamp);
        b.cards[msg.sender].open = true;
        b.cards[msg.sender].deposit += uint96(msg.value); //~ BENIGN ARITHMETIC there is not that much ether
        emit Enrolled(msg.sender, msg.value);
    }

    function borrow(uint256 isbn) external inTheHouse {
        Shelf.Books storage b = Shelf.books();
        Shelf.Card storage c = b.cards[msg.sender];
        if (!b.listed[isbn] || b.loans[isbn].reader != address(0)) revert NotOnTheShelf(isbn);
        c.out += 1;
        if (c.deposit < PER_BOOK * c.out) revert DepositTooLow(); //~ BENIGN INPUT_VAL the deposit covers the largest fine for every book that is out
        b.loans[isbn] = Shelf.Loan(msg.sender, uint64(block.timestamp + TIME));
        emit Lent(isbn, msg.sender, block.timestamp + TIME);
    }

    // Notes that a book lies on the counter again.
    function takeBack(uint256 isbn) external inTheHouse byLibrarian {
        Shelf.Books storage b = Shelf.books();
        Shelf.Loan memory l = b.loans[isbn];
        if (l.reader == address(0)) revert NotOnTheShelf(isbn);
        uint256 fine = block.timestamp > l.due ? ((block.timestamp - l.due) / 1 weeks) * WEEKLY : 0; //~ UNRELATED TIMESTAMP whole weeks
        if (fine > PER_BOOK) fine = PER_BOOK;
        delete b.loans[isbn];
        b.cards[l.reader].out -= 1;
        b.cards[l.reader].deposit -= uint96(fine); //~ BENIGN ARITHMETIC no more than one book's part
        b.fines += fine;
        emit Returned(isbn, l.reader, fine);
    }

    function resign() external inTheHouse {
        Shelf.Card memory c = Shelf.books().cards[msg.sender];
        if (c.out > 0) revert BooksOut(c.out);
        delete Shelf.books().cards[msg.sender]; //~ BENIGN STATE_MOD before the deposit is paid
        emit Resigned(msg.sender, c.deposit);
        (bool ok, ) = msg.sender.call{value: c.deposit}("");
        if (!ok) revert NotPaid();
    }

    function collectFines(address to) external inTheHouse byLibrarian {
        uint256 amount = Shelf.books().fines;
        Shelf.books().fines = 0;
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert NotPaid();
    }

    function visitors() external view returns (address lastReader, uint64 lastVisit) {
        return (Shelf.books().lastReader, Shelf.books().lastVisit);
    }

    function cardOf(address reader) external view returns (Shelf.Card memory) {
        return Shelf.books().cards[reader];
    }

    function loanOf(uint256 isbn) external view returns (Shelf.Loan memory) {
        return Shelf.books().loans[isbn];
    }
}
