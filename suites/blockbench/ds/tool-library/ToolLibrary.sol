// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

/// A library that lends tools. Whoever wants a tool leaves a deposit, which the warden returns together with the reservation's end.
contract ToolLibrary {
    enum Status {None, Reserved, Lent, Closed}

    struct Reservation {
        address payable borrower;
        uint256 tool;
        uint256 deposit;
        uint256 due;
        Status status;
    }

    uint256 public constant LENDING_PERIOD = 14 days;

    address public immutable warden;
    mapping(uint256 => uint256) public depositOfTool;
    mapping(uint256 => bool) public taken;
    mapping(address => uint256) public credit;
    Reservation[] public reservations;

    event ToolOffered(uint256 indexed tool, uint256 deposit);
    event ToolReserved(uint256 indexed reservation, uint256 indexed tool, address indexed borrower);
    event ReservationCancelled(uint256 indexed reservation);
    event ToolHandedOut(uint256 indexed reservation, uint256 due);
    event ToolReturned(uint256 indexed reservation, uint256 refund);
    event Withdrawn(address indexed account, uint256 amount);

    modifier onlyWarden() {
        require(msg.sender == warden, "Only the warden may do this."); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor() {
        warden = msg.sender; //~ BENIGN INIT
    }

    /// The warden offers a tool, or changes the deposit for reservations to come.
    function offer(uint256 tool, uint256 deposit) external onlyWarden {
        require(deposit > 0, "A tool needs a deposit."); //~ BENIGN INPUT_VAL
        depositOfTool[tool] = deposit;
        emit ToolOffered(tool, deposit);
    }

    /// Anybody reserves a free tool and leaves its deposit.
    function reserve(uint256 tool) external payable returns (uint256 reservation) {
        require(depositOfTool[tool] > 0, "There is no such tool."); //~ BENIGN INPUT_VAL
        require(msg.value == depositOfTool[tool], "The deposit is another one."); //~ BENIGN INPUT_VAL
        require(!taken[tool], "The tool is taken."); //~ BENIGN INPUT_VAL
        taken[tool] = true;
        reservation = reservations.length;
        reservations.push(Reservation(msg.sender, tool, msg.value, 0, Status.Reserved)); //~ PREREQ STATE_MOD
        emit ToolReserved(reservation, tool, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    /// The borrower gives a reservation up before the tool is handed out.
    function cancel(uint256 reservation) external {
        Reservation storage entry = reservations[reservation];
        require(entry.borrower == msg.sender, "The reservation is not yours."); //~ PREREQ ACCESS_CTRL
        require(entry.status != Status.Lent, "The reservation is not open."); //~ ROOT_CAUSE CTRL_FLOW Closed passes too
        entry.status = Status.Closed; //~ PREREQ STATE_MOD
        taken[entry.tool] = false;
        credit[msg.sender] += entry.deposit; //~ PREREQ STATE_MOD
        emit ReservationCancelled(reservation); //~ UNRELATED EVENT_EMIT
    }

    /// The warden hands a reserved tool out.
    function handOut(uint256 reservation) external onlyWarden {
        Reservation storage entry = reservations[reservation];
        require(entry.status == Status.Reserved, "The reservation is not open."); //~ BENIGN CTRL_FLOW
        entry.status = Status.Lent; //~ BENIGN STATE_MOD
        entry.due = block.timestamp + LENDING_PERIOD; //~ BENIGN TIMESTAMP
        emit ToolHandedOut(reservation, entry.due);
    }

    /// The warden takes a tool back. Each day of delay costs a tenth of the deposit, and the library keeps it.
    function takeBack(uint256 reservation) external onlyWarden {
        Reservation storage entry = reservations[reservation];
        require(entry.status == Status.Lent, "The tool is not lent."); //~ BENIGN CTRL_FLOW
        entry.status = Status.Closed; //~ BENIGN STATE_MOD
        uint256 refund = entry.deposit;
        if (block.timestamp > entry.due) {
            uint256 late = (block.timestamp - entry.due) / 1 days + 1;
            refund = late < 10 ? refund - (refund / 10) * late : 0; //~ DECOY ARITHMETIC at most nine tenths
        }
        taken[entry.tool] = false;
        credit[entry.borrower] += refund; //~ BENIGN STATE_MOD
        credit[warden] += entry.deposit - refund; //~ BENIGN STATE_MOD
        emit ToolReturned(reservation, refund);
    }

    /// Anybody is paid what was credited to the account.
    function withdraw() external returns (uint256 amount) {
        amount = credit[msg.sender];
        require(amount > 0, "There is nothing to withdraw."); //~ BENIGN INPUT_VAL
        credit[msg.sender] = 0; //~ BENIGN STATE_MOD
        msg.sender.transfer(amount); //~ PREREQ FUND_XFER
        emit Withdrawn(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }
}
