// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

/// @title Jackdaw parcels
/// @notice Sealed parcels with a prize inside. What is in a parcel follows from the hash of a block that does not exist
///         yet when it is bought; its buyer unwraps it afterwards.
contract JackdawParcels {
    struct Parcel {
        address buyer;
        uint64 drawBlock;
        bool unwrapped;
    }

    struct Grade {
        uint32 below; // of 10,000
        uint32 times; // the price
    }

    uint256 public constant PRICE = 0.5 ether;
    uint256 public constant DELAY = 3; // blocks
    uint256 public constant KEPT_FOR = 1_000_000; // blocks
    uint256 public constant MOST_AT_ONCE = 20;
    uint256 public constant HIGHEST = 40; // times the price

    address public immutable shopkeeper;

    Grade[] private _grades;
    mapping(uint256 id => Parcel) public parcels;
    mapping(address account => uint256[]) private _shelf;
    uint256 public sold;
    uint256 public heldBack;
    bool public selling = true;

    event Bought(address indexed buyer, uint256 indexed id, uint256 drawBlock);
    event Handed(uint256 indexed id, address indexed from, address indexed to);
    event Unwrapped(uint256 indexed id, uint256 mark, uint256 prize);
    event Cleared(uint256 indexed id);
    event Stocked(uint256 amount);

    error Closed();
    error Count(uint256 count);
    error Payment(uint256 due);
    error OutOfStock(uint256 free);
    error NotYours(uint256 id);
    error TooEarly(uint256 drawBlock);
    error UnwrappedAlready(uint256 id);

    modifier onlyShopkeeper() {
        require(msg.sender == shopkeeper, NotYours(0));
        _;
    }

    modifier onlyBuyer(uint256 id) {
        require(parcels[id].buyer == msg.sender, NotYours(id)); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor() payable {
        shopkeeper = msg.sender;
        _grades.push(Grade(50, uint32(HIGHEST)));
        _grades.push(Grade(600, 4));
        _grades.push(Grade(3_600, 1));
    }

    function stock() external payable {
        emit Stocked(msg.value);
    }

    function setSelling(bool on) external onlyShopkeeper {
        selling = on;
    }

    /// @notice Takes home what is not held back for parcels still wrapped.
    function takeHome(uint256 amount) external onlyShopkeeper {
        uint256 free = address(this).balance - heldBack;
        require(amount <= free, OutOfStock(free)); //~ BENIGN INPUT_VAL
        _pay(shopkeeper, amount);
    }

    function buy(uint256 count) external payable returns (uint256 firstId) {
        require(selling, Closed());
        require(count > 0 && count <= MOST_AT_ONCE, Count(count));
        require(msg.value == count * PRICE, Payment(count * PRICE));
        heldBack += count * HIGHEST * PRICE; //~ BENIGN STATE_MOD every parcel could hold the highest prize
        require(heldBack <= address(this).balance, OutOfStock(address(this).balance));
        firstId = sold + 1;
        for (uint256 i = 0; i < count; ++i) {
            uint256 id = ++sold;
            parcels[id] = Parcel(msg.sender, uint64(block.number + DELAY), false); //~ BENIGN RANDOM settled by a future block
            _shelf[msg.sender].push(id);
            emit Bought(msg.sender, id, block.number + DELAY);
        }
    }

    /// @notice Gives a wrapped parcel to somebody else.
    function handOver(uint256 id, address to) external onlyBuyer(id) {
        require(!parcels[id].unwrapped, UnwrappedAlready(id));
        parcels[id].buyer = to;
        _shelf[to].push(id);
        emit Handed(id, msg.sender, to);
    }

    /// @notice Unwraps a parcel and pays the prize.
    function unwrap(uint256 id) external onlyBuyer(id) returns (uint256 prize) {
        Parcel storage p = parcels[id];
        require(!p.unwrapped, UnwrappedAlready(id)); //~ BENIGN STATE_MOD once
        require(block.number > p.drawBlock, TooEarly(p.drawBlock)); //~ BENIGN TIMESTAMP unwrapping later brings nothing better
        p.unwrapped = true;
        heldBack -= HIGHEST * PRICE;
        uint256 mark = markOf(id);
        prize = prizeFor(mark);
        emit Unwrapped(id, mark, prize); //~ UNRELATED EVENT_EMIT
        if (prize > 0) _pay(msg.sender, prize); //~ BENIGN FUND_XFER
    }

    /// @notice Puts a parcel that nobody has come for back on the shelves.
    function clear(uint256 id) external onlyShopkeeper {
        Parcel storage p = parcels[id];
        require(p.buyer != address(0) && !p.unwrapped, UnwrappedAlready(id));
        require(block.number > p.drawBlock + KEPT_FOR, TooEarly(p.drawBlock + KEPT_FOR));
        p.unwrapped = true;
        heldBack -= HIGHEST * PRICE; //~ BENIGN STATE_MOD frees what this parcel held back, once
        emit Cleared(id);
    }

    /// @notice The mark of a parcel, 0 to 9,999; low marks win.
    function markOf(uint256 id) public view returns (uint256) {
        bytes32 seed = blockhash(parcels[id].drawBlock); //~ BENIGN RANDOM the same in every block of the window
        if (seed == 0) return 9_999; //~ BENIGN RANDOM the blank mark
        return uint256(keccak256(abi.encode(seed, id))) % 10_000;
    }

    function prizeFor(uint256 mark) public view returns (uint256) {
        for (uint256 i = 0; i < _grades.length; ++i) {
            if (mark < _grades[i].below) return _grades[i].times * PRICE;
        }
        return 0;
    }

    function shelfOf(address account) external view returns (uint256[] memory) {
        return _shelf[account];
    }

    function _pay(address to, uint256 amount) private {
        (bool ok,) = to.call{value: amount}("");
        require(ok, Payment(amount));
    }
}
