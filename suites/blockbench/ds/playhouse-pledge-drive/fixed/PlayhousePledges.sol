// SPDX-License-Identifier: MIT
pragma solidity 0.4.26;

/**
 * PLAYHOUSE PLEDGE DRIVE
 *
 * A theatre collects pledges for one production. If the goal is reached by the closing date
 * the producer takes the money; otherwise every backer gets the pledge back, either by asking
 * for it (claim) or in the order of the list when somebody moves the list on (returnBatch).
 * What nobody has asked for one year after the end goes to the theatre's foundation.
 */
contract PlayhousePledges {
    enum Stage { Raising, Funded, Returning }

    uint256 public constant MIN_PLEDGE = 50 finney;
    uint256 public constant CLAIM_TERM = 365 days;

    address public producer;
    address public foundation;
    uint256 public goal;
    uint256 public closesAt;

    Stage public stage;
    uint256 public raised;
    uint256 public concludedAt;

    /** Everybody with a pledge, in the order of the first payment. */
    address[] public backers;
    /** What a backer has in the drive. */
    mapping(address => uint256) public pledges;
    /** Position in `backers` up to which the list has been worked off. */
    uint256 public cursor;

    event Pledged(address indexed backer, uint256 amount);
    event Concluded(Stage stage, uint256 raised);
    event Claimed(address indexed backer, uint256 amount);
    event ListMoved(address indexed caller, uint256 cursor);
    event BooksClosed(uint256 amount);

    modifier during(Stage wanted) {
        require(stage == wanted, "not in this stage");
        _;
    }

    constructor(address _foundation, uint256 _goal, uint256 _days) public {
        require(_foundation != address(0), "foundation needed");
        require(_goal > 0 && _days > 0 && _days <= 120, "terms out of range");
        producer = msg.sender;
        foundation = _foundation;
        goal = _goal;
        closesAt = now + _days * 1 days;
    }

    /** Adds to the caller's pledge. */
    function pledge() external payable during(Stage.Raising) {
        require(now < closesAt, "drive is over");
        require(msg.value >= MIN_PLEDGE, "pledge too small"); //~ BENIGN INPUT_VAL keeps the list from being filled for nothing
        if (pledges[msg.sender] == 0) {
            backers.push(msg.sender);
        }
        pledges[msg.sender] += msg.value; //~ BENIGN ARITHMETIC sums of real ether cannot wrap
        raised += msg.value;
        emit Pledged(msg.sender, msg.value);
    }

    /** Fixes the outcome after the closing date. */
    function conclude() external during(Stage.Raising) {
        require(now >= closesAt, "drive is running");
        stage = raised >= goal ? Stage.Funded : Stage.Returning;
        concludedAt = now;
        emit Concluded(stage, raised);
    }

    /** Pays a funded drive to the producer. */
    function collect() external during(Stage.Funded) {
        require(msg.sender == producer, "producer only");
        producer.transfer(address(this).balance); //~ BENIGN FUND_XFER transfer reverts when the payment is refused
    }

    /** Returns the caller's pledge. */
    function claim() external during(Stage.Returning) {
        uint256 due = pledges[msg.sender];
        require(due > 0, "nothing due");
        pledges[msg.sender] = 0; //~ BENIGN STATE_MOD cleared ahead of the payment
        require(msg.sender.call.value(due)(), "payment refused"); //~ BENIGN EXT_CALL result tested, all gas forwarded to wallets that need it
        emit Claimed(msg.sender, due);
    }

    /** Returns the pledges of the next `count` backers of the list. */
    function returnBatch(uint256 count) external during(Stage.Returning) { //~ BENIGN ACCESS_CTRL anyone moves the list on; a backer can only be paid by it
        uint256 left = backers.length - cursor;
        uint256 stop = cursor + (count < left ? count : left); //~ BENIGN ARITHMETIC count is capped before the sum

        while (cursor < stop) {
            address backer = backers[cursor];
            cursor++;

            uint256 due = pledges[backer];
            if (due == 0) {
                continue;
            }
            require(address(this).balance >= due, "balance short"); //~ BENIGN INPUT_VAL rules out one reason for a failed payment
            pledges[backer] = 0; //~ BENIGN STATE_MOD cleared ahead of the payment
            if (!backer.send(due)) pledges[backer] = due; //~ BENIGN FUND_XFER a refused payment stays due and can be claimed
        }
        emit ListMoved(msg.sender, cursor);
    }

    /** Hands what is left after the claim term to the foundation. */
    function closeBooks() external during(Stage.Returning) {
        require(now >= concludedAt + CLAIM_TERM, "claims are open"); //~ UNRELATED TIMESTAMP a year long term
        uint256 rest = address(this).balance;
        foundation.transfer(rest);
        emit BooksClosed(rest);
    }

    function backerCount() external view returns (uint256) {
        return backers.length;
    }
}
