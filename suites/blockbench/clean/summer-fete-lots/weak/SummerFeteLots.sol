// SPDX-License-Identifier: Unlicense
pragma solidity 0.8.30;

/// @author the parents' committee
/// @notice Lots at the school's summer fete. Whoever is outbid gets the money back at once; an account that does not
///         take it finds it in the cloakroom. A lot goes to the hammer when the committee says so, and from then on
///         every bid of the last five minutes brings another five, an hour in all at most.
contract SummerFeteLots {
    uint256 internal constant GAS_FOR_MONEY_BACK = 12_000;
    uint256 internal constant LIST_LIMIT = 25;
    uint64 internal constant HAMMER = 10 minutes;
    uint64 internal constant LAST_MINUTES = 5 minutes;
    uint64 internal constant HOUR = 1 hours;
    uint64 internal constant IDLE = 60 days;

    enum State { Unknown, Open, Hammer, Gone, Withdrawn }

    struct Lot {
        State state;
        address bidder;
        uint128 bid;
        uint128 reserve;
        uint64 ends;
        uint64 latest;
        uint64 bidAt;
        string what;
    }

    address public immutable committee;

    mapping(uint256 number => Lot) private _lots;
    uint256 public lots;

    mapping(address account => uint256) public cloakroom;
    uint256 public raised;

    event Put(uint256 indexed lot, string what, uint256 reserve);
    event Bid(uint256 indexed lot, address indexed bidder, uint256 amount, uint64 ends);
    event MoneyBack(address indexed bidder, uint256 amount, bool atOnce);
    event HammerUp(uint256 indexed lot, uint64 ends);
    event Gone(uint256 indexed lot, address indexed bidder, uint256 amount);
    event Withdrawn(uint256 indexed lot);

    error CommitteeOnly();
    error NotInState(uint256 lot, State state);
    error TooLow(uint256 least);
    error TooHigh();
    error Over(uint64 ends);
    error NotOver(uint64 ends);
    error HasBid(uint256 lot);
    error TooManyLots(uint256 count);
    error NothingThere();
    error NotTaken();

    modifier onlyCommittee() {
        if (msg.sender != committee) revert CommitteeOnly();
        _;
    }

    constructor(address committee_) {
        committee = committee_;
    }

    // ---- committee

    function put(string calldata what, uint128 reserve) external onlyCommittee returns (uint256 lot) {
        lot = ++lots;
        Lot storage l = _lots[lot];
        (l.state, l.what, l.reserve) = (State.Open, what, reserve);
        emit Put(lot, what, reserve);
    }

    function hammer(uint256 lot) external onlyCommittee {
        Lot storage l = _lots[lot];
        if (l.state != State.Open) revert NotInState(lot, l.state);
        l.state = State.Hammer;
        l.ends = uint64(block.timestamp) + HAMMER;
        l.latest = uint64(block.timestamp) + HOUR;
        emit HammerUp(lot, l.ends);
    }

    /// @notice Takes a lot back that nobody has bid for.
    function withdraw(uint256 lot) external onlyCommittee {
        Lot storage l = _lots[lot];
        if (l.state != State.Open && l.state != State.Hammer) revert NotInState(lot, l.state);
        if (l.bidder != address(0)) revert HasBid(lot);
        l.state = State.Withdrawn;
        emit Withdrawn(lot);
    }

    function bank(address payable to) external onlyCommittee {
        uint256 amount = raised;
        raised = 0;
        _push(to, amount);
    }

    // ---- bidders

    function leastBid(uint256 lot) public view returns (uint256) {
        Lot storage l = _lots[lot];
        if (l.bidder == address(0)) return l.reserve == 0 ? 1 : l.reserve;
        return uint256(l.bid) + l.bid / 20 + 0.001 ether;
    }

    function bid(uint256 lot) external payable {
        Lot storage l = _lots[lot];
        if (l.state == State.Hammer) {
            if (block.timestamp >= l.ends) revert Over(l.ends);
            if (block.timestamp + LAST_MINUTES > l.ends) {
                uint64 later = uint64(block.timestamp) + LAST_MINUTES;
                l.ends = later < l.latest ? later : l.latest;
            }
        } else if (l.state != State.Open) {
            revert NotInState(lot, l.state);
        }
        if (msg.value < leastBid(lot)) revert TooLow(leastBid(lot));
        if (msg.value > type(uint128).max) revert TooHigh();

        address before = l.bidder;
        uint256 amount = l.bid;
        l.bidder = msg.sender;
        (l.bid, l.bidAt) = (uint128(msg.value), uint64(block.timestamp));
        emit Bid(lot, msg.sender, msg.value, l.ends);
        if (before != address(0)) _moneyBack(before, amount);
    }

    /// @notice A bidder need not wait for ever for a hammer that does not come.
    function giveUp(uint256 lot) external {
        Lot storage l = _lots[lot];
        if (l.state != State.Open || l.bidder != msg.sender) revert NotInState(lot, l.state);
        if (block.timestamp < l.bidAt + IDLE) revert NotOver(l.bidAt + IDLE);
        cloakroom[msg.sender] += l.bid;
        (l.bidder, l.bid) = (address(0), 0);
    }

    /// @notice Ends lots whose time is over. Anyone may, for as many lots as were put together on one list.
    function gone(uint256[] calldata list) external {
        if (list.length > LIST_LIMIT) revert TooManyLots(list.length);
        for (uint256 i = 0; i < list.length; ++i) {
            Lot storage l = _lots[list[i]];
            if (l.state != State.Hammer) revert NotInState(list[i], l.state);
            if (block.timestamp < l.ends) revert NotOver(l.ends);
            l.state = State.Gone;
            raised += l.bid;
            emit Gone(list[i], l.bidder, l.bid);
        }
    }

    /// @notice What could not be paid back at once.
    function fetch(address payable to) external {
        uint256 amount = cloakroom[msg.sender];
        if (amount == 0) revert NothingThere();
        cloakroom[msg.sender] = 0;
        _push(to, amount);
    }

    function lotAt(uint256 lot) external view returns (Lot memory) {
        return _lots[lot];
    }

    // ---- payments

    /// @dev Little gas, no answer read, and no question whether it worked: the bid that has just been made comes first.
    function _moneyBack(address to, uint256 amount) private {
        bool ok;
        uint256 gasLimit = GAS_FOR_MONEY_BACK;
        assembly {
            ok := call(gasLimit, to, amount, 0, 0, 0, 0)
        }
        if (!ok) revert NotTaken();
        emit MoneyBack(to, amount, ok);
    }

    function _push(address payable to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert NotTaken();
    }
}
