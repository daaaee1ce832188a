// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IFlour {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

interface IGrainPair {
    function getReserves() external view returns (uint112 flour, uint112 money, uint32 at);
}

/// What a baker has to answer who borrows for a batch.
interface IBaker {
    function onFlour(uint256 amount, uint256 toReturn, bytes calldata recipe) external;
}

/// @title RyeStore, the flour store of six bakeries
/// @notice Flour, one token a kilo, is stored under the name of whoever brings it. For a batch anyone may borrow all there is
///         without a pledge, if it is back with the toll before the call is over. A toll is divided
///         among the sacks that lie in store at the end of its batch.
contract RyeStore {
    uint256 public constant TOLL_PER_TEN_THOUSAND = 5;
    uint256 public constant LEAST = 1e15;
    uint256 private constant SCALE = 1e30;

    struct Sacks {
        uint256 kilos;
        uint256 index;
        uint256 tolls;
    }

    IFlour public immutable flour;
    IGrainPair public immutable pair;

    uint256 public stored;
    /// Tolls for one kilo that has lain here from the first day, times SCALE.
    uint256 public tollIndex;
    mapping(address baker => Sacks) private _sacks;
    mapping(address baker => mapping(address driver => uint256 kilos)) public mayFetch;

    /// 1 while the store is open, 2 while a batch is out.
    uint256 private _batch = 1;

    event Brought(address indexed baker, uint256 kilos);
    event Fetched(address indexed baker, address indexed driver, uint256 kilos);
    event Renamed(address indexed from, address indexed to, uint256 kilos);
    event Batch(address indexed baker, uint256 kilos, uint256 toll);

    error BatchIsOut();
    error NotEnough(uint256 there);
    error NotReturned(uint256 missing);
    error FlourRefused();

    modifier noBatch() {
        if (_batch != 1) revert BatchIsOut();
        _;
    }

    constructor(IFlour flour_, IGrainPair pair_) {
        flour = flour_;
        pair = pair_;
    }

    /// @notice Stores flour in the caller's name.
    function bring(uint256 kilos) external noBatch { //~ BENIGN REENTRY_GUARD flour that is out on a batch cannot be brought
        Sacks storage s = _settle(msg.sender);
        s.kilos += kilos;
        stored += kilos;
        emit Brought(msg.sender, kilos);
        if (!flour.transferFrom(msg.sender, address(this), kilos)) revert FlourRefused();
    }

    /// @notice Takes flour out of the caller's sacks, with the tolls that have come to them.
    function fetch(uint256 kilos) external noBatch returns (uint256 tolls) {
        return _fetch(msg.sender, kilos);
    }

    /// @notice Takes flour out of the sacks of a baker who has told the caller to.
    function fetchFor(address baker, uint256 kilos) external noBatch returns (uint256 tolls) {
        mayFetch[baker][msg.sender] -= kilos; //~ BENIGN ACCESS_CTRL checked arithmetic, nobody fetches more than the baker has said
        return _fetch(baker, kilos); //~ BENIGN FUND_XFER goes to the baker, whoever calls
    }

    function allowFetch(address driver, uint256 kilos) external {
        mayFetch[msg.sender][driver] = kilos;
    }

    /// @notice Puts another baker's name on some sacks.
    function rename(address to, uint256 kilos) external noBatch {
        Sacks storage s = _settle(msg.sender);
        if (kilos > s.kilos) revert NotEnough(s.kilos);
        unchecked {
            s.kilos -= kilos; //~ BENIGN ARITHMETIC compared above
        }
        _settle(to).kilos += kilos;
        emit Renamed(msg.sender, to, kilos);
    }

    /// @notice Lends flour to the caller for the length of its own call.
    function borrowForBatch(uint256 kilos, bytes calldata recipe) external noBatch {
        uint256 there = flour.balanceOf(address(this));
        if (kilos > stored || stored < LEAST) revert NotEnough(stored);
        uint256 toll = (kilos * TOLL_PER_TEN_THOUSAND + 9999) / 10_000; //~ BENIGN ARITHMETIC rounded up, so that no batch is free
        _batch = 2;
        if (!flour.transfer(msg.sender, kilos)) revert FlourRefused();
        IBaker(msg.sender).onFlour(kilos, kilos + toll, recipe); //~ BENIGN EXT_CALL to whoever asked for it, and no book can be written meanwhile
        uint256 back = flour.balanceOf(address(this)); //~ PREREQ STORAGE_READ whoever brought the flour back
        if (back < there + toll) revert NotReturned(there + toll - back);
        tollIndex += (toll * SCALE) / stored; //~ BENIGN ARITHMETIC the store is not empty, and what is rounded off stays in it
        _batch = 1;
        emit Batch(msg.sender, kilos, toll);
    }

    /// @notice Sacks of a baker, and the tolls on them.
    function sacksOf(address baker) external view returns (uint256 kilos, uint256 tolls) {
        Sacks memory s = _sacks[baker];
        return (s.kilos, s.tolls + (s.kilos * (tollIndex - s.index)) / SCALE);
    }

    /// @notice What the sacks of a baker would fetch on the market at this moment, for the slate at the door.
    function slate(address baker) external view returns (uint256) {
        (uint112 inFlour, uint112 inMoney, ) = pair.getReserves(); //~ BENIGN ORACLE a price of the moment, written on a slate and used for nothing
        return inFlour == 0 ? 0 : (_sacks[baker].kilos * inMoney) / inFlour;
    }

    function _settle(address baker) private returns (Sacks storage s) {
        s = _sacks[baker];
        s.tolls += (s.kilos * (tollIndex - s.index)) / SCALE; //~ BENIGN ARITHMETIC rounds down, in favour of the store
        s.index = tollIndex;
    }

    function _fetch(address baker, uint256 kilos) private returns (uint256 tolls) {
        Sacks storage s = _settle(baker);
        if (kilos > s.kilos) revert NotEnough(s.kilos);
        s.kilos -= kilos;
        stored -= kilos;
        tolls = s.tolls;
        s.tolls = 0; //~ BENIGN STATE_MOD before the flour is on the road
        emit Fetched(baker, msg.sender, kilos);
        if (!flour.transfer(baker, kilos + tolls)) revert FlourRefused();
    }
}
