// SPDX-License-Identifier: EUPL-1.2
pragma solidity 0.8.19;

import "./context/IBoxKeeper.sol";
import "./context/ICoin.sol";
import "./context/Strongbox.sol";

/**
 * @title HeathBank
 * @notice A savings bank without a vault of its own: every saver's coins lie in strongboxes. The bank writes the accounts,
 *         sets the locks and pays interest in advance for coins that are locked.
 */
contract HeathBank is IBoxKeeper {
    enum Status {
        Unknown,
        Empty,
        Active,
        Left
    }

    struct Account {
        Status status;
        uint64 until;
        uint96 amount;
        uint96 votes;
    }

    uint96 public constant LEAST = 1e6;

    ICoin public immutable coin;
    address public immutable director;

    // Coins in the bank's own hands, for interest.
    uint256 public pot;
    uint256 public totalVotes;
    mapping(Strongbox => Account) public accounts;
    mapping(address => uint256) public votesOf;

    event BoxOpened(address indexed saver, Strongbox indexed box);
    event Committed(Strongbox indexed box, uint256 amount, uint256 until, uint256 interest);
    event Migrated(Strongbox indexed from, Strongbox indexed to, uint256 amount, uint256 until);
    event BoxLeft(Strongbox indexed box, uint256 until);
    event PotFilled(address indexed from, uint256 amount);

    modifier onlySaver(Strongbox box) {
        require(accounts[box].status != Status.Unknown, "HeathBank: no box"); //~ BENIGN ACCESS_CTRL only boxes that the bank has made itself
        require(box.saver() == msg.sender, "HeathBank: not yours");
        _;
    }

    constructor(ICoin coin_) {
        coin = coin_;
        director = msg.sender;
    }

    // ---- boxes

    /// @notice Makes a box for the caller. A saver may have any number.
    function openBox() external returns (Strongbox box) {
        box = new Strongbox(coin, msg.sender);
        accounts[box].status = Status.Empty;
        emit BoxOpened(msg.sender, box);
    }

    /// @notice Puts coins into an empty box for a period. Interest for the period is paid at once.
    function commit(Strongbox box, uint96 amount, uint256 period) external onlySaver(box) returns (uint256 interest) {
        require(accounts[box].status == Status.Empty, "HeathBank: box in use"); //~ BENIGN CTRL_FLOW one commitment a box
        require(amount >= LEAST, "HeathBank: too little");
        uint64 until = uint64(block.timestamp + period);
        interest = (amount * rateOf(period)) / 10_000;
        require(interest <= pot, "HeathBank: pot is empty"); //~ BENIGN ARITHMETIC interest comes out of the pot alone
        pot -= interest;
        _write(box, Account(Status.Active, until, amount, _votesFor(amount, period)));
        box.setLock(until);
        emit Committed(box, amount, until, interest);
        require(coin.transferFrom(msg.sender, address(box), amount), "HeathBank: transfer");
        require(coin.transfer(msg.sender, interest), "HeathBank: transfer"); //~ BENIGN FUND_XFER the coins stay locked for the time that is paid for
    }

    /// @notice Moves an account with its coins from one of the caller's boxes into another one.
    function migrate(Strongbox from, Strongbox to) external onlySaver(from) onlySaver(to) {
        Account memory a = accounts[from];
        require(a.status == Status.Active, "HeathBank: nothing to move"); //~ BENIGN CTRL_FLOW an account that has left cannot be moved
        require(accounts[to].status == Status.Empty, "HeathBank: box in use"); //~ BENIGN CTRL_FLOW only a box that nothing lies in
        _write(from, Account(Status.Left, 0, 0, 0));
        _write(to, a);
        to.setLock(a.until); //~ BENIGN STATE_MOD the lock goes with the coins
        from.forward(to, a.amount);
        emit Migrated(from, to, a.amount, a.until);
    }

    /// @notice Ends the bank's business with a box of the caller, for savers who do not like its terms any more.
    function leave(Strongbox box) external onlySaver(box) {
        Account memory a = accounts[box];
        require(a.status == Status.Active, "HeathBank: no account");
        _write(box, Account(Status.Left, 0, 0, 0)); //~ BENIGN STATE_MOD the account ends, the box goes on
        emit BoxLeft(box, box.lockedUntil()); //~ BENIGN STORAGE_READ the box keeps its own lock
    }

    /// @notice Called by a box whose saver takes coins out of it.
    function onTakeOut(uint256 amount) external override {
        Account memory a = accounts[Strongbox(msg.sender)];
        if (a.status != Status.Active) return; //~ BENIGN CTRL_FLOW unknown callers and boxes that have left change nothing
        uint96 rest = amount < a.amount ? a.amount - uint96(amount) : 0;
        _write(
            Strongbox(msg.sender),
            rest == 0
                ? Account(Status.Empty, 0, 0, 0)
                : Account(Status.Active, a.until, rest, uint96((uint256(a.votes) * rest) / a.amount))
        );
    }

    // ---- pot

    function fillPot(uint256 amount) external {
        pot += amount;
        emit PotFilled(msg.sender, amount);
        require(coin.transferFrom(msg.sender, address(this), amount), "HeathBank: transfer");
    }

    function takeFromPot(uint256 amount) external {
        require(msg.sender == director, "HeathBank: director only"); //~ UNRELATED ACCESS_CTRL interest that was promised has been paid already
        pot -= amount;
        require(coin.transfer(director, amount), "HeathBank: transfer");
    }

    // ---- terms

    /// @notice Interest for a whole period, in hundredths of a per cent.
    function rateOf(uint256 period) public pure returns (uint256) {
        if (period == 0) return 0;
        if (period == 90 days) return 150;
        if (period == 360 days) return 800;
        revert("HeathBank: no such period");
    }

    // A coin has one vote when it is committed for 90 days, and four for 360.
    function _votesFor(uint96 amount, uint256 period) private pure returns (uint96) {
        return amount * uint96(period / 90 days);
    }

    // Writes an account and keeps the sums of votes.
    function _write(Strongbox box, Account memory a) private {
        uint256 former = accounts[box].votes;
        address saver = box.saver();
        votesOf[saver] = votesOf[saver] - former + a.votes;
        totalVotes = totalVotes - former + a.votes;
        accounts[box] = a;
    }
}
