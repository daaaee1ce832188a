// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

/// Overflow-checked helpers for the amounts handled below.
library Amounts {
    function plus(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a + b;
        require(c >= a, "Amounts: sum too large");
    }

    function minus(uint256 a, uint256 b) internal pure returns (uint256) {
        require(b <= a, "Amounts: below zero");
        return a - b;
    }

    function share(uint256 amount, uint256 bps) internal pure returns (uint256) {
        if (bps == 0) return 0;
        uint256 scaled = amount * bps;
        require(scaled / bps == amount, "Amounts: product too large");
        return scaled / 10000;
    }
}

/// @title  Quayside Savings
/// @notice Fixed-term ether deposits. A saver picks a plan, and the bonus of that plan is set aside
///         from the house surplus the moment the deposit is opened, so it cannot be promised twice.
contract QuaysideSavings {
    using Amounts for uint256;

    struct Plan {
        uint64 term;
        uint64 bonusBps;
    }

    struct Deposit {
        uint256 principal;
        uint256 bonus;
        uint256 maturesAt;
    }

    event PlanAdded(uint256 indexed plan, uint64 term, uint64 bonusBps);
    event Opened(address indexed saver, uint256 indexed plan, uint256 principal, uint256 maturesAt);
    event Collected(address indexed saver, uint256 payout);
    event LeftEarly(address indexed saver, uint256 payout, uint256 fee);
    event SurplusTaken(uint256 amount);

    uint256 public constant EARLY_FEE_BPS = 200;
    uint256 public constant MIN_DEPOSIT = 0.1 ether;

    address payable public immutable owner;
    Plan[] public plans;
    mapping(address => Deposit) public deposits;

    /// @notice Principal and bonus owed to all savers together.
    uint256 public heldForSavers;

    modifier onlyOwner() {
        require(msg.sender == owner, "Quayside: owner only");
        _;
    }

    constructor() {
        owner = msg.sender;
    }

    /// @notice Anyone may add to the surplus from which bonuses are promised.
    receive() external payable {}

    function addPlan(uint64 term, uint64 bonusBps) external onlyOwner {
        require(term >= 7 days && term <= 1460 days, "Quayside: term out of range");
        require(bonusBps <= 2000, "Quayside: bonus out of range");
        plans.push(Plan(term, bonusBps));
        emit PlanAdded(plans.length - 1, term, bonusBps);
    }

    /// @notice Ether in the house that is not owed to any saver.
    function surplus() public view returns (uint256) {
        return address(this).balance.minus(heldForSavers);
    }

    /// @notice Opens the caller's deposit under `plan`; an account runs one deposit at a time.
    function open(uint256 plan) external payable {
        require(plan < plans.length, "Quayside: unknown plan");
        require(msg.value >= MIN_DEPOSIT, "Quayside: below minimum");
        require(deposits[msg.sender].principal == 0, "Quayside: already open"); //~ BENIGN INPUT_VAL one running deposit an account

        Plan memory chosen = plans[plan];
        uint256 bonus = msg.value.share(chosen.bonusBps);
        require(bonus <= surplus().minus(msg.value), "Quayside: bonus not covered"); //~ BENIGN ARITHMETIC msg.value is part of the balance and is taken off again

        uint256 maturesAt = block.timestamp + chosen.term; //~ BENIGN TIMESTAMP terms are days long, seconds of drift do not matter
        deposits[msg.sender] = Deposit(msg.value, bonus, maturesAt);
        heldForSavers = heldForSavers.plus(msg.value).plus(bonus);
        emit Opened(msg.sender, plan, msg.value, maturesAt);
    }

    /// @notice Pays principal and bonus of a deposit that has run its term.
    function collect() external {
        Deposit memory d = deposits[msg.sender];
        require(d.principal > 0, "Quayside: nothing on deposit");
        require(block.timestamp >= d.maturesAt, "Quayside: still running");

        uint256 payout = d.principal.plus(d.bonus);
        heldForSavers = heldForSavers.minus(payout); //~ BENIGN STATE_MOD the house total goes down ahead of the payment
        delete deposits[msg.sender]; //~ BENIGN STATE_MOD the record is gone before control leaves
        (bool sent, ) = msg.sender.call{value: payout}(""); //~ BENIGN EXT_CALL a nested call finds no deposit
        require(sent, "Quayside: payment refused"); //~ BENIGN CTRL_FLOW result of the call is tested
        emit Collected(msg.sender, payout);
    }

    /// @notice Ends a running deposit: the bonus lapses and a fee on the principal stays in the house.
    function leaveEarly() external {
        Deposit memory d = deposits[msg.sender];
        require(d.principal > 0, "Quayside: nothing on deposit");
        require(block.timestamp < d.maturesAt, "Quayside: use collect");

        uint256 fee = d.principal.share(EARLY_FEE_BPS);
        uint256 payout = d.principal.minus(fee);
        delete deposits[msg.sender]; //~ BENIGN STATE_MOD record cleared ahead of the payment
        heldForSavers = heldForSavers.minus(d.principal).minus(d.bonus);
        (bool sent, ) = msg.sender.call{value: payout}(""); //~ BENIGN EXT_CALL nothing is left to pay on a nested call
        require(sent, "Quayside: payment refused");
        emit LeftEarly(msg.sender, payout, fee);
    }

    function takeSurplus(uint256 amount) external onlyOwner {
        require(amount <= surplus(), "Quayside: owed to savers"); //~ UNRELATED ACCESS_CTRL the owner reaches only what no saver is owed
        (bool sent, ) = owner.call{value: amount}("");
        require(sent, "Quayside: payment refused");
        emit SurplusTaken(amount);
    }
}
