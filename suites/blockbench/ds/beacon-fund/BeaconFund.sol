// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

interface IMoney {
    function balanceOf(address who) external view returns (uint256);
    function approve(address spender, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
}

/// @dev A venue for one pair of monies.
interface IVenue {
    function quote(IMoney moneyIn, uint256 amount) external view returns (uint256 out);
    function trade(IMoney moneyIn, uint256 amount, uint256 leastOut) external returns (uint256 out);
}

/// @title BeaconFund
/// @author Trustees of the Northern Beacons
/// @notice Ships pay light dues into this fund in dues money. Once a week the dues are changed into upkeep money, on which the
///         keepers of the beacons draw in fixed portions. Changing is open to anyone, so that it does not wait for a trustee;
///         whoever does it keeps a two-hundredth of the dues for the trouble.
contract BeaconFund {
    struct Keeper {
        uint16 portion;
        uint128 drawn;
    }

    uint256 private constant ONE = 1e18;
    uint256 public constant EVERY = 7 days;
    uint256 public constant TOLERANCE_BPS = 200;
    uint256 public constant FOR_CHANGING_BPS = 50;

    IMoney public immutable dues;
    IMoney public immutable upkeep;
    IVenue public immutable venue;
    address public immutable trustee;

    /// @notice Upkeep money for one dues money by the last agreement of the trustees.
    uint256 public agreedRate;
    uint256 public changedAt;
    uint256 public changedInAll;
    uint256 public portions;
    mapping(address => Keeper) public keepers;

    event RateAgreed(uint256 rate);
    event KeeperAdded(address indexed keeper, uint16 portion);
    event Changed(address indexed by, uint256 duesIn, uint256 upkeepOut);
    event Drawn(address indexed keeper, uint256 amount);

    error TrusteeOnly();
    error NotYet(uint256 at);
    error KeepersAreSet();
    error NoKeeper();
    error NothingToChange();
    error MoneyFailed();

    modifier onlyTrustee() {
        if (msg.sender != trustee) revert TrusteeOnly();
        _;
    }

    constructor(IMoney dues_, IMoney upkeep_, IVenue venue_, uint256 rate) {
        (dues, upkeep, venue, trustee) = (dues_, upkeep_, venue_, msg.sender);
        agreedRate = rate;
        changedAt = block.timestamp;
    }

    function agreeRate(uint256 rate) external onlyTrustee {
        agreedRate = rate; //~ BENIGN ORACLE set by hand, trades do not move it
        emit RateAgreed(rate);
    }

    function addKeeper(address keeper, uint16 portion) external onlyTrustee {
        if (changedInAll != 0) revert KeepersAreSet(); //~ BENIGN CTRL_FLOW portions stay as they are once money has come in
        portions = portions - keepers[keeper].portion + portion;
        keepers[keeper].portion = portion;
        emit KeeperAdded(keeper, portion);
    }

    /// @notice Changes the dues that have come in.
    function change() external returns (uint256 out) {
        if (block.timestamp < changedAt + EVERY) revert NotYet(changedAt + EVERY); //~ UNRELATED TIMESTAMP once a week
        changedAt = block.timestamp;

        uint256 amount = dues.balanceOf(address(this));
        uint256 reward = (amount * FOR_CHANGING_BPS) / 10_000;
        amount -= reward;
        if (amount == 0) revert NothingToChange();

        if (!dues.approve(address(venue), amount)) revert MoneyFailed(); //~ BENIGN EXT_CALL the venue takes exactly this amount
        out = venue.trade(dues, amount, leastFor(amount)); //~ PREREQ EXT_CALL at a moment of the caller's choice
        changedInAll += out;
        emit Changed(msg.sender, amount, out);
        _pay(dues, msg.sender, reward); //~ BENIGN FUND_XFER half a percent, as announced
    }

    /// @notice The least upkeep money for some dues money that the fund accepts.
    function leastFor(uint256 amount) public view returns (uint256) {
        uint256 fair = venue.quote(dues, amount); //~ ROOT_CAUSE ORACLE what the venue is about to pay is measured by what it pays
        return fair - (fair * TOLERANCE_BPS) / 10_000; //~ INSUFF_GUARD ARITHMETIC two percent below whatever stands there already
    }

    /// @notice What a keeper can draw now.
    function drawable(address keeper) public view returns (uint256) {
        if (portions == 0) return 0;
        Keeper memory k = keepers[keeper];
        return (changedInAll * k.portion) / portions - k.drawn; //~ BENIGN ARITHMETIC rounds down for every keeper
    }

    function draw() external returns (uint256 amount) {
        if (keepers[msg.sender].portion == 0) revert NoKeeper();
        amount = drawable(msg.sender);
        keepers[msg.sender].drawn += uint128(amount);
        emit Drawn(msg.sender, amount);
        _pay(upkeep, msg.sender, amount);
    }

    /// @notice Worth of all that the fund holds, in upkeep money at the agreed rate, for the trustees' yearly report.
    function worth() external view returns (uint256) {
        return upkeep.balanceOf(address(this)) + (dues.balanceOf(address(this)) * agreedRate) / ONE; //~ UNRELATED COMPUTATION a figure for a report
    }

    function _pay(IMoney money, address to, uint256 amount) private {
        if (!money.transfer(to, amount)) revert MoneyFailed();
    }
}
