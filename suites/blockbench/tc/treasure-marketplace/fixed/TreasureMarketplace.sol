// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/**
 * @title IERC20
 * @notice The part of ERC-20 that sales are paid with.
 */
interface IERC20 {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/**
 * @title INft
 * @notice Moves single items (ERC-721) and stacks of equal items (ERC-1155).
 */
interface INft {
    function transferFrom(address from, address to, uint256 tokenId) external;

    function safeTransferFrom(address from, address to, uint256 tokenId, uint256 quantity, bytes calldata data) external;
}

/**
 * @title TreasureMarketplace
 * @notice Fixed-price sales of items in the payment token. Items stay with their owners until they are sold.
 */
contract TreasureMarketplace {
    struct Listing {
        uint256 quantity;
        uint256 pricePerItem;
        uint256 expirationTime;
    }

    enum Kind {
        UNKNOWN,
        SINGLE,
        STACK
    }

    uint256 public constant BASIS_POINTS = 10_000;
    uint256 public constant MAX_FEE = 1_500;

    IERC20 public immutable paymentToken;
    address public owner;
    address public feeRecipient;
    uint256 public fee;

    /// @notice Which kind of items a contract has; unknown ones cannot be listed.
    mapping(address => Kind) public kindOf;

    /// @notice Listings by contract, item and owner.
    mapping(address => mapping(uint256 => mapping(address => Listing))) public listings;

    event ItemListed(address indexed seller, address indexed nft, uint256 tokenId, uint256 quantity, uint256 pricePerItem);
    event ItemCanceled(address indexed seller, address indexed nft, uint256 tokenId);
    event ItemSold(address indexed seller, address indexed buyer, address indexed nft, uint256 tokenId, uint256 quantity);

    /**
     * @notice Requires the caller to be the owner of the marketplace.
     */
    modifier onlyOwner() {
        require(msg.sender == owner, "TreasureMarketplace: not owner");
        _;
    }

    constructor(IERC20 paymentToken_, address feeRecipient_, uint256 fee_) {
        paymentToken = paymentToken_;
        feeRecipient = feeRecipient_;
        fee = fee_;
        owner = msg.sender;
    }

    /**
     * @notice Admits a contract of items, or stops admitting it.
     */
    function setKind(address nft, Kind kind) external onlyOwner {
        kindOf[nft] = kind;
    }

    /**
     * @notice Sets the fee and who gets it.
     */
    function setFee(uint256 fee_, address recipient) external onlyOwner {
        require(fee_ <= MAX_FEE, "TreasureMarketplace: fee");
        fee = fee_;
        feeRecipient = recipient;
    }

    /**
     * @notice Lists items of the caller, or changes the caller's listing.
     * @param quantity How many; one for single items.
     * @param expirationTime Until when they are for sale.
     */
    function listItem(address nft, uint256 tokenId, uint256 quantity, uint256 pricePerItem, uint256 expirationTime) external {
        require(expirationTime > block.timestamp, "TreasureMarketplace: expired"); //~ BENIGN TIMESTAMP
        require(quantity > 0, "TreasureMarketplace: nothing listed"); //~ BENIGN INPUT_VAL holds for listings
        require(kindOf[nft] != Kind.UNKNOWN, "TreasureMarketplace: unknown items");
        require(kindOf[nft] == Kind.STACK || quantity == 1, "TreasureMarketplace: single item");
        listings[nft][tokenId][msg.sender] = Listing(quantity, pricePerItem, expirationTime);
        emit ItemListed(msg.sender, nft, tokenId, quantity, pricePerItem);
    }

    /**
     * @notice Takes the caller's listing back.
     */
    function cancelListing(address nft, uint256 tokenId) external {
        delete listings[nft][tokenId][msg.sender];
        emit ItemCanceled(msg.sender, nft, tokenId);
    }

    /**
     * @notice Buys items of a listing.
     * @param seller Whose listing it is.
     * @param quantity How many of them.
     * @param maxPricePerItem The most that the caller pays for each.
     */
    function buyItem(address nft, uint256 tokenId, address seller, uint256 quantity, uint256 maxPricePerItem) external {
        Listing storage listing = listings[nft][tokenId][seller];
        require(listing.expirationTime > block.timestamp, "TreasureMarketplace: not for sale");
        require(quantity > 0 && quantity <= listing.quantity, "TreasureMarketplace: too many"); //~ BENIGN INPUT_VAL
        require(listing.pricePerItem <= maxPricePerItem, "TreasureMarketplace: price"); //~ BENIGN INPUT_VAL

        uint256 total = listing.pricePerItem * quantity; //~ BENIGN ARITHMETIC
        listing.quantity -= quantity;
        if (listing.quantity == 0) delete listings[nft][tokenId][seller];

        uint256 feeAmount = (total * fee) / BASIS_POINTS; //~ BENIGN ARITHMETIC
        require(paymentToken.transferFrom(msg.sender, feeRecipient, feeAmount), "TreasureMarketplace: fee not paid");
        require(paymentToken.transferFrom(msg.sender, seller, total - feeAmount), "TreasureMarketplace: not paid");

        if (kindOf[nft] == Kind.SINGLE) {
            INft(nft).transferFrom(seller, msg.sender, tokenId); //~ BENIGN FUND_XFER
        } else {
            INft(nft).safeTransferFrom(seller, msg.sender, tokenId, quantity, "");
        }
        emit ItemSold(seller, msg.sender, nft, tokenId, quantity); //~ UNRELATED EVENT_EMIT
    }
}
