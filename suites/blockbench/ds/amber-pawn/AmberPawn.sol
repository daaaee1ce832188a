// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

interface IGrain {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

library Root {
    /// @dev Square root, rounded down.
    function floorOf(uint256 x) internal pure returns (uint256 r) {
        if (x == 0) return 0;
        r = x;
        uint256 next = (x >> 1) + 1;
        while (next < r) {
            r = next;
            next = (r + x / r) >> 1;
        }
    }
}

/// @title AmberBasin
/// @notice Ether and grains of amber at a constant product. Shares of the basin can be passed on and pledged elsewhere, for
///         which the basin tells what one share holds of either side.
contract AmberBasin {
    IGrain public immutable grain;

    uint256 public etherHeld;
    uint256 public grainHeld;
    uint256 public shares;
    mapping(address => uint256) public sharesOf;
    mapping(address => mapping(address => uint256)) public allowed;

    bool private stirring;

    event Poured(address indexed by, uint256 etherIn, uint256 grainIn, uint256 minted);
    event Scooped(address indexed by, uint256 etherOut, uint256 grainOut, uint256 burned);

    error Stirring();
    error Unbalanced();
    error Nothing();
    error MoveFailed();

    /// @dev One action at a time.
    modifier still() {
        if (stirring) revert Stirring(); //~ INSUFF_GUARD REENTRY_GUARD keeps actions apart, readers can look in all the time
        stirring = true;
        _;
        stirring = false;
    }

    constructor(IGrain grain_) {
        grain = grain_;
    }

    /// @notice Adds ether and as many grains as the basin's proportion asks for.
    function pour(uint256 grains) external payable still returns (uint256 minted) {
        if (msg.value == 0 || grains == 0) revert Nothing();
        if (shares == 0) {
            minted = msg.value;
        } else {
            if (grains != (msg.value * grainHeld + etherHeld - 1) / etherHeld) revert Unbalanced(); //~ BENIGN ARITHMETIC rounds the grains up
            minted = (msg.value * shares) / etherHeld;
        }
        etherHeld += msg.value;
        grainHeld += grains;
        shares += minted;
        sharesOf[msg.sender] += minted;
        emit Poured(msg.sender, msg.value, grains, minted);
        if (!grain.transferFrom(msg.sender, address(this), grains)) revert MoveFailed();
    }

    /// @notice Burns shares for their part of both sides.
    function scoop(uint256 amount) external still returns (uint256 etherOut, uint256 grainOut) {
        if (amount == 0) revert Nothing();
        etherOut = (etherHeld * amount) / shares;
        grainOut = (grainHeld * amount) / shares;
        sharesOf[msg.sender] -= amount;
        shares -= amount; //~ PREREQ STATE_MOD fewer shares from here on
        etherHeld -= etherOut;
        _sendEther(msg.sender, etherOut); //~ ROOT_CAUSE EXT_CALL the receiver runs while the grains still count in full
        grainHeld -= grainOut; //~ ROOT_CAUSE STATE_MOD written down only after control was given away
        if (!grain.transfer(msg.sender, grainOut)) revert MoveFailed();
        emit Scooped(msg.sender, etherOut, grainOut, amount);
    }

    function etherForGrain(uint256 grains, uint256 least) external still returns (uint256 out) {
        uint256 net = (grains * 997) / 1000;
        out = (etherHeld * net) / (grainHeld + net);
        if (out == 0 || out < least) revert Nothing();
        etherHeld -= out;
        grainHeld += grains;
        if (!grain.transferFrom(msg.sender, address(this), grains)) revert MoveFailed();
        _sendEther(msg.sender, out); //~ BENIGN EXT_CALL both sides are settled by now
    }

    function grainForEther(uint256 least) external payable still returns (uint256 out) {
        uint256 net = (msg.value * 997) / 1000;
        out = (grainHeld * net) / (etherHeld + net);
        if (out == 0 || out < least) revert Nothing();
        etherHeld += msg.value;
        grainHeld -= out;
        if (!grain.transfer(msg.sender, out)) revert MoveFailed();
    }

    /// @notice Ether and grains that back 1e18 shares.
    function backing() external view returns (uint256 etherPart, uint256 grainPart) {
        if (shares == 0) return (0, 0); //~ PREREQ STORAGE_READ three numbers that belong together only between actions
        return ((etherHeld * 1e18) / shares, (grainHeld * 1e18) / shares);
    }

    function allow(address who, uint256 amount) external {
        allowed[msg.sender][who] = amount;
    }

    function passFrom(address from, address to, uint256 amount) external still returns (bool) {
        if (from != msg.sender) allowed[from][msg.sender] -= amount;
        sharesOf[from] -= amount;
        sharesOf[to] += amount;
        return true;
    }

    function _sendEther(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert MoveFailed();
    }
}

/// @title AmberPawn
/// @notice Lends ether without a term against basin shares, up to half of what they hold. The house prices grains itself,
///         once a day, and bears the risk that they fall by more than half.
contract AmberPawn {
    AmberBasin public immutable basin;
    address public immutable house;

    uint256 public grainPrice; // wei for 1e18 grains
    mapping(address => uint256) public pledged;
    mapping(address => uint256) public owed;

    event Pledged(address indexed by, uint256 shares);
    event Lent(address indexed to, uint256 amount);
    event Repaid(address indexed by, uint256 amount);
    event Released(address indexed by, uint256 shares);

    error HouseOnly();
    error AboveHalf(uint256 limit);
    error Unmoved();

    modifier onlyHouse() {
        if (msg.sender != house) revert HouseOnly();
        _;
    }

    constructor(AmberBasin basin_, uint256 grainPrice_) payable {
        (basin, grainPrice, house) = (basin_, grainPrice_, msg.sender);
    }

    function setGrainPrice(uint256 price) external onlyHouse {
        grainPrice = price; //~ BENIGN ORACLE trades in the basin do not move it
    }

    function pledge(uint256 shares) external {
        pledged[msg.sender] += shares;
        emit Pledged(msg.sender, shares);
        if (!basin.passFrom(msg.sender, address(this), shares)) revert Unmoved();
    }

    /// @notice Half of what the pledged shares of an account hold, both sides taken at their geometric mean.
    function limitOf(address who) public view returns (uint256) {
        (uint256 etherPart, uint256 grainPart) = basin.backing(); //~ PREREQ ORACLE asks the basin whatever it is doing
        uint256 grainWorth = (grainPart * grainPrice) / 1e18;
        return (pledged[who] * Root.floorOf(etherPart * grainWorth)) / 1e18; //~ BENIGN COMPUTATION a trade leaves the product as it is
    }

    function borrow(uint256 amount) external {
        owed[msg.sender] += amount; //~ BENIGN STATE_MOD on the books before it is paid
        if (owed[msg.sender] > limitOf(msg.sender)) revert AboveHalf(limitOf(msg.sender));
        emit Lent(msg.sender, amount);
        (bool ok, ) = msg.sender.call{value: amount}("");
        if (!ok) revert Unmoved();
    }

    function repay() external payable {
        owed[msg.sender] -= msg.value;
        emit Repaid(msg.sender, msg.value);
    }

    function takeOut(uint256 amount) external onlyHouse {
        (bool ok, ) = house.call{value: amount}("");
        if (!ok) revert Unmoved();
    }

    function release(uint256 shares) external {
        pledged[msg.sender] -= shares;
        if (owed[msg.sender] > limitOf(msg.sender)) revert AboveHalf(limitOf(msg.sender));
        emit Released(msg.sender, shares);
        if (!basin.passFrom(address(this), msg.sender, shares)) revert Unmoved();
    }
}
