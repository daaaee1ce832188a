// SPDX-License-Identifier: LGPL-3.0-or-later
pragma solidity 0.8.19;

interface ICoin {
    function balanceOf(address who) external view returns (uint256);
    function approve(address spender, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @title Trousseau desk
/// @notice A couple keeps a wedding list here. A guest picks a wish, allows the desk to take the price in its coin, and the desk
///         orders it at the shop: it hands the coin over and passes on the order, in whatever form that shop reads orders.
///         What the shop does not take goes back to the guest. Shops that cheated a guest are struck off.
contract TrousseauDesk {
    enum Standing {
        Unknown,
        Listed,
        Struck
    }

    struct Wish {
        bytes32 list;
        bool given;
        address by;
        ICoin coin;
        uint256 spent;
        string what;
    }

    address public immutable registrar;

    mapping(address => Standing) public standing;
    mapping(bytes32 => address) public coupleOf;
    mapping(bytes32 => uint256) public thanksTo;
    Wish[] public wishes;

    event ShopStanding(address indexed shop, Standing standing);
    event ListOpened(bytes32 indexed list, address indexed couple);
    event Wished(bytes32 indexed list, uint256 indexed wish, string what);
    event Withdrawn(uint256 indexed wish);
    event Given(uint256 indexed wish, address indexed guest, address indexed shop, uint256 spent);

    error RegistrarOnly();
    error CoupleOnly();
    error ListTaken();
    error AlreadyGiven();
    error ShopRefused(address shop);
    error OrderTooShort();
    error OrderFailed(bytes reason);
    error CoinFailed();
    error NothingSpent();

    constructor() {
        registrar = msg.sender;
    }

    function setStanding(address shop, Standing s) external {
        if (msg.sender != registrar) revert RegistrarOnly();
        standing[shop] = s;
        emit ShopStanding(shop, s);
    }

    // --- the couple

    function openList(bytes32 list) external {
        if (coupleOf[list] != address(0)) revert ListTaken(); //~ BENIGN INIT first come, first served
        coupleOf[list] = msg.sender;
        emit ListOpened(list, msg.sender);
    }

    /// @notice Adds a wish, to be paid for in `coin`.
    function wish(bytes32 list, ICoin coin, string calldata what) external returns (uint256 id) {
        if (coupleOf[list] != msg.sender) revert CoupleOnly();
        id = wishes.length;
        wishes.push(Wish(list, false, address(0), coin, 0, what));
        emit Wished(list, id, what);
    }

    function withdrawWish(uint256 id) external {
        Wish storage w = wishes[id];
        if (coupleOf[w.list] != msg.sender) revert CoupleOnly(); //~ BENIGN ACCESS_CTRL
        if (w.given) revert AlreadyGiven();
        w.given = true;
        emit Withdrawn(id);
    }

    // --- guests

    /// @notice Gives a wish: takes `amount` of its coin from the caller and orders at `shop`.
    /// @param order call data in the form the shop reads, at least a selector
    function give(uint256 id, uint256 amount, address shop, bytes calldata order) external {
        Wish storage w = wishes[id];
        if (w.given) revert AlreadyGiven();
        w.given = true; //~ BENIGN STATE_MOD taken before anything is called
        w.by = msg.sender;

        ICoin coin = w.coin;
        uint256 before = coin.balanceOf(address(this)); //~ INSUFF_GUARD STORAGE_READ watches the desk's own coins, guests keep theirs at home
        if (!coin.transferFrom(msg.sender, address(this), amount)) revert CoinFailed(); //~ BENIGN FUND_XFER from the caller and nobody else
        if (!coin.approve(shop, amount)) revert CoinFailed();
        _order(shop, order);
        if (!coin.approve(shop, 0)) revert CoinFailed(); //~ BENIGN STATE_MOD nothing stays allowed

        uint256 left = coin.balanceOf(address(this)) - before;
        if (left == amount) revert NothingSpent(); //~ INSUFF_GUARD INPUT_VAL looks at a coin that the couple has named
        w.spent = amount - left;
        thanksTo[w.list] += 1;
        emit Given(id, msg.sender, shop, w.spent);
        if (left > 0 && !coin.transfer(msg.sender, left)) revert CoinFailed();
    }

    /// @dev The desk is what guests have allowed to take their coins; orders go to shops.
    function _order(address shop, bytes calldata order) private {
        if (standing[shop] == Standing.Struck) revert ShopRefused(shop); //~ ROOT_CAUSE INPUT_VAL whoever has no standing yet counts as a shop, a coin too
        if (shop == address(this) || order.length < 4) revert OrderTooShort(); //~ INSUFF_GUARD INPUT_VAL any call of any other contract has a selector
        (bool ok, bytes memory reason) = shop.call(order); //~ ROOT_CAUSE EXT_CALL in the name of the desk, with the guests' allowances
        if (!ok) revert OrderFailed(reason);
    }
}
