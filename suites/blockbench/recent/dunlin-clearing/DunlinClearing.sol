// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IDollar {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @title Scales
/// @notice Fees fall and rebates rise with the volume of a season. Both in basis points.
library Scales {
    uint256 internal constant BASIS = 10_000;

    function feePoints(uint256 volume) internal pure returns (uint256) {
        if (volume < 1_000_000e6) return 20;
        if (volume < 10_000_000e6) return 15;
        return 10;
    }

    function rebatePoints(uint256 volume) internal pure returns (uint256) {
        if (volume < 1_000_000e6) return 0;
        if (volume < 10_000_000e6) return 2_000;
        return 4_000;
    }

    /// @dev The average of two values, each with what it counts for.
    function blend(uint256 a, uint256 forA, uint256 b, uint256 forB) internal pure returns (uint256) {
        return (a * forA + b * forB) / (forA + forB);
    }
}

/// @title DunlinClearing
/// @notice Members hold dollars here and pay each other. Half of the fees of a season is kept for its rebates: after the
///         season each member gets a part of the fees it paid, by the average of the weights its payments had.
contract DunlinClearing {
    using Scales for uint256;

    struct Season {
        uint256 volume;
        uint256 fees;
        uint256 weight;
        bool claimed;
    }

    uint256 public constant SEASON = 30 days;

    IDollar public immutable dollar;
    address public immutable house;

    uint256 public houseFees;
    mapping(address member => uint256) public balanceOf;
    mapping(uint256 season => uint256) public potOf;
    mapping(uint256 season => mapping(address member => Season)) public seasonOf;

    event Funded(address indexed member, uint256 amount);
    event Left(address indexed member, uint256 amount);
    event Cleared(address indexed from, address indexed to, uint256 amount, bytes32 reference_);
    event Rebate(uint256 indexed season, address indexed member, uint256 amount);

    error EmptySheet();
    error LengthMismatch();
    error SeasonRunning();
    error AlreadyClaimed();
    error TransferFailed();

    constructor(IDollar dollar_) {
        dollar = dollar_;
        house = msg.sender;
    }

    function currentSeason() public view returns (uint256) {
        return block.timestamp / SEASON;
    }

    function fund(uint256 amount) external {
        balanceOf[msg.sender] += amount;
        if (!dollar.transferFrom(msg.sender, address(this), amount)) revert TransferFailed();
        emit Funded(msg.sender, amount);
    }

    function leave(uint256 amount) external {
        balanceOf[msg.sender] -= amount; //~ BENIGN STATE_MOD before the transfer
        _pay(msg.sender, amount);
        emit Left(msg.sender, amount);
    }

    /// @notice Pays one member.
    function clear(address to, uint256 amount, bytes32 reference_) external returns (uint256 fee) {
        Season storage s = seasonOf[currentSeason()][msg.sender];
        fee = _charge(s, amount);
        _average(s, amount, (s.volume + amount).rebatePoints()); //~ BENIGN COMPUTATION the weight that belongs to the volume
        _book(to, amount, reference_);
    }

    /// @notice Pays many members with one sheet. The fee is that of the sum.
    function clearMany(address[] calldata to, uint256[] calldata amounts, bytes32 reference_) external returns (uint256 fee) {
        if (to.length == 0) revert EmptySheet();
        if (to.length != amounts.length) revert LengthMismatch();
        uint256 sum;
        for (uint256 i; i < to.length; ++i) {
            sum += amounts[i];
            _book(to[i], amounts[i], reference_);
        }
        Season storage s = seasonOf[currentSeason()][msg.sender];
        fee = _charge(s, sum);
        _average(s, sum, fee); //~ ROOT_CAUSE COMPUTATION a fee in units of the dollar goes in as a weight in basis points
    }

    /// @notice The rebate of a season that is over.
    function claim(uint256 season) external returns (uint256 amount) {
        if (season >= currentSeason()) revert SeasonRunning(); //~ BENIGN TIMESTAMP the pot does not grow any more
        Season storage s = seasonOf[season][msg.sender];
        if (s.claimed) revert AlreadyClaimed();
        s.claimed = true;
        amount = (s.fees * s.weight) / Scales.BASIS; //~ PREREQ ARITHMETIC nothing bounds the weight
        if (amount > potOf[season]) amount = potOf[season]; //~ INSUFF_GUARD INPUT_VAL bounded by the pot of all, not by the fees of one
        potOf[season] -= amount;
        _pay(msg.sender, amount); //~ PREREQ FUND_XFER
        emit Rebate(season, msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    function collect() external {
        uint256 amount = houseFees;
        houseFees = 0;
        _pay(house, amount); //~ BENIGN FUND_XFER anyone may call it, the house gets it
    }

    function _charge(Season storage s, uint256 amount) private returns (uint256 fee) {
        fee = (amount * (s.volume + amount).feePoints()) / Scales.BASIS;
        balanceOf[msg.sender] -= fee;
        s.fees += fee;
        potOf[currentSeason()] += fee - fee / 2; //~ BENIGN ARITHMETIC the odd unit goes to the pot
        houseFees += fee / 2;
    }

    function _average(Season storage s, uint256 amount, uint256 weight) private {
        if (amount == 0) return;
        s.weight = s.weight.blend(s.volume, weight, amount);
        s.volume += amount;
    }

    function _book(address to, uint256 amount, bytes32 reference_) private {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Cleared(msg.sender, to, amount, reference_);
    }

    function _pay(address to, uint256 amount) private {
        if (!dollar.transfer(to, amount)) revert TransferFailed();
    }
}
