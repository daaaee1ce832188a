// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

/// Arithmetic on unsigned integers that refuses results outside of their range.
library BoundedArithmetic {
    /// The sum of two numbers, where it can be represented.
    function plus(uint256 first, uint256 second) internal pure returns (uint256 result) {
        result = first + second;
        require(result >= first, "The sum is too large to be represented."); //~ BENIGN ARITHMETIC
    }

    /// The difference of two numbers, where it is not negative.
    function minus(uint256 first, uint256 second) internal pure returns (uint256) {
        require(second <= first, "The difference would be negative."); //~ BENIGN ARITHMETIC
        return first - second;
    }
}

/// Payers deposit ether here and give mandates to agents, such as landlords and suppliers of energy. An agent collects
/// by itself what is due to it, up to the remainder of its mandate and until the mandate expires. A mandate never
/// reserves anything: it is good for as much as the payer has deposited when the agent collects.
contract PaymentMandates {
    using BoundedArithmetic for uint256;

    struct Mandate {
        uint256 remainder;
        uint256 expiry;
    }

    uint256 public constant LONGEST_TERM = 730 days;

    mapping(address => uint256) public depositedBy;
    mapping(address => mapping(address => Mandate)) private mandateGivenBy;

    event EtherDeposited(address indexed payer, uint256 amount);
    event EtherWithdrawn(address indexed payer, address indexed recipient, uint256 amount);
    event MandateChanged(address indexed payer, address indexed agent, uint256 remainder, uint256 expiry);
    event MandateEnded(address indexed payer, address indexed agent);
    event AmountCollected(address indexed payer, address indexed agent, address indexed recipient, uint256 amount);

    /// The remainder of the mandate that a payer has given to an agent, and when it expires. The remainder of a mandate
    /// that has expired is told like any other.
    function mandateOf(address payer, address agent) external view returns (uint256 remainder, uint256 expiry) {
        Mandate memory mandate = mandateGivenBy[payer][agent];
        return (mandate.remainder, mandate.expiry);
    }

    /// How much an agent could collect from a payer at this moment: what remains of the mandate, or what is left of the
    /// deposit where that is less.
    function collectable(address payer, address agent) external view returns (uint256) {
        Mandate memory mandate = mandateGivenBy[payer][agent];
        uint256 deposited = depositedBy[payer];
        if (!isInForce(mandate.expiry, block.timestamp)) return 0;
        return mandate.remainder < deposited ? mandate.remainder : deposited; //~ BENIGN ARITHMETIC
    }

    /// Adds the ether that comes with the call to the deposit of the caller, who is a payer from then on and may give
    /// mandates.
    function deposit() external payable {
        depositedBy[msg.sender] = depositedBy[msg.sender].plus(msg.value); //~ BENIGN STATE_MOD
        emit EtherDeposited(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    /// Adds the ether that comes with the call to the deposit of another account, which has no duties from it.
    function depositFor(address payer) external payable {
        require(payer != address(0), "The payer must not be the zero address."); //~ BENIGN INPUT_VAL
        depositedBy[payer] = depositedBy[payer].plus(msg.value);
        emit EtherDeposited(payer, msg.value);
    }

    /// Pays a part of the caller's deposit to a recipient. Agents have no claim to a deposit before they collect, so
    /// that mandates do not stand in the way.
    function withdraw(address payable recipient, uint256 amount) external {
        takeFromDeposit(msg.sender, amount);
        emit EtherWithdrawn(msg.sender, recipient, amount);
        payOut(recipient, amount);
    }

    /// Replaces the mandate that the caller has given to an agent by another one, or gives the first. The payer states
    /// the remainder that the new amount is to replace, which is zero where there is no mandate yet.
    function changeMandate(address agent, uint256 statedRemainder, uint256 amount, uint256 term) external {
        Mandate storage mandate = mandateGivenBy[msg.sender][agent];
        require(agent != address(0) && agent != msg.sender, "An agent is another account than the payer."); //~ BENIGN INPUT_VAL
        require(amount > 0, "A mandate of nothing is revoked instead."); //~ BENIGN INPUT_VAL
        require(term > 0 && term <= LONGEST_TERM, "The term of a mandate is two years at most."); //~ BENIGN INPUT_VAL
        require(mandate.remainder == statedRemainder, "The remainder is not the one that was stated."); //~ BENIGN INPUT_VAL
        mandate.remainder = amount; //~ BENIGN STATE_MOD
        mandate.expiry = block.timestamp.plus(term); //~ BENIGN TIMESTAMP
        emit MandateChanged(msg.sender, agent, amount, mandate.expiry); //~ UNRELATED EVENT_EMIT
    }

    /// Ends the mandate that the caller has given to an agent, whatever remains of it. This is how a payer gets rid of
    /// an agent that collects small amounts in order to prevent a change.
    function revokeMandate(address agent) external {
        delete mandateGivenBy[msg.sender][agent]; //~ BENIGN STATE_MOD
        emit MandateEnded(msg.sender, agent); //~ UNRELATED EVENT_EMIT
    }

    /// Ends a mandate that was given to the caller, who has no further business with the payer.
    function renounceMandate(address payer) external {
        delete mandateGivenBy[payer][msg.sender]; //~ BENIGN STATE_MOD
        emit MandateEnded(payer, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    /// Collects an amount from the deposit of a payer on behalf of the caller, who is an agent of the payer, and pays
    /// it to a recipient. The mandate shrinks by the amount.
    function collect(address payer, address payable recipient, uint256 amount) external {
        Mandate storage mandate = mandateGivenBy[payer][msg.sender];
        require(isInForce(mandate.expiry, block.timestamp), "The mandate has expired, or was never given."); //~ BENIGN TIMESTAMP
        mandate.remainder = mandate.remainder.minus(amount); //~ BENIGN STATE_MOD
        takeFromDeposit(payer, amount);
        emit AmountCollected(payer, msg.sender, recipient, amount); //~ UNRELATED EVENT_EMIT
        payOut(recipient, amount); //~ BENIGN FUND_XFER
    }

    /// Whether a mandate with an expiry is in force at a time. The last second of its term still counts.
    function isInForce(uint256 expiry, uint256 time) public pure returns (bool) {
        return time <= expiry; //~ BENIGN TIMESTAMP
    }

    /// Lowers the deposit of a payer, who must have deposited at least as much.
    function takeFromDeposit(address payer, uint256 amount) private {
        depositedBy[payer] = depositedBy[payer].minus(amount); //~ BENIGN STATE_MOD
    }

    /// Pays ether out to a recipient, which may be a contract and must accept it.
    function payOut(address payable recipient, uint256 amount) private {
        require(recipient != address(0), "The recipient must not be the zero address."); //~ BENIGN INPUT_VAL
        (bool succeeded, ) = recipient.call{value: amount}(""); //~ BENIGN FUND_XFER
        require(succeeded, "The recipient did not accept the ether."); //~ BENIGN EXT_CALL
    }
}
