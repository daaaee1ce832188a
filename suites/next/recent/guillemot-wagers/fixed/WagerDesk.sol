// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice Regattas, and who has won them. The owner is the umpire, and names the winner when it is known.
abstract contract Regattas is Ownable {
    struct Regatta {
        uint64 starts;
        uint64 boats;
        uint64 winner;
        bool rowed;
        bool void_;
    }

    Regatta[] public regattas;

    event Planned(uint256 indexed race, uint64 starts, uint64 boats);
    event Rowed(uint256 indexed race, uint64 winner);
    event Voided(uint256 indexed race);

    error BadRace(uint256 race);
    error BadBoat(uint64 boat);
    error AlreadyOver(uint256 race);

    constructor(address umpire) Ownable(umpire) {}

    /// @notice Plans a regatta. Boats have the numbers from zero.
    function plan(uint64 starts, uint64 boats) external onlyOwner returns (uint256 race) {
        race = regattas.length;
        if (starts <= block.timestamp || boats < 2) revert BadRace(race); //~ BENIGN INPUT_VAL
        regattas.push(Regatta(starts, boats, 0, false, false));
        emit Planned(race, starts, boats); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Names the winner.
    function report(uint256 race, uint64 winner) external onlyOwner {
        Regatta storage r = regattas[race];
        if (block.timestamp < r.starts || _over(r)) revert AlreadyOver(race); //~ BENIGN CTRL_FLOW
        if (winner >= r.boats) revert BadBoat(winner); //~ BENIGN INPUT_VAL
        r.winner = winner;
        r.rowed = true;
        emit Rowed(race, winner); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Says that there is no winner.
    function void(uint256 race) external onlyOwner {
        Regatta storage r = regattas[race];
        if (_over(r)) revert AlreadyOver(race); //~ BENIGN CTRL_FLOW
        r.void_ = true;
        emit Voided(race); //~ UNRELATED EVENT_EMIT
    }

    function _over(Regatta storage r) internal view returns (bool) {
        return r.rowed || r.void_;
    }
}

/// @title WagerDesk
/// @notice Two accounts wager the same sum on a regatta, one for a boat and one against it.
contract WagerDesk is Regattas {
    using SafeERC20 for IERC20;

    struct Wager {
        address maker;
        address taker;
        uint256 race;
        uint64 boat;
        uint256 stake;
        bool closed;
    }

    IERC20 public immutable coin;

    Wager[] public wagers;

    event Offered(uint256 indexed id, address indexed maker, uint256 race, uint64 boat, uint256 stake);
    event Taken(uint256 indexed id, address indexed taker);
    event Called(uint256 indexed id, address indexed by);
    event Settled(uint256 indexed id, address indexed winner);

    error NotOpen(uint256 id);
    error NotYours(uint256 id);
    error NotOver(uint256 race);

    constructor(IERC20 coin_, address umpire) Regattas(umpire) {
        coin = coin_;
    }

    /// @notice Offers a wager that a boat wins.
    function offer(uint256 race, uint64 boat, uint256 stake) external returns (uint256 id) {
        if (stake == 0 || block.timestamp >= regattas[race].starts) revert BadRace(race); //~ BENIGN INPUT_VAL
        if (boat >= regattas[race].boats) revert BadBoat(boat); //~ BENIGN INPUT_VAL
        id = wagers.length;
        wagers.push(Wager(msg.sender, address(0), race, boat, stake, false));
        emit Offered(id, msg.sender, race, boat, stake); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(this), stake);
    }

    /// @notice Takes a wager, against the boat.
    function take(uint256 id) external {
        Wager storage w = wagers[id];
        if (w.closed || w.taker != address(0)) revert NotOpen(id); //~ BENIGN CTRL_FLOW
        if (block.timestamp >= regattas[w.race].starts || _over(regattas[w.race])) revert BadRace(w.race); //~ BENIGN TIMESTAMP
        w.taker = msg.sender;
        emit Taken(id, msg.sender); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(this), w.stake);
    }

    /// @notice Calls off a wager that nobody has taken.
    function callOff(uint256 id) external {
        Wager storage w = wagers[id];
        if (w.closed) revert NotOpen(id); //~ BENIGN CTRL_FLOW
        if (msg.sender != w.maker || w.taker != address(0)) revert NotYours(id); //~ BENIGN ACCESS_CTRL
        emit Called(id, msg.sender); //~ UNRELATED EVENT_EMIT
        _giveBack(w); //~ BENIGN FUND_XFER
    }

    /// @notice Pays out a wager. Anyone may call this.
    function settle(uint256 id) external {
        Wager storage w = wagers[id];
        Regatta storage r = regattas[w.race];
        if (w.closed || w.taker == address(0)) revert NotOpen(id); //~ BENIGN CTRL_FLOW
        if (!_over(r)) revert NotOver(w.race); //~ BENIGN CTRL_FLOW
        if (r.void_) {
            _giveBack(w);
            return;
        }
        address winner = r.winner == w.boat ? w.maker : w.taker;
        w.closed = true; //~ BENIGN STATE_MOD
        emit Settled(id, winner); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(winner, 2 * w.stake); //~ BENIGN FUND_XFER
    }

    function _giveBack(Wager storage w) private {
        w.closed = true; //~ BENIGN STATE_MOD
        coin.safeTransfer(w.maker, w.stake);
        if (w.taker != address(0)) coin.safeTransfer(w.taker, w.stake); //~ BENIGN FUND_XFER
    }
}
