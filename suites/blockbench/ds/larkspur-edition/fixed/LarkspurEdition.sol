pragma solidity 0.5.17;

/*
 * Larkspur Press sells one woodcut as a numbered edition. The first prints are cheap, every sheet
 * of ten costs one step more than the sheet before, and no collector may buy more than two, so that
 * the edition is spread widely. A print can be given on or, within a week, handed back to the
 * press for what was paid.
 */

contract PressRoles {
    address public printer;
    address payable public artist;

    event ArtistMoved(address indexed artist);

    constructor(address payable _artist) internal {
        printer = msg.sender;
        artist = _artist;
    }

    modifier byPrinter() {
        require(msg.sender == printer, "Press: printer only");
        _;
    }

    function moveArtist(address payable _artist) external {
        require(msg.sender == artist, "Press: artist only");
        require(_artist != address(0), "Press: no address");
        artist = _artist;
        emit ArtistMoved(_artist);
    }
}

contract LarkspurEdition is PressRoles {

    uint256 public constant SHEET = 10;
    uint256 public constant PER_COLLECTOR = 2;
    uint256 public constant RETURN_TERM = 7 days;

    struct Print {
        address holder;
        address buyer;
        uint256 paid;
        uint256 soldAt;
        bool returned;
    }

    uint256 public editionSize;
    uint256 public basePrice;
    uint256 public step;
    bool public onSale;

    uint256 public issued;
    uint256 public settled; // prints whose price the artist has received
    mapping(uint256 => Print) public prints; // by number, from 1
    mapping(address => uint256) public boughtBy;

    event SaleSwitched(bool onSale);
    event Issued(uint256 indexed number, address indexed collector, uint256 price);
    event Given(uint256 indexed number, address indexed from, address indexed to);
    event HandedBack(uint256 indexed number, uint256 paid);
    event Settled(uint256 upTo, uint256 amount);

    constructor(address payable _artist, uint256 _editionSize, uint256 _basePrice, uint256 _step)
        public
        PressRoles(_artist)
    {
        require(_editionSize > 0 && _editionSize <= 500, "Edition: size");
        require(_basePrice > 0 && _basePrice < 2**96 && _step < 2**96, "Edition: price"); //~ BENIGN INPUT_VAL keeps the price arithmetic far from its limits
        editionSize = _editionSize;
        basePrice = _basePrice;
        step = _step;
    }

    function switchSale(bool _onSale) external byPrinter {
        onSale = _onSale;
        emit SaleSwitched(_onSale);
    }

    // Price of the next print.
    function price() public view returns (uint256) {
        return basePrice + step * (issued / SHEET); //~ BENIGN STORAGE_READ follows the counter that a sale raises
    }

    // Buys the next print. What was sent above its price is returned at once.
    function buy() external payable returns (uint256 number) {
        require(onSale, "Edition: not on sale"); //~ BENIGN CTRL_FLOW a switch for the printer
        require(issued < editionSize, "Edition: sold out"); //~ BENIGN INPUT_VAL a nested purchase finds the counter raised
        require(boughtBy[msg.sender] < PER_COLLECTOR, "Edition: two each"); //~ BENIGN INPUT_VAL so it does here

        uint256 cost = price();
        require(msg.value >= cost, "Edition: price not met");
        boughtBy[msg.sender] += 1; //~ BENIGN STATE_MOD counted before control is given away
        number = ++issued; //~ BENIGN STATE_MOD so is the edition
        prints[number] = Print(msg.sender, msg.sender, cost, now, false);
        emit Issued(number, msg.sender, cost);
        if (msg.value > cost) _return(msg.value - cost); //~ BENIGN EXT_CALL limits, price and print are up to date by now
    }

    // Gives a print to somebody else; it still counts for the collector who bought it.
    function give(uint256 number, address to) external {
        Print storage p = prints[number];
        require(p.holder == msg.sender, "Edition: not yours");
        require(to != address(0) && !p.returned, "Edition: cannot give");
        p.holder = to;
        emit Given(number, msg.sender, to);
    }

    // Hands a print back within the term. Its number is not sold again.
    function handBack(uint256 number) external {
        Print storage p = prints[number];
        require(p.holder == msg.sender, "Edition: not yours");
        require(!p.returned && now < p.soldAt + RETURN_TERM, "Edition: term is over");
        p.returned = true; //~ BENIGN STATE_MOD set before the payment
        (bool sent, ) = msg.sender.call.value(p.paid)(""); //~ BENIGN EXT_CALL a nested call finds the print returned
        require(sent, "Edition: payment refused");
        emit HandedBack(number, p.paid);
    }

    // Pays the artist for prints, in order, that can no longer be handed back.
    function settle(uint256 count) external {
        uint256 amount;
        uint256 number = settled;
        for (uint256 i = 0; i < count && number < issued; i++) {
            Print storage p = prints[number + 1];
            if (now < p.soldAt + RETURN_TERM) break; //~ UNRELATED TIMESTAMP a term of days
            if (!p.returned) amount += p.paid;
            number++;
        }
        settled = number;
        artist.transfer(amount);
        emit Settled(number, amount);
    }

    function _return(uint256 change) private {
        (bool accepted, ) = msg.sender.call.value(change)(""); //~ BENIGN EXT_CALL the last thing a purchase does
        require(accepted, "Edition: change refused");
    }
}
