// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./context/Drawers.sol";
import "./context/ICoinage.sol";

/// The purse: units backed one to one by whatever listed coins its holders have put in.
///
/// Units are paid out through slips. A slip cools for three days, after which the holder, or one of the services that
/// watch for ripe slips, presents it.
contract Purse is Drawers {
    struct Slip {
        address holder;
        uint64 ripeAt;
        ICoinage coin;
        uint256 units;
    }

    uint256 public constant COOLING = 3 days;
    uint256 public constant LEAST = 1e18;

    uint256 public totalUnits;
    mapping(address => uint256) public unitsOf;

    Slip[] private _slips;

    event PutIn(address indexed holder, ICoinage indexed coin, uint256 units);
    event Moved(address indexed from, address indexed to, uint256 units);
    event SlipWritten(uint256 indexed id, address indexed holder, ICoinage indexed coin, uint256 units);
    event SlipChanged(uint256 indexed id, ICoinage indexed coin);
    event SlipTorn(uint256 indexed id);
    event SlipPaid(uint256 indexed id, ICoinage indexed coin, uint256 amount);

    error NotHolder();
    error NoSlip(uint256 id);
    error NotRipe(uint256 ripeAt);
    error TooFew();
    error OtherCoin(ICoinage coin);

    modifier onlyHolder(uint256 id) {
        if (id >= _slips.length || _slips[id].holder != msg.sender) revert NotHolder();
        _;
    }

    constructor(ICoinage[] memory coins) Drawers(coins) {}

    /// Puts a listed coin in and gives the caller as many units.
    function putIn(ICoinage coin, uint256 amount) external returns (uint256 units) {
        _requireListed(coin); //~ BENIGN INPUT_VAL anyone may choose among the listed coins here, with money of its own
        units = _fill(coin, amount); //~ BENIGN EXT_CALL plain listed coins, nothing is read again afterwards
        unitsOf[msg.sender] += units;
        totalUnits += units;
        emit PutIn(msg.sender, coin, units);
    }

    /// Hands units to somebody else.
    function move(address to, uint256 units) external {
        unitsOf[msg.sender] -= units;
        unitsOf[to] += units;
        emit Moved(msg.sender, to, units);
    }

    /// Turns units into a slip for a coin, as far as that coin is free.
    function write(uint256 units, ICoinage coin) external returns (uint256 id) {
        _requireListed(coin);
        if (units < LEAST) revert TooFew();
        unitsOf[msg.sender] -= units;
        totalUnits -= units;
        _promise(coin, units); //~ BENIGN STATE_MOD the chosen coin is kept free for the slip
        id = _slips.length;
        _slips.push(Slip(msg.sender, uint64(block.timestamp + COOLING), coin, units));
        emit SlipWritten(id, msg.sender, coin, units);
    }

    /// Changes the coin of one's slip. The slip goes on cooling as before.
    function change(uint256 id, ICoinage coin) external onlyHolder(id) { //~ BENIGN ACCESS_CTRL the holder alone changes the choice
        _requireListed(coin);
        Slip storage slip = _slips[id];
        _unpromise(slip.coin, slip.units);
        _promise(coin, slip.units);
        slip.coin = coin;
        emit SlipChanged(id, coin);
    }

    /// Tears up one's slip and takes the units back.
    function tear(uint256 id) external onlyHolder(id) {
        Slip memory slip = _slips[id];
        delete _slips[id];
        _unpromise(slip.coin, slip.units);
        unitsOf[slip.holder] += slip.units;
        totalUnits += slip.units;
        emit SlipTorn(id);
    }

    /// Presents a ripe slip. The call names the slip's coin; the money goes to the holder.
    function present(uint256 id, ICoinage coin) external returns (uint256 amount) { //~ PREREQ ACCESS_CTRL anyone presents anyone's slip
        if (id >= _slips.length) revert NoSlip(id);
        Slip memory slip = _slips[id];
        if (slip.holder == address(0)) revert NoSlip(id);
        if (block.timestamp < slip.ripeAt) revert NotRipe(slip.ripeAt); //~ BENIGN TIMESTAMP days, seconds do not matter
        if (!drawers[coin].listed) revert OtherCoin(coin); //~ ROOT_CAUSE INPUT_VAL any listed coin passes, not only the one on the slip

        delete _slips[id]; //~ BENIGN STATE_MOD gone before the money moves
        _unpromise(slip.coin, slip.units); //~ INSUFF_GUARD STATE_MOD the promise is kept in the books alone and is let go here unpaid
        amount = _empty(coin, slip.units, slip.holder); //~ PREREQ FUND_XFER pays the coin that the caller named
        emit SlipPaid(id, coin, amount);
    }

    function slipInfo(uint256 id) external view returns (address holder, ICoinage coin, uint256 units, uint256 ripeAt) {
        Slip memory slip = _slips[id];
        return (slip.holder, slip.coin, slip.units, slip.ripeAt);
    }

    function slipCount() external view returns (uint256) {
        return _slips.length; //~ UNRELATED STORAGE_READ for lists in wallets
    }
}
