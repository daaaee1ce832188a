// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.24;

import "./context/IThread.sol";
import "./context/Terms.sol";
import "./context/WeightedStream.sol";

/// Weavers pledge thread to the guild, for a term or without one, and share in its prizes by weight.
contract LoomPledges is WeightedStream {
    struct Pledge {
        uint128 amount;
        uint64 term; // zero: none
        uint64 lots;
    }

    struct Lot {
        uint128 amount;
        uint64 madeAt;
        uint64 freeAt;
    }

    uint256 public constant MOST_LOTS = 32;

    IThread public immutable thread;
    bool public shut;

    mapping(address => Pledge) public pledges;
    mapping(address => Lot[]) private _lots;

    event Pledged(address indexed weaver, uint256 amount, uint256 term);
    event Returned(address indexed weaver, uint256 amount);
    event Extended(address indexed weaver, uint256 lot, uint256 freeAt);
    event Shut(bool shut);

    error Closed();
    error NothingPledged();
    error TermDiffers(uint256 asked, uint256 standing);
    error TooManyLots();
    error NotFree(uint256 freeAt);
    error NoSuchLot();

    constructor(IThread thread_, IThread prize_) WeightedStream(prize_) {
        thread = thread_;
    }

    /// Adds to the caller's pledge. `term` is in seconds; see `Terms` for those on offer.
    function pledge(uint128 amount, uint64 term) external {
        if (shut) revert Closed();
        if (amount == 0) revert NothingPledged();
        uint256 percent = Terms.weight(term); //~ BENIGN INPUT_VAL refuses a term that is not on offer
        Pledge storage p = pledges[msg.sender];
        if (p.amount != 0 && term != p.term) revert TermDiffers(term, p.term); //~ BENIGN CTRL_FLOW whatever is pledged already keeps its term
        if (p.lots == MOST_LOTS) revert TooManyLots(); //~ BENIGN CTRL_FLOW keeps lists short, each weaver has its own

        _settle(msg.sender); //~ BENIGN STATE_MOD credited at the old weight first
        _lots[msg.sender].push(Lot(amount, uint64(block.timestamp), uint64(block.timestamp) + term)); //~ BENIGN STATE_MOD all lots of a pledge have the same term
        p.amount += amount;
        p.lots += 1;
        p.term = term; //~ BENIGN STATE_MOD the same as before, or the first
        _setWeight(msg.sender, (p.amount * percent) / Terms.ONE); //~ BENIGN COMPUTATION one percentage for all lots
        emit Pledged(msg.sender, amount, term);
        if (!thread.transferFrom(msg.sender, address(this), amount)) revert TransferRefused();
    }

    /// Gives a lot back whose term is over. The last lot takes its place in the list.
    function takeBack(uint256 lot) external returns (uint256 amount) {
        Lot[] storage lots = _lots[msg.sender];
        if (lot >= lots.length) revert NoSuchLot();
        if (block.timestamp < lots[lot].freeAt) revert NotFree(lots[lot].freeAt); //~ BENIGN TIMESTAMP each lot stays for the term of the pledge
        amount = lots[lot].amount;
        lots[lot] = lots[lots.length - 1];
        lots.pop();

        _settle(msg.sender);
        Pledge storage p = pledges[msg.sender];
        p.amount -= uint128(amount);
        p.lots -= 1;
        _setWeight(msg.sender, (p.amount * Terms.weight(p.term)) / Terms.ONE);
        if (p.lots == 0) delete pledges[msg.sender]; //~ BENIGN STATE_MOD an empty pledge may begin with another term
        emit Returned(msg.sender, amount);
        if (!thread.transfer(msg.sender, amount)) revert TransferRefused();
    }

    /// Binds a lot for the term of the pledge once more, from now on.
    function extend(uint256 lot) external {
        if (lot >= _lots[msg.sender].length) revert NoSuchLot();
        Lot storage l = _lots[msg.sender][lot];
        l.madeAt = uint64(block.timestamp);
        l.freeAt = uint64(block.timestamp) + pledges[msg.sender].term;
        emit Extended(msg.sender, lot, l.freeAt);
    }

    /// Stops new pledges; everything else goes on.
    function setShut(bool shut_) external {
        if (msg.sender != steward) revert StewardOnly();
        shut = shut_; //~ UNRELATED ACCESS_CTRL has no say in what is pledged already
        emit Shut(shut_);
    }

    function lotsOf(address weaver) external view returns (Lot[] memory) {
        return _lots[weaver];
    }
}
