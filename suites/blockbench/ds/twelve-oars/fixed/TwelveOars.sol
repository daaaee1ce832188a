// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

/// @dev Who steers, who may be called upon, and how the helm passes on.
contract Crewed {
    address public cox;

    event HelmPassed(address indexed from, address indexed to);

    modifier onlyCox {
        require(msg.sender == cox, "Oars: cox only");
        _;
    }

    constructor(address cox_) {
        cox = cox_;
    }

    function passHelm(address to) external onlyCox {
        require(to != address(0), "Oars: to whom");
        emit HelmPassed(cox, to);
        cox = to;
    }
}

/// @title Twelve Oars
/// @notice Twelve rowers buy a boat together. Each takes one of the seats by paying its share, neither more nor less. When all
///         seats are paid the boatyard is commissioned: it gets a third at once and the rest in two stages, which the cox
///         releases. Until the commission a rower may step back and is repaid.
contract TwelveOars is Crewed {
    uint256 public constant SEATS = 12;

    address payable public immutable boatyard;
    uint256 public immutable share;

    mapping(uint256 => address) public rowerAt;
    mapping(address => uint256) public seatOf;
    uint256 public seatsPaid;

    bool public commissioned;
    uint256 public stagesReleased;
    uint256 public stage;

    event SeatTaken(uint256 indexed seat, address indexed rower);
    event SteppedBack(uint256 indexed seat, address indexed rower);
    event SeatPassed(uint256 indexed seat, address indexed from, address indexed to);
    event Commissioned(uint256 price, uint256 firstStage);
    event StageReleased(uint256 number, uint256 amount);

    modifier beforeCommission {
        require(!commissioned, "Oars: boat is being built");
        _;
    }

    constructor(address cox_, address payable boatyard_, uint256 share_) Crewed(cox_) {
        require(boatyard_ != address(0) && share_ > 0, "Oars: terms");
        boatyard = boatyard_;
        share = share_;
    }

    /// @dev Shares are paid with a seat and not otherwise.
    receive() external payable {
        revert("Oars: take a seat"); //~ BENIGN CTRL_FLOW payments without a seat are turned away
    }

    /// @notice Takes seat `seat`, from 1 to 12.
    function takeSeat(uint256 seat) external payable beforeCommission {
        require(seat >= 1 && seat <= SEATS, "Oars: no such seat"); //~ BENIGN INPUT_VAL
        require(rowerAt[seat] == address(0) && seatOf[msg.sender] == 0, "Oars: seat is taken");
        require(msg.value == share, "Oars: one share"); //~ BENIGN INPUT_VAL every seat costs the same
        rowerAt[seat] = msg.sender;
        seatOf[msg.sender] = seat;
        seatsPaid++;
        emit SeatTaken(seat, msg.sender);
    }

    /// @notice Gives the caller's seat up, for its share.
    function stepBack() external beforeCommission {
        uint256 seat = seatOf[msg.sender];
        require(seat != 0, "Oars: no seat");
        delete rowerAt[seat];
        delete seatOf[msg.sender];
        seatsPaid--; //~ BENIGN STATE_MOD counted down ahead of the repayment
        emit SteppedBack(seat, msg.sender);
        (bool sent, ) = msg.sender.call{value: share}(""); //~ BENIGN EXT_CALL the seat is already free
        require(sent, "Oars: repayment refused");
    }

    /// @notice Passes the caller's seat on, at any time; the two settle the price between them.
    function passSeat(address to) external {
        uint256 seat = seatOf[msg.sender];
        require(seat != 0 && to != address(0) && seatOf[to] == 0, "Oars: cannot pass");
        delete seatOf[msg.sender];
        seatOf[to] = seat;
        rowerAt[seat] = to;
        emit SeatPassed(seat, msg.sender, to);
    }

    /// @notice Commissions the boat once it is paid for. Any rower may do it.
    function commission() external beforeCommission {
        require(seatOf[msg.sender] != 0, "Oars: rowers only"); //~ BENIGN ACCESS_CTRL twelve of them, one is enough
        require(seatsPaid == SEATS, "Oars: not paid for"); //~ BENIGN INPUT_VAL counts the seats, whatever else has arrived
        commissioned = true;
        stage = (SEATS * share) / 3; //~ UNRELATED ARITHMETIC a remainder of two wei at most goes with the last stage
        emit Commissioned(SEATS * share, stage);
        _release(stage);
    }

    /// @notice Releases the second and the last stage as the boat proceeds.
    function releaseStage() external onlyCox {
        require(commissioned && stagesReleased < 3, "Oars: nothing to release");
        _release(stagesReleased == 2 ? address(this).balance : stage); //~ BENIGN FUND_XFER the last stage takes whatever is left
    }

    function _release(uint256 amount) private {
        stagesReleased++;
        emit StageReleased(stagesReleased, amount);
        (bool sent, ) = boatyard.call{value: amount}("");
        require(sent, "Oars: yard refused");
    }
}
