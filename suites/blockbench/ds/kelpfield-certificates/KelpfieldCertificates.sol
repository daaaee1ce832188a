// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

interface ICoin {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// @dev Product over quotient, towards zero or away from it. Amounts stay far below 2**128.
library Ratio {
    function part(uint256 x, uint256 num, uint256 den) internal pure returns (uint256) {
        return (x * num) / den;
    }

    function partUp(uint256 x, uint256 num, uint256 den) internal pure returns (uint256) {
        return (x * num + den - 1) / den;
    }
}

/// @title Certificates of the Kelpfield Society
/// @notice The society owns a kelp field and keeps its money in one coin (6 decimals). It issues whole certificates,
///         never fractions of one, and each is worth the same part of that money. The harvest raises what a
///         certificate is worth.
contract KelpfieldCertificates {
    using Ratio for uint256;

    uint256 public constant ISSUE_PRICE = 100e6; // for the first certificates
    uint256 public constant LEAST_DRAW = 5e6;
    uint256 public constant MAX_ENTRANCE_BPS = 300;
    uint256 public constant RESTING_TIME = 3 days;

    ICoin public immutable coin;
    address public board;

    uint256 public money;
    uint256 public issued;
    uint256 public entranceBps;
    mapping(address => uint256) public held;
    mapping(address => uint256) public restingUntil;

    event Subscribed(address indexed holder, uint256 certificates, uint256 cost);
    event Redeemed(address indexed holder, uint256 certificates, uint256 value);
    event Drawn(address indexed holder, uint256 value, uint256 certificates);
    event Passed(address indexed from, address indexed to, uint256 certificates);
    event Harvested(address indexed from, uint256 value);
    event BoardChanged(address board, uint256 entranceBps);

    error NotBoard();
    error TooDear(uint256 cost);
    error TooFew(uint256 held);
    error TooSmall();
    error Resting(uint256 until);
    error CoinFailed();

    constructor(ICoin coin_) {
        coin = coin_;
        board = msg.sender;
    }

    // ~~~ board ~~~

    function setBoard(address board_, uint256 entranceBps_) external {
        if (msg.sender != board) revert NotBoard();
        if (entranceBps_ > MAX_ENTRANCE_BPS) revert TooDear(entranceBps_);
        board = board_;
        entranceBps = entranceBps_;
        emit BoardChanged(board_, entranceBps_);
    }

    // ~~~ money in ~~~

    /// @notice Subscribes to `certificates` for at most `maxCost`.
    function subscribe(uint256 certificates, uint256 maxCost) external returns (uint256 cost) {
        if (certificates == 0) revert TooSmall();
        cost = issued == 0 ? certificates * ISSUE_PRICE : certificates.partUp(money, issued); //~ BENIGN ARITHMETIC rounds up, against the subscriber
        cost += cost.part(entranceBps, 10_000);
        if (cost > maxCost) revert TooDear(cost); //~ BENIGN INPUT_VAL bounds what a rise in between can cost
        held[msg.sender] += certificates;
        issued += certificates;
        restingUntil[msg.sender] = block.timestamp + RESTING_TIME;
        emit Subscribed(msg.sender, certificates, cost);
        _receive(cost);
    }

    /// @notice Adds to the society's money, for all certificates alike.
    function harvest(uint256 value) external {
        emit Harvested(msg.sender, value);
        _receive(value);
    }

    // ~~~ money out ~~~

    /// @notice What `certificates` are worth.
    function worth(uint256 certificates) public view returns (uint256) {
        return issued == 0 ? 0 : certificates.part(money, issued); //~ BENIGN ARITHMETIC rounds down, against the holder
    }

    /// @notice How many certificates a draw of `value` uses up.
    function usedBy(uint256 value) public view returns (uint256) {
        return value.part(issued, money); //~ ROOT_CAUSE ARITHMETIC rounds down, so up to one certificate's worth is used up by nothing
    }

    /// @notice Turns certificates of the caller into their worth.
    function redeem(uint256 certificates) external returns (uint256 value) {
        value = worth(certificates); //~ BENIGN COMPUTATION certificates are given, the value follows
        _retire(certificates);
        emit Redeemed(msg.sender, certificates, value);
        _send(value);
    }

    /// @notice Draws a round sum and uses certificates of the caller up for it.
    function draw(uint256 value) external returns (uint256 certificates) {
        if (value < LEAST_DRAW || value > worth(held[msg.sender])) revert TooSmall(); //~ INSUFF_GUARD INPUT_VAL less than what a certificate is worth passes, again and again
        certificates = usedBy(value); //~ PREREQ COMPUTATION the value is given, the certificates follow
        _retire(certificates);
        emit Drawn(msg.sender, value, certificates);
        _send(value); //~ ROOT_CAUSE FUND_XFER pays more than the certificates that went for it are worth
    }

    function pass(address to, uint256 certificates) external {
        uint256 until = restingUntil[msg.sender];
        if (block.timestamp < until) revert Resting(until); //~ BENIGN TIMESTAMP new certificates rest where they are
        if (held[msg.sender] < certificates) revert TooFew(held[msg.sender]);
        held[msg.sender] -= certificates;
        held[to] += certificates;
        emit Passed(msg.sender, to, certificates);
    }

    // ~~~ inside ~~~

    function _retire(uint256 certificates) private {
        if (block.timestamp < restingUntil[msg.sender]) revert Resting(restingUntil[msg.sender]); //~ UNRELATED TIMESTAMP three days
        if (held[msg.sender] < certificates) revert TooFew(held[msg.sender]); //~ INSUFF_GUARD INPUT_VAL true for none
        held[msg.sender] -= certificates;
        issued -= certificates;
    }

    function _receive(uint256 value) private {
        money += value;
        if (!coin.transferFrom(msg.sender, address(this), value)) revert CoinFailed();
    }

    function _send(uint256 value) private {
        money -= value;
        if (!coin.transfer(msg.sender, value)) revert CoinFailed();
    }
}
