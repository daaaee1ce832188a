// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

interface IPart {
    function approve(address spender, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @title WheatearBasket
/// @notice A new share takes fixed amounts of the parts, times a scale. The curator raises the scale when what is behind a
///         share has grown, so that those who come later do not take part in it. Nothing is paid out by the scale.
contract WheatearBasket {
    uint256 public constant ONE = 1e18;

    address public immutable curator;
    IPart[] public parts;
    uint256[] public units; // for one share, at a scale of one
    uint256 public scale = ONE;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 part => uint256) public held;

    event Transfer(address indexed from, address indexed to, uint256 shares);
    event Rescaled(uint256 scale);

    error NotCurator();
    error NotHigher();
    error PartRefused(IPart part);

    constructor(address curator_, IPart[] memory parts_, uint256[] memory units_) {
        curator = curator_;
        parts = parts_;
        units = units_;
    }

    function rescale(uint256 scale_) external {
        if (msg.sender != curator) revert NotCurator(); //~ BENIGN ACCESS_CTRL
        if (scale_ <= scale) revert NotHigher();
        scale = scale_; //~ BENIGN STATE_MOD
        emit Rescaled(scale_);
    }

    function partCount() external view returns (uint256) {
        return parts.length;
    }

    /// @notice What a number of new shares takes of one part, rounded up.
    function required(uint256 part, uint256 shares) public view returns (uint256) {
        uint256 product = units[part] * scale * shares;
        return (product + ONE * ONE - 1) / (ONE * ONE); //~ BENIGN ARITHMETIC
    }

    /// @notice New shares for parts of the caller.
    function mint(address to, uint256 shares) external {
        for (uint256 i = 0; i < parts.length; ++i) {
            uint256 amount = required(i, shares); //~ BENIGN STORAGE_READ
            held[i] += amount;
            if (!parts[i].transferFrom(msg.sender, address(this), amount)) revert PartRefused(parts[i]);
        }
        totalSupply += shares;
        balanceOf[to] += shares;
        emit Transfer(address(0), to, shares);
    }

    /// @notice A share of what is held of each part.
    function burn(uint256 shares) external {
        uint256 all = totalSupply;
        balanceOf[msg.sender] -= shares;
        totalSupply = all - shares;
        emit Transfer(msg.sender, address(0), shares);
        for (uint256 i = 0; i < parts.length; ++i) {
            uint256 amount = (held[i] * shares) / all; //~ BENIGN ARITHMETIC
            held[i] -= amount;
            if (!parts[i].transfer(msg.sender, amount)) revert PartRefused(parts[i]);
        }
    }

    function transfer(address to, uint256 shares) external returns (bool) {
        balanceOf[msg.sender] -= shares;
        balanceOf[to] += shares;
        emit Transfer(msg.sender, to, shares);
        return true;
    }
}

/// @title WheatearDesk
/// @notice Makes baskets, issues their shares against parts or against dollars, and sells parts from a stock of its own.
contract WheatearDesk {
    IPart public immutable dollar;
    address public immutable owner;

    mapping(WheatearBasket => bool) public madeHere;
    mapping(IPart => uint256) public stock;
    mapping(IPart => uint256) public price; // dollars for 1e18 units, zero when not for sale

    event Made(WheatearBasket indexed basket, address indexed curator);
    event Issued(WheatearBasket indexed basket, address indexed to, uint256 shares);
    event Sold(IPart indexed part, address indexed to, uint256 amount, uint256 paid);

    error NotOwner();
    error Foreign(WheatearBasket basket);
    error Above(uint256 part, uint256 amount);
    error NotForSale(IPart part);
    error Refused(IPart part);

    constructor(IPart dollar_) {
        dollar = dollar_;
        owner = msg.sender;
    }

    function make(IPart[] calldata parts, uint256[] calldata units) external returns (WheatearBasket basket) {
        require(parts.length == units.length && parts.length <= 8);
        basket = new WheatearBasket(msg.sender, parts, units); //~ BENIGN INPUT_VAL
        madeHere[basket] = true;
        emit Made(basket, msg.sender);
    }

    function addStock(IPart part, uint256 amount, uint256 price_) external {
        if (msg.sender != owner) revert NotOwner();
        stock[part] += amount;
        price[part] = price_;
        _collect(part, amount);
    }

    function takeStock(IPart part, uint256 amount) external {
        if (msg.sender != owner) revert NotOwner();
        stock[part] -= amount;
        _hand(part, owner, amount);
    }

    /// @notice Sells a part for dollars, at the owner's price.
    function buyPart(IPart part, uint256 amount) external returns (uint256 paid) {
        if (price[part] == 0) revert NotForSale(part);
        paid = (amount * price[part] + 1e18 - 1) / 1e18;
        stock[part] -= amount;
        stock[dollar] += paid;
        _collect(dollar, paid);
        _hand(part, msg.sender, amount);
        emit Sold(part, msg.sender, amount, paid);
    }

    /// @notice Collects the parts of a basket and has its shares issued to `to`.
    /// @param most For each part, what the caller is ready to give.
    function issue(WheatearBasket basket, uint256 shares, uint256[] calldata most, address to) external {
        if (!madeHere[basket]) revert Foreign(basket); //~ BENIGN INPUT_VAL
        uint256 count = basket.partCount();
        uint256[] memory amounts = new uint256[](count);
        for (uint256 i = 0; i < count; ++i) {
            amounts[i] = basket.required(i, shares); //~ BENIGN STORAGE_READ
            if (amounts[i] > most[i]) revert Above(i, amounts[i]); //~ BENIGN INPUT_VAL
        }
        for (uint256 i = 0; i < count; ++i) {
            _collect(basket.parts(i), amounts[i]); //~ BENIGN EXT_CALL
        }
        for (uint256 i = 0; i < count; ++i) {
            basket.parts(i).approve(address(basket), amounts[i]); //~ BENIGN ACCESS_CTRL what was collected
        }
        basket.mint(to, shares); //~ BENIGN EXT_CALL
        emit Issued(basket, to, shares);
    }

    function _collect(IPart part, uint256 amount) private {
        if (!part.transferFrom(msg.sender, address(this), amount)) revert Refused(part);
    }

    function _hand(IPart part, address to, uint256 amount) private {
        if (!part.transfer(to, amount)) revert Refused(part);
    }
}
