// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.7.6;

interface IStakeable {
    function transfer(address to, uint256 amount) external returns (bool);

    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @notice What the bees make. Only the heath can mint it.
contract Wax {
    string public constant name = "Heathland Wax";
    string public constant symbol = "WAX";
    uint8 public constant decimals = 18;

    address public immutable heath;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 amount);

    constructor() {
        heath = msg.sender;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == heath, "Wax: heath"); //~ BENIGN ACCESS_CTRL
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        require(balanceOf[msg.sender] >= amount, "Wax: balance");
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }
}

/// @title Heathland
/// @notice Every hive takes one kind of cover token. A fixed amount of wax is made each second and divided among the
///         hives by weight, and inside a hive among its keepers by stake.
contract Heathland {
    struct Hive {
        uint128 weight;
        uint64 tendedAt;
        uint256 waxPerUnit; // since the hive was put up, scaled
    }

    struct Keeper {
        uint256 stake;
        uint256 writtenOff; // wax that this stake did not earn, or that was paid out
    }

    uint256 private constant SCALE = 1e18;
    uint256 private constant STAKE_CAP = type(uint96).max;

    Wax public immutable wax;
    address public immutable beekeeper;
    uint256 public immutable waxPerSecond;
    uint256 public immutable startedAt;

    address[] public kinds;
    uint256 public totalWeight;
    mapping(address => Hive) public hives;
    mapping(address => uint256) public stakeIn;
    mapping(address => mapping(address => Keeper)) public keepers;

    event HivePutUp(address indexed kind, uint128 weight);
    event Staked(address indexed kind, address indexed keeper, uint256 amount);
    event Unstaked(address indexed kind, address indexed keeper, uint256 amount);
    event Harvested(address indexed kind, address indexed keeper, uint256 amount);

    constructor(uint256 waxPerSecond_) {
        wax = new Wax();
        beekeeper = msg.sender;
        waxPerSecond = waxPerSecond_;
        startedAt = block.timestamp;
    }

    /// @notice Adds a hive. All others are tended first, as their part of the wax gets smaller.
    function putUp(address kind, uint128 weight) external {
        require(msg.sender == beekeeper, "Heath: beekeeper");
        require(hives[kind].tendedAt == 0 && weight > 0 && kinds.length < 32, "Heath: hive");
        for (uint256 i = 0; i < kinds.length; i++) tend(kinds[i]); //~ BENIGN CTRL_FLOW at most 32
        kinds.push(kind);
        totalWeight += weight;
        hives[kind] = Hive(weight, uint64(block.timestamp), 0);
        emit HivePutUp(kind, weight); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Brings a hive up to date. Anybody may do it.
    function tend(address kind) public {
        Hive storage hive = hives[kind];
        require(hive.tendedAt > 0, "Heath: no hive");
        uint256 time = block.timestamp - hive.tendedAt;
        if (time == 0) return;
        hive.tendedAt = uint64(block.timestamp);
        uint256 units = stakeIn[kind];
        if (units == 0) return;
        hive.waxPerUnit += (((time * waxPerSecond * hive.weight) / totalWeight) * SCALE) / units; //~ BENIGN STATE_MOD
    }

    /// @notice Wax a keeper could harvest if the hive were tended now.
    function ripe(address kind, address account) external view returns (uint256) {
        Hive memory hive = hives[kind]; //~ BENIGN STORAGE_READ a copy is enough, it is brought up to date by hand
        uint256 units = stakeIn[kind];
        uint256 time = block.timestamp - hive.tendedAt;
        if (units > 0) hive.waxPerUnit += (((time * waxPerSecond * hive.weight) / totalWeight) * SCALE) / units;
        Keeper memory keeper = keepers[kind][account];
        return _made(keeper.stake, hive.waxPerUnit) - keeper.writtenOff;
    }

    function stake(address kind, uint256 amount) external {
        require(amount > 0 && amount <= STAKE_CAP, "Heath: amount");
        Hive storage hive = hives[kind]; //~ BENIGN STORAGE_READ
        Keeper storage keeper = keepers[kind][msg.sender];
        tend(kind); //~ BENIGN CTRL_FLOW

        uint256 made = _made(keeper.stake, hive.waxPerUnit) - keeper.writtenOff;
        keeper.stake += amount;
        stakeIn[kind] += amount;
        require(stakeIn[kind] <= STAKE_CAP, "Heath: full"); //~ BENIGN INPUT_VAL products with a stake fit
        keeper.writtenOff = _made(keeper.stake, hive.waxPerUnit); //~ BENIGN STATE_MOD
        emit Staked(kind, msg.sender, amount);
        _payWax(kind, made);
        require(IStakeable(kind).transferFrom(msg.sender, address(this), amount), "Heath: transfer");
    }

    function unstake(address kind, uint256 amount) external {
        harvest(kind);
        Hive storage hive = hives[kind];
        Keeper storage keeper = keepers[kind][msg.sender];
        require(amount <= keeper.stake, "Heath: stake");
        keeper.stake -= amount;
        stakeIn[kind] -= amount;
        keeper.writtenOff = _made(keeper.stake, hive.waxPerUnit);
        emit Unstaked(kind, msg.sender, amount);
        require(IStakeable(kind).transfer(msg.sender, amount), "Heath: transfer");
    }

    function harvest(address kind) public {
        tend(kind);
        Keeper storage keeper = keepers[kind][msg.sender];
        uint256 all = _made(keeper.stake, hives[kind].waxPerUnit);
        uint256 made = all - keeper.writtenOff; //~ BENIGN ARITHMETIC what was written off is never more than was made
        keeper.writtenOff = all;
        _payWax(kind, made); //~ BENIGN FUND_XFER
    }

    function _payWax(address kind, uint256 amount) private {
        if (amount == 0) return;
        emit Harvested(kind, msg.sender, amount);
        wax.mint(msg.sender, amount);
    }

    function _made(uint256 units, uint256 waxPerUnit) private pure returns (uint256) {
        return (units * waxPerUnit) / SCALE;
    }
}
