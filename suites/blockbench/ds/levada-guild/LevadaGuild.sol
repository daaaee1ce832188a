// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

interface IShareToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @title The guild of the levada
/// @notice Farmers along a water channel hold water shares, which are traded freely. Who lodges shares with the guild takes part
///         in the water money: mills and hotels downstream pay it in as it comes, and once a week anyone may have it spread over
///         all shares that are lodged at that time.
/// @dev Lodged shares stay for a week. To let a family pass its place on, a lodged holding can be handed to an heir who agrees.
contract LevadaGuild {
    uint256 public constant STAY = 7 days;
    uint256 public constant ROUND = 7 days;
    uint256 private constant UNIT = 1e24;

    struct Place {
        uint128 shares;
        uint64 lodgedAt;
        uint256 index;
        uint256 due;
    }

    IShareToken public immutable share;
    IShareToken public immutable money;

    mapping(address holder => Place) public places;
    mapping(address heir => address) public willTakeFrom;
    uint256 public lodged;

    uint256 public unspread;
    uint256 public spreadAt;
    uint256 public perShare;

    event Lodged(address indexed holder, uint256 shares);
    event Lifted(address indexed holder, uint256 shares);
    event HandedOn(address indexed holder, address indexed heir, uint256 shares);
    event WaterPaid(address indexed from, uint256 amount);
    event Spread(uint256 amount, uint256 over);
    event Drawn(address indexed holder, uint256 amount);

    error StaysUntil(uint256 time);
    error NotYet(uint256 time);
    error NobodyLodged();
    error NotAgreed();
    error Zero();
    error Refused();

    modifier settled(address holder) {
        Place storage p = places[holder];
        p.due += (uint256(p.shares) * (perShare - p.index)) / UNIT; //~ BENIGN ARITHMETIC rounds down, in the guild's favour
        p.index = perShare;
        _;
    }

    constructor(IShareToken share_, IShareToken money_) {
        (share, money) = (share_, money_);
        spreadAt = block.timestamp;
    }

    // ---- water money

    /// @notice Pays for water.
    function payWater(uint256 amount) external {
        unspread += amount;
        emit WaterPaid(msg.sender, amount);
        _take(money, amount);
    }

    /// @notice Spreads what was paid over the shares lodged now.
    function spread() external {
        if (block.timestamp < spreadAt + ROUND) revert NotYet(spreadAt + ROUND); //~ BENIGN TIMESTAMP a round of a week
        if (lodged == 0) revert NobodyLodged();
        uint256 amount = unspread;
        (unspread, spreadAt) = (0, block.timestamp);
        perShare += (amount * UNIT) / lodged; //~ PREREQ COMPUTATION shares of the same block count like those of a year
        emit Spread(amount, lodged);
    }

    /// @notice Draws the caller's part of the water money.
    function draw() external settled(msg.sender) returns (uint256 amount) {
        Place storage p = places[msg.sender];
        amount = p.due;
        p.due = 0; //~ BENIGN STATE_MOD cleared before the payment
        emit Drawn(msg.sender, amount);
        _give(money, msg.sender, amount);
    }

    // ---- shares

    /// @notice Lodges shares; the stay of the whole holding begins anew.
    function lodge(uint128 shares) external settled(msg.sender) {
        if (shares == 0) revert Zero();
        places[msg.sender].shares += shares;
        lodged += shares;
        _stamp(msg.sender);
        emit Lodged(msg.sender, shares);
        _take(share, shares);
    }

    /// @notice Takes shares out after their stay.
    function lift(uint128 shares) external settled(msg.sender) {
        Place storage p = places[msg.sender];
        if (block.timestamp < p.lodgedAt + STAY) revert StaysUntil(p.lodgedAt + STAY); //~ INSUFF_GUARD TIMESTAMP holds for the account that lodged
        p.shares -= shares;
        lodged -= shares;
        emit Lifted(msg.sender, shares);
        _give(share, msg.sender, shares);
    }

    /// @notice Agrees to take lodged shares over from a holder; the zero address takes the word back.
    function agree(address holder) external {
        willTakeFrom[msg.sender] = holder; //~ BENIGN ACCESS_CTRL nobody's stay is touched against their will
    }

    /// @notice Hands lodged shares, without what is due on them, to an heir who has agreed.
    function handOn(address heir, uint128 shares) external settled(msg.sender) settled(heir) {
        if (willTakeFrom[heir] != msg.sender) revert NotAgreed(); //~ INSUFF_GUARD ACCESS_CTRL the heir may be the holder's own second account
        places[msg.sender].shares -= shares;
        places[heir].shares += shares;
        _stamp(msg.sender); //~ ROOT_CAUSE STATE_MOD the stay is written to the place that was left, none goes along
        emit HandedOn(msg.sender, heir, shares);
    }

    function _stamp(address holder) private {
        places[holder].lodgedAt = uint64(block.timestamp); //~ BENIGN TIMESTAMP
    }

    // ---- tokens

    function _take(IShareToken token, uint256 amount) private {
        if (!token.transferFrom(msg.sender, address(this), amount)) revert Refused();
    }

    function _give(IShareToken token, address to, uint256 amount) private {
        if (!token.transfer(to, amount)) revert Refused();
    }
}
