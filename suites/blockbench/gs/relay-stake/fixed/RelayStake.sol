// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

import "./context/IStakeWatcher.sol";
import "./context/PenaltyBoard.sol";

/// @title Pooled stake behind the guild's relays
/// @author Guild of Relay Keepers
contract RelayStake is IStakeWatcher {
    struct Exit {
        address keeper;
        uint96 readyAt;
        uint256 shares;
        uint256 value; // of the shares when the exit was asked for
    }

    uint256 public constant EXIT_DELAY = 7 days;
    uint256 public constant LEAST_STAKE = 0.01 ether;
    uint256 private constant VIRTUAL_SHARES = 1e6;
    uint256 private constant BPS = 10_000;

    PenaltyBoard public immutable board;

    /// Ether at stake. Shares of exits that have not been paid yet are part of `supply`.
    uint256 public staked;
    uint256 public supply;
    mapping(address => uint256) public sharesOf;

    uint256 public exitCount;
    mapping(uint256 => Exit) private exits;

    uint256 private entered;

    modifier once() {
        require(entered == 0, "stake: entered");
        entered = 1;
        _;
        entered = 0;
    }

    /// A penalty that has become due is taken before anything is valued.
    modifier settled() {
        settlePenalty(); //~ BENIGN CTRL_FLOW nobody can act at a value from before a due penalty
        _;
    }

    constructor(PenaltyBoard board_) {
        board = board_;
    }

    // ----------------------------------------------------------- keepers

    /// @notice Stakes the ether sent along.
    function stake() external payable settled returns (uint256 shares) {
        require(msg.value >= LEAST_STAKE, "stake: too little");
        shares = (msg.value * (supply + VIRTUAL_SHARES)) / (staked + 1); //~ BENIGN ARITHMETIC rounded down, virtual shares keep the first price from being moved
        staked += msg.value;
        supply += shares;
        sharesOf[msg.sender] += shares;
        emit Staked(msg.sender, msg.value, shares);
    }

    /// @notice Asks for the exit of shares. It can be paid after the delay.
    function askExit(uint256 shares) external settled returns (uint256 id) {
        require(shares != 0 && shares <= sharesOf[msg.sender], "stake: shares");
        sharesOf[msg.sender] -= shares; //~ BENIGN STATE_MOD shares of an exit cannot be asked for twice
        id = ++exitCount;
        uint256 value = valueOf(shares);
        exits[id] = Exit(msg.sender, uint96(block.timestamp + EXIT_DELAY), shares, value); //~ BENIGN STATE_MOD the value of this day, for wallets
        emit ExitAsked(id, msg.sender, shares, value);
    }

    /// @notice Takes an exit back; the shares are the keeper's again.
    function recallExit(uint256 id) external {
        Exit memory e = exits[id];
        require(e.keeper == msg.sender, "stake: not yours");
        delete exits[id];
        sharesOf[msg.sender] += e.shares;
        emit ExitRecalled(id);
    }

    /// @notice Pays an exit whose delay is over. Anyone may call this; the ether goes to the keeper.
    function payExit(uint256 id) external once settled returns (uint256 paid) { //~ BENIGN CTRL_FLOW a due penalty is taken before the exit is valued
        Exit memory e = exits[id];
        require(e.keeper != address(0), "stake: no exit");
        require(board.announcedBps() == 0, "stake: penalty announced"); //~ BENIGN CTRL_FLOW nobody leaves between an announcement and its effect
        require(block.timestamp >= e.readyAt, "stake: too early"); //~ BENIGN TIMESTAMP the delay outlasts the notice of a penalty
        paid = valueOf(e.shares); //~ BENIGN COMPUTATION what the shares are worth on the day of payment
        delete exits[id]; //~ BENIGN STATE_MOD cleared before the payment
        staked -= paid; //~ BENIGN ARITHMETIC takes out the part of these shares
        supply -= e.shares;
        emit ExitPaid(id, e.keeper, paid);
        _send(payable(e.keeper), paid);
    }

    // ----------------------------------------------- rewards and penalties

    /// @notice Adds the earnings of the relays to the stake.
    function reward() external payable settled {
        staked += msg.value; //~ UNRELATED STATE_MOD a gift to all shares
        emit Rewarded(msg.sender, msg.value);
    }

    /// @notice Takes a penalty that has become due, if there is one. Anyone may call this.
    function settlePenalty() public {
        uint256 bps = board.take();
        if (bps == 0) return;
        uint256 amount = (staked * bps) / BPS;
        staked -= amount;
        emit Penalised(bps, amount);
        _send(board.fund(), amount);
    }

    // ------------------------------------------------------------- reading

    /// @notice What shares are worth now.
    function valueOf(uint256 shares) public view override returns (uint256) {
        return (shares * (staked + 1)) / (supply + VIRTUAL_SHARES);
    }

    function exitInfo(uint256 id)
        external
        view
        override
        returns (address keeper, uint256 shares, uint256 value, uint256 readyAt)
    {
        Exit memory e = exits[id];
        return (e.keeper, e.shares, e.value, e.readyAt);
    }

    function _send(address payable to, uint256 amount) private {
        (bool ok,) = to.call{value: amount}("");
        require(ok, "stake: ether refused");
    }
}
