// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.24;

interface IPay {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

interface IEditionReceiver {
    function onEditions(address from, uint256[] calldata ids, uint256[] calldata amounts) external returns (bytes4);
}

/// @notice Numbered copies of records. An id names a tier (upper half) and a copy (lower half); each copy exists once.
abstract contract Copies {
    mapping(uint256 id => mapping(address holder => uint256)) public balanceOf;
    mapping(address holder => mapping(address agent => bool)) public isApproved;

    event Moved(address indexed from, address indexed to, uint256[] ids, uint256[] amounts);
    event Approved(address indexed holder, address indexed agent, bool on);

    error NotAllowed(address agent);
    error LengthMismatch();
    error Refused(address to);

    function approveAgent(address agent, bool on) external {
        isApproved[msg.sender][agent] = on;
        emit Approved(msg.sender, agent, on);
    }

    function move(address from, address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        if (msg.sender != from && !isApproved[from][msg.sender]) revert NotAllowed(msg.sender); //~ BENIGN ACCESS_CTRL
        if (ids.length != amounts.length) revert LengthMismatch(); //~ INSUFF_GUARD INPUT_VAL says nothing about the amounts themselves
        for (uint256 i = 0; i < ids.length; ++i) {
            balanceOf[ids[i]][from] -= amounts[i]; //~ PREREQ ARITHMETIC zero can always be taken away
            balanceOf[ids[i]][to] += amounts[i];
            _moved(from, to, ids[i], amounts[i]);
        }
        emit Moved(from, to, ids, amounts); //~ UNRELATED EVENT_EMIT
        if (to.code.length != 0) {
            try IEditionReceiver(to).onEditions(from, ids, amounts) returns (bytes4 answer) { //~ DECOY EXT_CALL all books are written by now
                if (answer != IEditionReceiver.onEditions.selector) revert Refused(to);
            } catch {
                revert Refused(to);
            }
        }
    }

    function tierOf(uint256 id) public pure returns (uint256) {
        return id >> 128;
    }

    function _moved(address from, address to, uint256 id, uint256 amount) internal virtual;
}

/// @title LinnetEditions
/// @notice Copies earn royalties. What a label pays in for a tier flows over thirty days to whoever holds its copies
///         at the time, the same to every copy.
contract LinnetEditions is Copies {
    struct Tier {
        address label;
        uint64 limit;
        uint64 issued;
        uint256 rate; // a second, 18 more decimals
        uint256 ends;
        uint256 updated;
        uint256 perCopy; // 18 more decimals
    }

    uint256 public constant FLOW = 30 days;

    IPay public immutable pay;
    Tier[] public tiers;

    /// @dev Copies of a tier by holder; with perCopy this is all a claim needs.
    mapping(uint256 tier => mapping(address holder => uint256)) public copies;
    mapping(uint256 tier => mapping(address holder => uint256)) private _seen;
    mapping(uint256 tier => mapping(address holder => uint256)) private _earned;

    event TierOpened(uint256 indexed tier, address indexed label, uint64 limit);
    event PaidIn(uint256 indexed tier, uint256 amount);
    event Claimed(uint256 indexed tier, address indexed holder, uint256 amount);

    error NotLabel();
    error TierFull();
    error NothingIssued();

    constructor(IPay pay_) {
        pay = pay_;
    }

    function openTier(uint64 limit) external returns (uint256 tier) {
        tier = tiers.length;
        tiers.push();
        tiers[tier].label = msg.sender;
        tiers[tier].limit = limit;
        emit TierOpened(tier, msg.sender, limit);
    }

    /// @notice The label gives out the next copies of its tier.
    function issue(uint256 tier, address to, uint64 count) external {
        Tier storage t = tiers[tier];
        if (msg.sender != t.label) revert NotLabel(); //~ BENIGN ACCESS_CTRL
        if (t.issued + count > t.limit) revert TierFull();
        _earn(tier, to);
        for (uint64 i = 0; i < count; ++i) {
            balanceOf[(tier << 128) | ++t.issued][to] = 1;
        }
        copies[tier][to] += count;
    }

    /// @notice Starts a flow of royalties; what is left of the one before joins it.
    function payIn(uint256 tier, uint256 amount) external {
        _update(tier);
        Tier storage t = tiers[tier];
        if (msg.sender != t.label) revert NotLabel();
        if (t.issued == 0) revert NothingIssued();
        uint256 left = block.timestamp < t.ends ? (t.ends - block.timestamp) * t.rate : 0;
        t.rate = (left + amount * 1e18) / FLOW; //~ BENIGN ARITHMETIC rounds down by less than a unit
        t.ends = block.timestamp + FLOW;
        require(pay.transferFrom(msg.sender, address(this), amount));
        emit PaidIn(tier, amount);
    }

    function claim(uint256 tier) external returns (uint256 amount) {
        _earn(tier, msg.sender);
        amount = _earned[tier][msg.sender];
        _earned[tier][msg.sender] = 0;
        require(pay.transfer(msg.sender, amount)); //~ PREREQ FUND_XFER from the royalties of all tiers
        emit Claimed(tier, msg.sender, amount);
    }

    function claimable(uint256 tier, address holder) external view returns (uint256) {
        uint256 perCopy = tiers[tier].perCopy + _pending(tiers[tier]);
        return _earned[tier][holder] + (copies[tier][holder] * (perCopy - _seen[tier][holder])) / 1e18;
    }

    /// @inheritdoc Copies
    function _moved(address from, address to, uint256 id, uint256 amount) internal override {
        uint256 tier = tierOf(id);
        _earn(tier, from); //~ BENIGN STATE_MOD both sides keep what they have earned so far
        _earn(tier, to);
        copies[tier][from] -= amount;
        copies[tier][to] += 1; //~ ROOT_CAUSE STATE_MOD counts an entry, not what it moves
    }

    function _earn(uint256 tier, address holder) private {
        _update(tier);
        uint256 perCopy = tiers[tier].perCopy;
        _earned[tier][holder] += (copies[tier][holder] * (perCopy - _seen[tier][holder])) / 1e18;
        _seen[tier][holder] = perCopy;
    }

    function _update(uint256 tier) private {
        Tier storage t = tiers[tier];
        t.perCopy += _pending(t);
        t.updated = block.timestamp;
    }

    function _pending(Tier storage t) private view returns (uint256) {
        uint256 until = block.timestamp < t.ends ? block.timestamp : t.ends;
        if (t.issued == 0 || until <= t.updated) return 0;
        return ((until - t.updated) * t.rate) / t.issued;
    }
}
