pragma solidity 0.4.26;

interface CoinLike {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @title  BuskerTabs
/// @notice Tabs between a listener and a performer. The listener puts ether, and coins of a kind of his choice, on a tab
///         and the performer takes a seat at it. Songs are counted between the two of them, outside of the chain. In the
///         end both name the same split, or the listener takes back what nobody has claimed in time.
contract BuskerTabs {
    enum Stage { None, Offered, Seated }

    struct Tab {
        address listener;
        address performer;
        Stage stage;
        uint64 until;
        address coin;
        uint256 weiAmount;
        uint256 coinAmount;
    }

    // One proposal a party. The two have to be equal to be carried out.
    struct Split {
        bool made;
        uint256 performerWei;
        uint256 performerCoins;
    }

    uint256 public constant MIN_TERM = 1 hours;
    uint256 public constant MAX_TERM = 60 days;

    mapping(bytes32 => Tab) public tabs;
    mapping(bytes32 => mapping(address => Split)) public splits;
    mapping(address => uint256) public tabsOf;

    event TabOffered(bytes32 indexed id, address indexed listener, address indexed performer, uint256 weiAmount);
    event Seat(bytes32 indexed id);
    event SplitNamed(bytes32 indexed id, address indexed by, uint256 performerWei, uint256 performerCoins);
    event TabClosed(bytes32 indexed id, uint256 performerWei, uint256 performerCoins);
    event TabTakenBack(bytes32 indexed id, uint256 weiAmount);

    /// @notice Opens a tab.
    /// @param  performer   who may sit down at it
    /// @param  coin        token of the coins; not used if there are none. One that takes a fee is not supported
    /// @param  coinAmount  coins to be put down, beside the ether that is sent
    /// @param  term        time in which the performer may sit down, and again in which the two may agree
    function offer(address performer, address coin, uint256 coinAmount, uint64 term) external payable returns (bytes32 id) {
        require(performer != address(0) && performer != msg.sender, "performer");
        require(term >= MIN_TERM && term <= MAX_TERM, "term");
        require(msg.value > 0 || coinAmount > 0, "nothing");

        id = keccak256(abi.encodePacked(msg.sender, tabsOf[msg.sender]++)); //~ BENIGN COMPUTATION a number is used once per listener
        tabs[id] = Tab(msg.sender, performer, Stage.Offered, uint64(now) + term, coin, msg.value, coinAmount);
        emit TabOffered(id, msg.sender, performer, msg.value);
        if (coinAmount > 0) require(CoinLike(coin).transferFrom(msg.sender, this, coinAmount), "coins"); //~ BENIGN EXT_CALL the tab is written already
    }

    /// @notice The performer sits down. From now on the tab is closed by agreement, or after the term.
    function sit(bytes32 id, uint64 term) external {
        Tab storage tab = tabs[id];
        require(tab.stage == Stage.Offered && tab.performer == msg.sender, "not offered");
        require(now <= tab.until && term >= MIN_TERM && term <= MAX_TERM, "term");
        tab.stage = Stage.Seated;
        tab.until = uint64(now) + term;
        emit Seat(id); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Names what the performer is to get; the listener gets the rest. The second of two equal names closes.
    function nameSplit(bytes32 id, uint256 performerWei, uint256 performerCoins) external {
        Tab memory tab = tabs[id];
        require(tab.stage == Stage.Seated, "not seated");
        require(msg.sender == tab.listener || msg.sender == tab.performer, "party");
        require(performerWei <= tab.weiAmount && performerCoins <= tab.coinAmount, "split"); //~ BENIGN INPUT_VAL no more than is on the tab

        address other = msg.sender == tab.listener ? tab.performer : tab.listener;
        Split storage theirs = splits[id][other];
        emit SplitNamed(id, msg.sender, performerWei, performerCoins);
        if (!theirs.made || theirs.performerWei != performerWei || theirs.performerCoins != performerCoins) {
            splits[id][msg.sender] = Split(true, performerWei, performerCoins);
            return;
        }

        _forget(id, tab); //~ BENIGN STATE_MOD nothing is left of the tab when the payments start
        emit TabClosed(id, performerWei, performerCoins);
        _pay(tab.performer, performerWei, tab.coin, performerCoins);
        _pay(tab.listener, tab.weiAmount - performerWei, tab.coin, tab.coinAmount - performerCoins);
    }

    /// @notice Gives the listener back a tab at which nobody sat down, or about which the two did not agree, in time.
    function takeBack(bytes32 id) external {
        Tab memory tab = tabs[id];
        require(tab.stage != Stage.None && tab.listener == msg.sender, "not yours"); //~ BENIGN CTRL_FLOW
        require(now > tab.until, "too early");
        _forget(id, tab); //~ BENIGN STATE_MOD
        _pay(tab.listener, tab.weiAmount, tab.coin, tab.coinAmount); //~ BENIGN EXT_CALL
        emit TabTakenBack(id, tab.weiAmount);
    }

    function _forget(bytes32 id, Tab memory tab) private {
        delete splits[id][tab.listener];
        delete splits[id][tab.performer];
        delete tabs[id];
    }

    // Ether goes with the stipend only, which is not enough for the receiver to call anybody.
    function _pay(address to, uint256 weiAmount, address coin, uint256 coinAmount) private {
        if (weiAmount > 0) to.transfer(weiAmount); //~ BENIGN FUND_XFER 2300 gas
        if (coinAmount > 0) require(CoinLike(coin).transfer(to, coinAmount), "coins"); //~ BENIGN EXT_CALL
    }
}
