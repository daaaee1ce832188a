pragma solidity 0.4.26;

/**
 * Millpond Ladder.
 *
 * Every climber lends the pond some ether and is owed a tenth more. What later climbers bring repays the earlier ones,
 * rung by rung from below. A fifth of it goes into the chest. When nobody has climbed for twelve hours the one on the
 * top rung gets the chest, the rungs not repaid by then are lost to their climbers, and a new ladder is put up.
 *
 * Nothing here is an investment.
 */
contract Millpond {
    struct Rung {
        address climber;
        uint owed;
    }

    uint constant REST = 12 hours;
    uint constant LEAST = 10 finney;

    Rung[] internal rungs;
    uint internal nextRung;  // the lowest rung that is not repaid
    uint internal ladder;    // ladders put up before this one

    address public top;      // nobody while the ladder is empty
    uint public lastClimb;
    uint public chest;
    uint public pond;        // what is there to repay rungs with

    mapping (address => uint) public purse;

    event Climbed(uint indexed ladder, address indexed climber, uint lent);
    event Repaid(uint indexed ladder, address indexed climber, uint amount);
    event ChestWon(uint indexed ladder, address indexed climber, uint amount);
    event Emptied(address indexed climber, uint amount);

    // Climbers of the ladder that still wait for their money.
    function waiting() public view returns (uint) {
        return rungs.length - nextRung;
    }

    function nextDue() public view returns (address climber, uint owed) {
        if (waiting() == 0) return (0, 0);
        return (rungs[nextRung].climber, rungs[nextRung].owed);
    }

    // The open time of a ladder ends when the top rung has been held for long enough.
    function isOver() public view returns (bool) {
        return top != 0 && now >= lastClimb + REST; //~ BENIGN TIMESTAMP hours, which no miner can make up
    }

    function emptyPurse() external {
        uint amount = purse[msg.sender];
        require(amount > 0);
        purse[msg.sender] = 0; //~ BENIGN STATE_MOD before the transfer
        emit Emptied(msg.sender, amount);
        msg.sender.transfer(amount);
    }
}

contract MillpondLadder is Millpond {
    uint constant CHEST_PART = 5;
    uint constant INTEREST = 110; // of 100

    address public miller;

    constructor() public payable {
        miller = msg.sender;
        chest = msg.value;
    }

    function ladderNumber() external view returns (uint) {
        return ladder;
    }

    // The miller may make the chest more attractive.
    function addToChest() external payable {
        require(msg.sender == miller);
        chest += msg.value; //~ UNRELATED ARITHMETIC
    }

    function climb() external payable {
        require(msg.value >= LEAST && !isOver());
        uint forChest = msg.value / CHEST_PART;
        chest += forChest;
        pond += msg.value - forChest;

        rungs.push(Rung(msg.sender, msg.value / 100 * INTEREST)); //~ PREREQ STATE_MOD anybody adds as many rungs as he can pay the least loan for
        top = msg.sender;
        lastClimb = now;
        emit Climbed(ladder, msg.sender, msg.value);
        repay(2);
    }

    // Repays up to `most` rungs, as far as the pond goes.
    function repay(uint most) public {
        for (uint i = 0; i < most && waiting() > 0; i++) { //~ INSUFF_GUARD CTRL_FLOW bounds the work of repaying, which is not the work that grows
            Rung storage rung = rungs[nextRung];
            if (rung.owed > pond) return;
            pond -= rung.owed;
            purse[rung.climber] += rung.owed; //~ BENIGN FUND_XFER to be fetched, so that no climber can stop the others
            emit Repaid(ladder, rung.climber, rung.owed);
            nextRung++;
        }
    }

    // Gives the chest to the top climber and puts up a new ladder. What is left in the pond serves the new one.
    function takeDown() external {
        require(isOver());
        uint prize = chest;
        chest = 0;
        purse[top] += prize; //~ BENIGN FUND_XFER
        emit ChestWon(ladder, top, prize);
        top = 0;
        ladder++;
        rungs.length = 0; //~ ROOT_CAUSE STATE_MOD wipes two words of storage for every climber of the ladder, in one call
        nextRung = 0;
    }
}
