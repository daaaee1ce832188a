// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

interface IGoods {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

interface IQuayMarket {
    /// What the market holds of the cordage and of the coin.
    function reserves() external view returns (uint256 cordage, uint256 coin);
}

/// @title  The ship-chandler's pawn counter
/// @notice Takes cordage in pawn and lends coins on half of its worth, for sixty days and a fee of one in fifty.
///         Pawns that are not redeemed in time are the chandler's. Cordage and coin have eighteen decimals and
///         transfer what they say.
/// @dev    Three appraisers say what a cordage is worth; the one in the middle counts. The market on the quay may be
///         thin and is asked only so that the counter never lends more than what cordage fetches there.
contract ChandlersPawn {
    uint256 public constant WAD = 1e18;
    uint256 public constant TERM = 60 days;
    uint256 public constant FRESH = 2 days;

    struct Appraisal {
        address appraiser;
        uint128 price; // coins for one whole cordage
        uint64 at;
    }

    struct Pawn {
        address owner;
        uint128 cordage;
        uint128 due;
        uint64 until;
    }

    IGoods public immutable cordage;
    IGoods public immutable coin;
    IQuayMarket public immutable market;
    address public immutable chandler;

    Appraisal[3] private _appraisals;
    Pawn[] private _pawns;

    event Appraised(address indexed appraiser, uint256 price);
    event Pawned(uint256 indexed id, address indexed owner, uint256 cordage, uint256 lent, uint256 onTheQuay);
    event Prolonged(uint256 indexed id, uint256 until);
    event Redeemed(uint256 indexed id, uint256 paid);
    event Kept(uint256 indexed id, uint256 cordage);

    error ChandlerOnly();
    error NotAnAppraiser(address caller);
    error NoFreshPrice();
    error LendsLess(uint256 most);
    error NotYourPawn(uint256 id);
    error TermOver(uint256 until);
    error TermRunning(uint256 until);
    error NotDelivered();

    modifier onlyChandler() {
        require(msg.sender == chandler, ChandlerOnly());
        _;
    }

    constructor(IGoods cordage_, IGoods coin_, IQuayMarket market_, address[3] memory appraisers) {
        (cordage, coin, market, chandler) = (cordage_, coin_, market_, msg.sender);
        for (uint256 i = 0; i < 3; ++i) _appraisals[i].appraiser = appraisers[i];
    }

    // ------------------------------------------------------------ worth

    function appraise(uint128 price) external {
        for (uint256 i = 0; i < 3; ++i) {
            Appraisal storage a = _appraisals[i];
            if (a.appraiser == msg.sender) { //~ PREREQ ACCESS_CTRL one place each
                (a.price, a.at) = (price, uint64(block.timestamp));
                emit Appraised(msg.sender, price);
                return;
            }
        }
        revert NotAnAppraiser(msg.sender);
    }

    /// @notice The middle one of three prices, none of them older than two days.
    function appraised() public view returns (uint256) {
        uint256[3] memory p;
        for (uint256 i = 0; i < 3; ++i) {
            require(block.timestamp - _appraisals[i].at <= FRESH, NoFreshPrice()); //~ BENIGN ORACLE stale ones stop lending, and nothing else
            p[i] = _appraisals[i].price;
        }
        if (p[0] > p[1]) (p[0], p[1]) = (p[1], p[0]);
        return p[2] <= p[0] ? p[0] : p[2] >= p[1] ? p[1] : p[2]; //~ BENIGN COMPUTATION the median of three
    }

    /// @notice What the last trade on the quay has left as a price.
    function onTheQuay() public view returns (uint256) {
        (uint256 c, uint256 m) = market.reserves(); //~ BENIGN ORACLE can be moved within a transaction, and only ever lowers a loan
        return c == 0 ? 0 : m * WAD / c;
    }

    /// @notice What the counter lends on an amount of cordage.
    function quote(uint256 amount) public view returns (uint256) {
        uint256 price = appraised();
        uint256 quay = onTheQuay();
        if (quay < price) price = quay; //~ BENIGN ORACLE the lower of the two, so to raise it the appraisers have to move
        return amount * price / WAD / 2; //~ BENIGN ARITHMETIC rounds down, in favour of the counter
    }

    // ------------------------------------------------------------ counter

    /// @param least  what the owner insists on, should the quay be low just now
    function pawn(uint128 amount, uint256 least) external returns (uint256 id) {
        uint256 lent = quote(amount);
        require(lent > 0 && lent >= least, LendsLess(lent)); //~ BENIGN INPUT_VAL a lowered price is the owner's to refuse
        id = _pawns.length;
        _pawns.push(Pawn(msg.sender, amount, _to128(lent + _fee(lent)), uint64(block.timestamp + TERM)));
        emit Pawned(id, msg.sender, amount, lent, onTheQuay());
        require(cordage.transferFrom(msg.sender, address(this), amount), NotDelivered());
        require(coin.transfer(msg.sender, lent), NotDelivered());
    }

    /// @notice Another sixty days from now, for another fee, which is paid at once.
    function prolong(uint256 id) external {
        Pawn storage p = _pawns[id];
        require(p.owner == msg.sender, NotYourPawn(id));
        require(block.timestamp <= p.until, TermOver(p.until)); //~ UNRELATED TIMESTAMP
        p.until = uint64(block.timestamp + TERM);
        emit Prolonged(id, p.until);
        require(coin.transferFrom(msg.sender, address(this), _fee(p.due)), NotDelivered());
    }

    function redeem(uint256 id) external {
        Pawn memory p = _pawns[id];
        require(p.owner == msg.sender, NotYourPawn(id)); //~ BENIGN ACCESS_CTRL zero for a pawn that is gone
        require(block.timestamp <= p.until, TermOver(p.until));
        delete _pawns[id]; //~ BENIGN STATE_MOD before anything changes hands
        emit Redeemed(id, p.due);
        require(coin.transferFrom(msg.sender, address(this), p.due), NotDelivered());
        require(cordage.transfer(msg.sender, p.cordage), NotDelivered());
    }

    // ------------------------------------------------------------ chandler

    function keep(uint256 id) external onlyChandler {
        Pawn memory p = _pawns[id];
        require(p.owner != address(0), NotYourPawn(id));
        require(block.timestamp > p.until, TermRunning(p.until));
        delete _pawns[id];
        emit Kept(id, p.cordage);
        require(cordage.transfer(chandler, p.cordage), NotDelivered());
    }

    /// @dev The coins are the chandler's own; cordage in pawn is not and stays.
    function withdraw(uint256 amount) external onlyChandler {
        require(coin.transfer(chandler, amount), NotDelivered());
    }

    function pawnAt(uint256 id) external view returns (Pawn memory) {
        return _pawns[id];
    }

    function _fee(uint256 amount) private pure returns (uint256) {
        return (amount + 49) / 50;
    }

    function _to128(uint256 n) private pure returns (uint128) {
        require(n <= type(uint128).max, LendsLess(type(uint128).max));
        return uint128(n); //~ BENIGN ARITHMETIC compared above
    }
}
