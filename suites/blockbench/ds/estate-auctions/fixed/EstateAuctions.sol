// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice What an account can take out, whatever it is for.
abstract contract Credits {
    mapping(address account => uint256) public credits;

    event Withdrawn(address indexed account, address indexed to, uint256 amount);

    error NothingToWithdraw(address account);
    error NotPaid(address to, uint256 amount);

    /// @notice Pays the caller all that it is credited with.
    function withdraw(address to) external {
        uint256 amount = credits[msg.sender];
        if (amount == 0) revert NothingToWithdraw(msg.sender); //~ BENIGN INPUT_VAL
        credits[msg.sender] = 0; //~ BENIGN STATE_MOD
        emit Withdrawn(msg.sender, to, amount); //~ UNRELATED EVENT_EMIT
        (bool paid,) = to.call{value: amount}("");
        if (!paid) revert NotPaid(to, amount); //~ BENIGN FUND_XFER
    }
}

/// @notice Ascending auctions of goods from estates, which change hands in the auction room. The contract keeps the money.
contract EstateAuctions is Credits {
    struct Lot {
        address seller;
        address leader;
        uint64 endsAt;
        bool closed;
        uint256 best;
    }

    uint256 public constant BOND = 0.1 ether;
    uint256 public constant EXTENSION = 10 minutes;
    uint256 private constant FEE_PERCENT = 2;

    address public immutable house;

    Lot[] private _lots;

    event Consigned(uint256 indexed id, address indexed seller, bytes32 description, uint256 reserve);
    event Bid(uint256 indexed id, address indexed bidder, uint256 amount, uint256 endsAt);
    event Outbid(uint256 indexed id, address indexed bidder, uint256 amount, bool sent);
    event Recalled(uint256 indexed id, bool sent);
    event Settled(uint256 indexed id, address indexed buyer, uint256 amount);

    error NoHouse();
    error NoSuchLot(uint256 id);
    error WrongBond(uint256 sent);
    error BadDuration(uint256 duration);
    error Closed(uint256 id);
    error NotOver(uint256 endsAt);
    error Over(uint256 endsAt);
    error TooLow(uint256 sent, uint256 wanted);
    error NotSeller(address account);
    error HasBids(uint256 id);

    constructor(address house_) {
        if (house_ == address(0)) revert NoHouse(); //~ BENIGN INPUT_VAL
        house = house_;
    }

    /// @notice Opens an auction. The bond of the seller comes back with its end.
    function consign(bytes32 description, uint256 reserve, uint64 duration) external payable returns (uint256 id) {
        if (msg.value != BOND) revert WrongBond(msg.value); //~ BENIGN INPUT_VAL
        if (duration < 1 hours || duration > 30 days) revert BadDuration(duration); //~ BENIGN INPUT_VAL
        id = _lots.length;
        _lots.push(Lot(msg.sender, address(0), uint64(block.timestamp) + duration, false, reserve));
        emit Consigned(id, msg.sender, description, reserve); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Bids the ether that is sent along, and sends the former leader its own back.
    function bid(uint256 id) external payable {
        Lot storage lot = _lot(id);
        if (lot.closed) revert Closed(id); //~ BENIGN CTRL_FLOW
        if (block.timestamp >= lot.endsAt) revert Over(lot.endsAt); //~ BENIGN TIMESTAMP
        uint256 wanted = _wanted(lot);
        if (msg.value < wanted) revert TooLow(msg.value, wanted); //~ BENIGN INPUT_VAL
        (address outbid, uint256 amount) = (lot.leader, lot.best);
        (lot.leader, lot.best) = (msg.sender, msg.value); //~ BENIGN STATE_MOD
        if (block.timestamp + EXTENSION > lot.endsAt) {
            lot.endsAt = uint64(block.timestamp + EXTENSION); //~ BENIGN TIMESTAMP
        }
        emit Bid(id, msg.sender, msg.value, lot.endsAt); //~ UNRELATED EVENT_EMIT
        if (outbid != address(0)) {
            bool sent = payable(outbid).send(amount); //~ BENIGN FUND_XFER
            credits[outbid] += sent ? 0 : amount; //~ BENIGN STATE_MOD
            emit Outbid(id, outbid, amount, sent); //~ UNRELATED EVENT_EMIT
        }
    }

    /// @notice Takes back a lot that nobody has bid on.
    function recall(uint256 id) external {
        Lot storage lot = _lot(id);
        if (msg.sender != lot.seller) revert NotSeller(msg.sender); //~ BENIGN ACCESS_CTRL
        if (lot.closed) revert Closed(id); //~ BENIGN CTRL_FLOW
        if (lot.leader != address(0)) revert HasBids(id); //~ BENIGN CTRL_FLOW
        lot.closed = true;
        bool sent = payable(lot.seller).send(BOND); //~ BENIGN FUND_XFER
        if (!sent) credits[lot.seller] += BOND; //~ BENIGN STATE_MOD
        emit Recalled(id, sent); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Credits the seller of a lot that is over with bond and proceeds, and the house with its fee.
    function settle(uint256 id) external {
        Lot storage lot = _lot(id);
        if (lot.closed) revert Closed(id); //~ BENIGN CTRL_FLOW
        if (block.timestamp < lot.endsAt) revert NotOver(lot.endsAt); //~ BENIGN TIMESTAMP
        lot.closed = true; //~ BENIGN STATE_MOD
        uint256 proceeds = lot.leader == address(0) ? 0 : lot.best; //~ BENIGN COMPUTATION
        uint256 fee = (proceeds * FEE_PERCENT) / 100;
        credits[house] += fee;
        credits[lot.seller] += proceeds - fee + BOND; //~ BENIGN STATE_MOD
        emit Settled(id, lot.leader, proceeds); //~ UNRELATED EVENT_EMIT
    }

    function lotAt(uint256 id) external view returns (Lot memory) {
        return _lot(id);
    }

    /// @notice The lowest bid that a lot takes now.
    function wantedFor(uint256 id) external view returns (uint256) {
        return _wanted(_lot(id));
    }

    /// @dev The reserve at first, later a twentieth more than the leader's bid.
    function _wanted(Lot storage lot) private view returns (uint256) {
        return lot.leader == address(0) ? lot.best : lot.best + lot.best / 20;
    }

    function _lot(uint256 id) private view returns (Lot storage) {
        if (id >= _lots.length) revert NoSuchLot(id); //~ BENIGN INPUT_VAL
        return _lots[id];
    }
}
