pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/ownership/Ownable.sol";

/**
 * @title EditionSaleStorage
 * @notice What the sale keeps
 */
contract EditionSaleStorage {
    /**
     * @notice An item of the edition
     * @member holder Who has it
     * @member paid What was paid for it
     * @member mintedAt When it was minted
     * @member refunded Whether it was given back
     */
    struct Item {
        address holder;
        uint paid;
        uint mintedAt;
        bool refunded;
    }

    /// @notice Who gets what the edition brings
    address payable public artist;

    /// @notice The most items there can be
    uint public supplyCap;

    /// @notice The price of the first items
    uint public basePrice;

    /// @notice What a tier costs more than the tier before
    uint public priceStep;

    /// @notice Whether items can be minted
    bool public open;

    /// @notice How many items were minted
    uint public totalMinted;

    /// @notice How many items, in their order, the artist has been paid for
    uint public totalPaid;

    /// @notice The items, by their number from 1
    mapping(uint => Item) public items;

    /// @notice How many items an account has minted
    mapping(address => uint) public mintedBy;
}

/**
 * @title EditionSale
 * @notice Sells a numbered edition in tiers of rising prices, a few items to each account, so that it is spread widely
 * @dev Within a week an item can be given back for what was paid; its number is not minted again
 */
contract EditionSale is EditionSaleStorage, Ownable {
    using SafeMath for uint;

    /// @notice How many items are of the same price
    uint public constant TIER_SIZE = 10;

    /// @notice How many items an account may mint
    uint public constant PER_ACCOUNT = 2;

    /// @notice How long an item can be given back
    uint public constant REFUND_PERIOD = 7 days;

    event ArtistChanged(address indexed artist);
    event OpenChanged(bool open);
    event Minted(uint indexed number, address indexed account, uint price);
    event ItemTransferred(uint indexed number, address indexed from, address indexed to);
    event Refunded(uint indexed number, uint paid);
    event ArtistPaid(uint upTo, uint amount);

    /**
     * @notice Sets up the sale
     * @param artist_ Who gets what the edition brings
     * @param supplyCap_ The most items there can be
     * @param basePrice_ The price of the first items
     * @param priceStep_ What a tier costs more than the tier before
     */
    constructor(address payable artist_, uint supplyCap_, uint basePrice_, uint priceStep_) public {
        require(artist_ != address(0), "the artist must not be zero"); //~ BENIGN INIT
        require(supplyCap_ > 0 && supplyCap_ <= 500, "the supply is out of range"); //~ BENIGN INPUT_VAL
        require(basePrice_ > 0 && basePrice_ < 2**96 && priceStep_ < 2**96, "a price is out of range"); //~ BENIGN INPUT_VAL keeps the price arithmetic far from its limits
        artist = artist_;
        supplyCap = supplyCap_;
        basePrice = basePrice_;
        priceStep = priceStep_;
    }

    /*** Roles ***/

    /**
     * @notice Has later payments to the artist go to another account
     * @param artist_ The other account
     */
    function setArtist(address payable artist_) external {
        require(msg.sender == artist, "only the artist may do this"); //~ BENIGN ACCESS_CTRL
        require(artist_ != address(0), "the artist must not be zero");
        artist = artist_;
        emit ArtistChanged(artist_);
    }

    /**
     * @notice Opens or closes the sale
     * @param open_ Whether items can be minted
     */
    function setOpen(bool open_) external onlyOwner {
        open = open_;
        emit OpenChanged(open_); //~ UNRELATED EVENT_EMIT
    }

    /*** Accounts ***/

    /**
     * @notice The price of the next item
     * @return The price in wei
     */
    function currentPrice() public view returns (uint) {
        return basePrice.add(priceStep.mul(totalMinted.div(TIER_SIZE))); //~ PREREQ STORAGE_READ follows the counter that a sale raises
    }

    /**
     * @notice Mints the next item; what was sent above its price comes back at once
     * @return The number of the item
     */
    function mint() external payable returns (uint) {
        require(open, "the sale is closed"); //~ INSUFF_GUARD CTRL_FLOW a switch for the owner, open during the whole of a sale
        require(totalMinted < supplyCap, "the edition is sold out"); //~ PREREQ INPUT_VAL looks at a counter that has not moved yet
        require(mintedBy[msg.sender] < PER_ACCOUNT, "the account has minted enough"); //~ PREREQ INPUT_VAL so does the limit for an account
        uint price = currentPrice();
        require(msg.value >= price, "the price is not met"); //~ BENIGN INPUT_VAL
        returnChangeInternal(msg.value.sub(price)); //~ ROOT_CAUSE EXT_CALL the account's code runs between the limits and the counters
        return mintFresh(msg.sender, price); //~ ROOT_CAUSE STATE_MOD counted only after control was given away
    }

    /**
     * @notice Transfers an item; it still counts for the account that minted it
     * @param number The number of the item
     * @param to Who gets it
     */
    function transferItem(uint number, address to) external {
        Item storage item = items[number];
        require(item.holder == msg.sender, "the sender does not hold the item"); //~ BENIGN ACCESS_CTRL
        require(to != address(0) && !item.refunded, "the item cannot be transferred");
        item.holder = to;
        emit ItemTransferred(number, msg.sender, to);
    }

    /**
     * @notice Gives an item back for what was paid, within the period
     * @param number The number of the item
     */
    function refund(uint number) external {
        Item storage item = items[number];
        require(item.holder == msg.sender, "the sender does not hold the item"); //~ BENIGN ACCESS_CTRL
        require(!item.refunded && now < item.mintedAt.add(REFUND_PERIOD), "the period is over");
        item.refunded = true; //~ BENIGN STATE_MOD set before the payment
        (bool success, ) = msg.sender.call.value(item.paid)(""); //~ DECOY EXT_CALL a nested call finds the item refunded
        require(success, "the refund was not taken");
        emit Refunded(number, item.paid);
    }

    /**
     * @notice Pays the artist for items, in their order, that can no longer be given back
     * @param count How many items at most
     */
    function payArtist(uint count) external {
        uint amount;
        uint number = totalPaid;
        for (uint i = 0; i < count && number < totalMinted; i++) {
            Item storage item = items[number + 1];
            if (now < item.mintedAt.add(REFUND_PERIOD)) break; //~ UNRELATED TIMESTAMP a period of days
            if (!item.refunded) amount = amount.add(item.paid);
            number++;
        }
        totalPaid = number; //~ BENIGN STATE_MOD before the payment
        artist.transfer(amount);
        emit ArtistPaid(number, amount);
    }

    /*** Internal ***/

    /**
     * @dev Counts and records the next item; the checks must have been made
     * @return The number of the item
     */
    function mintFresh(address account, uint price) internal returns (uint) {
        mintedBy[account] = mintedBy[account].add(1);
        totalMinted = totalMinted.add(1);
        items[totalMinted] = Item(account, price, now, false);
        emit Minted(totalMinted, account, price);
        return totalMinted;
    }

    /**
     * @dev Returns what was sent above the price
     */
    function returnChangeInternal(uint change) internal {
        if (change == 0) return;
        (bool success, ) = msg.sender.call.value(change)(""); //~ PREREQ EXT_CALL all gas goes along
        require(success, "the change was not taken");
    }
}
