// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import "@openzeppelin/contracts@5.4.0/utils/math/SafeCast.sol";
import "./context/Allowlist.sol";
import "./context/NodeLicense.sol";

// Sells node licenses for ether, round by round, before the network is live.
// Changed your mind? 90% back as long as the round runs. LIC is minted when a round is closed.
contract LicensePresale is Ownable2Step, Pausable {
    using SafeCast for uint256;
    using SafeERC20 for IERC20;

    enum Phase {
        Open,
        Closed,
        Cancelled
    }

    struct Round {
        uint96 price; // wei per license
        uint96 cap; // licenses, 0 = as many as people want
        uint96 minimum; // sells fewer -> everybody gets the ether back
        uint96 maxEach; // per wallet, 0 = no limit
        uint48 startsAt;
        uint48 endsAt;
        Phase phase;
    }

    uint256 public constant REFUND_PERCENT = 90;
    uint256 public constant MAX_DURATION = 180 days;

    NodeLicense public immutable lic;
    Round[] public rounds;
    mapping(uint256 => bytes32) public roots; // allowlists
    mapping(uint256 => uint256) public sold;
    mapping(uint256 => mapping(address => uint96)) public orders;
    uint256 public earned; // closed rounds and what stays of refunds

    error NotInPhase(Phase phase);
    error NotOnSale();
    error NotAllowed(address buyer);
    error NotEnoughLeft(uint256 left);
    error CostIs(uint256 cost);

    modifier whileIn(uint256 id, Phase phase) {
        if (rounds[id].phase != phase) revert NotInPhase(rounds[id].phase); //~ BENIGN CTRL_FLOW
        _;
    }

    constructor() Ownable(msg.sender) {
        lic = new NodeLicense(); //~ BENIGN INIT
    }

    // ---- rounds

    function addRound(
        uint256 price,
        uint256 cap,
        uint256 minimum,
        uint256 maxEach,
        uint256 startsAt,
        uint256 duration,
        bytes32 root
    ) external onlyOwner returns (uint256 id) {
        require(price > 0, "no price"); //~ BENIGN INPUT_VAL
        require(cap == 0 || minimum <= cap, "minimum above cap"); //~ BENIGN INPUT_VAL
        require(startsAt >= block.timestamp && startsAt <= block.timestamp + MAX_DURATION, "bad dates"); //~ BENIGN TIMESTAMP
        require(duration > 0 && duration <= MAX_DURATION, "bad dates"); //~ BENIGN TIMESTAMP
        id = rounds.length;
        Round storage r = rounds.push();
        r.price = price.toUint96(); //~ BENIGN ARITHMETIC
        r.cap = cap.toUint96(); //~ BENIGN ARITHMETIC
        r.minimum = minimum.toUint96();
        r.maxEach = maxEach.toUint96();
        r.startsAt = startsAt.toUint48();
        r.endsAt = uint48(startsAt + duration);
        roots[id] = root;
        emit RoundAdded(id, price, cap, startsAt + duration); //~ UNRELATED EVENT_EMIT
    }

    // later only, people have planned with the old date
    function extendRound(uint256 id, uint48 endsAt) external onlyOwner whileIn(id, Phase.Open) {
        Round storage r = rounds[id];
        require(endsAt > r.endsAt && endsAt <= r.startsAt + MAX_DURATION, "bad dates"); //~ BENIGN TIMESTAMP
        r.endsAt = endsAt;
    }

    function setRoot(uint256 id, bytes32 root) external onlyOwner whileIn(id, Phase.Open) {
        roots[id] = root;
    }

    function cancelRound(uint256 id) external onlyOwner whileIn(id, Phase.Open) {
        rounds[id].phase = Phase.Cancelled;
        emit RoundEnded(id, Phase.Cancelled);
    }

    // anyone, so that nobody has to wait for us
    function closeRound(uint256 id) external whileIn(id, Phase.Open) {
        Round storage r = rounds[id];
        require(block.timestamp >= r.endsAt, "still running"); //~ BENIGN TIMESTAMP
        if (sold[id] < r.minimum) {
            r.phase = Phase.Cancelled;
        } else {
            r.phase = Phase.Closed; //~ BENIGN STATE_MOD no refunds from here on
            earned += sold[id] * r.price;
        }
        emit RoundEnded(id, r.phase);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    // ---- buyers

    function costOf(uint256 id, uint256 units) public view returns (uint96) {
        return (units * rounds[id].price).toUint96(); //~ BENIGN ARITHMETIC a cost beyond 96 bits is refused
    }

    function remaining(uint256 id) public view returns (uint256) {
        uint256 cap = rounds[id].cap;
        return cap == 0 ? type(uint96).max : cap - sold[id];
    }

    function buy(uint256 id, uint96 units, bytes32[] calldata proof) external payable whenNotPaused whileIn(id, Phase.Open) {
        Round storage r = rounds[id];
        if (block.timestamp < r.startsAt || block.timestamp >= r.endsAt) revert NotOnSale(); //~ BENIGN TIMESTAMP
        if (!Allowlist.allows(roots[id], msg.sender, proof)) revert NotAllowed(msg.sender); //~ BENIGN ACCESS_CTRL
        require(units > 0, "no units"); //~ BENIGN INPUT_VAL
        uint256 left = remaining(id);
        if (units > left) revert NotEnoughLeft(left); //~ BENIGN INPUT_VAL
        uint256 cost = costOf(id, units);
        if (msg.value != cost) revert CostIs(cost);
        sold[id] += units;
        _credit(id, msg.sender, units);
        emit Bought(id, msg.sender, units, cost);
    }

    function refund(uint256 id, uint96 units) external whileIn(id, Phase.Open) {
        require(units > 0, "no units"); //~ BENIGN INPUT_VAL
        if (block.timestamp >= rounds[id].endsAt) revert NotOnSale(); //~ BENIGN TIMESTAMP the minimum is decided when the sale ends
        uint256 cost = costOf(id, units);
        uint256 amount = (cost * REFUND_PERCENT) / 100;
        orders[id][msg.sender] -= units; //~ BENIGN ARITHMETIC checked, nobody returns more than was bought
        sold[id] -= units;
        earned += cost - amount;
        emit Refunded(id, msg.sender, units, amount);
        _send(msg.sender, amount);
    }

    function handOver(uint256 id, address to, uint96 units) external whileIn(id, Phase.Open) {
        require(to != address(0) && units > 0, "no units"); //~ BENIGN INPUT_VAL
        orders[id][msg.sender] -= units; //~ BENIGN ARITHMETIC
        _credit(id, to, units);
        emit HandedOver(id, msg.sender, to, units);
    }

    function claim(uint256 id) external whileIn(id, Phase.Closed) returns (uint256 units) {
        units = _take(id);
        lic.mint(msg.sender, units); //~ BENIGN EXT_CALL our own token
    }

    // round cancelled: all of it back, no 10% kept
    function reclaim(uint256 id) external whileIn(id, Phase.Cancelled) returns (uint256 amount) {
        uint256 units = _take(id);
        amount = costOf(id, units);
        emit Refunded(id, msg.sender, units, amount);
        _send(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    // ---- money

    function collect(address to) external onlyOwner {
        require(to != address(0), "no recipient"); //~ BENIGN INPUT_VAL
        uint256 amount = earned;
        earned = 0; //~ BENIGN STATE_MOD
        _send(to, amount);
    }

    // tokens that somebody sent here by mistake, we never hold any
    function rescue(IERC20 token, address to, uint256 amount) external onlyOwner {
        token.safeTransfer(to, amount);
    }

    function roundCount() external view returns (uint256) {
        return rounds.length;
    }

    function onSale(uint256 id) external view returns (bool) {
        Round storage r = rounds[id];
        if (paused() || r.phase != Phase.Open || remaining(id) == 0) return false;
        return block.timestamp >= r.startsAt && block.timestamp < r.endsAt;
    }

    function _credit(uint256 id, address buyer, uint96 units) private {
        uint256 most = rounds[id].maxEach;
        orders[id][buyer] += units;
        require(most == 0 || orders[id][buyer] <= most, "too many for one wallet"); //~ BENIGN INPUT_VAL
    }

    function _take(uint256 id) private returns (uint256 units) {
        units = orders[id][msg.sender];
        require(units > 0, "no units"); //~ BENIGN INPUT_VAL
        delete orders[id][msg.sender]; //~ BENIGN STATE_MOD
        sold[id] -= units;
    }

    function _send(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "not sent"); //~ BENIGN FUND_XFER
    }

    event RoundAdded(uint256 indexed id, uint256 price, uint256 cap, uint256 endsAt);
    event RoundEnded(uint256 indexed id, Phase phase);
    event Bought(uint256 indexed id, address indexed buyer, uint256 units, uint256 cost);
    event Refunded(uint256 indexed id, address indexed buyer, uint256 units, uint256 amount);
    event HandedOver(uint256 indexed id, address indexed from, address indexed to, uint256 units);
}
