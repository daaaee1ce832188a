pragma solidity 0.4.26;

// Shares of a company and the dividends on them, in ether.
contract DividendRegister {
    uint constant UNIT = 1e18;

    address public secretary;
    uint public totalShares;
    uint public perShare; // all dividends so far, for one share, times UNIT
    uint public unassigned; // came in while there were no shares
    mapping(address => uint) public sharesOf;
    mapping(address => uint) public settledAt;
    mapping(address => uint) public owed;

    event Dividend(uint amount);
    event SharesSet(address indexed holder, uint shares);
    event Paid(address indexed holder, uint amount);

    modifier onlySecretary() {
        require(msg.sender == secretary); //~ BENIGN ACCESS_CTRL
        _;
    }

    function DividendRegister() public {
        secretary = msg.sender; //~ BENIGN INIT the function has the name of the contract and runs once
    }

    // a dividend for everybody
    function() public payable {
        if (totalShares == 0) {
            unassigned += msg.value;
            return;
        }
        perShare += msg.value * UNIT / totalShares; //~ BENIGN ARITHMETIC no more than all the ether there is, times UNIT
        Dividend(msg.value);
    }

    function setSecretary(address _secretary) public onlySecretary {
        require(_secretary != 0);
        secretary = _secretary;
    }

    // what came in before the first shares goes to the company
    function takeUnassigned() public onlySecretary {
        uint amount = unassigned;
        unassigned = 0;
        secretary.transfer(amount);
    }

    function setShares(address _holder, uint _shares) public onlySecretary {
        require(_holder != 0);
        require(_shares <= 1e12); //~ BENIGN INPUT_VAL keeps the products below small
        settle(_holder); //~ BENIGN STATE_MOD the dividends of before are for the shares of before
        totalShares = totalShares - sharesOf[_holder] + _shares;
        sharesOf[_holder] = _shares;
        SharesSet(_holder, _shares);
    }

    function dueTo(address _holder) public constant returns (uint) {
        return owed[_holder] + sharesOf[_holder] * (perShare - settledAt[_holder]) / UNIT;
    }

    // anybody can have a holder paid, the holder alone gets it
    function pay(address _holder) public {
        settle(_holder);
        uint due = owed[_holder];
        require(due > 0);
        owed[_holder] = 0; //~ BENIGN STATE_MOD
        _holder.transfer(due); //~ BENIGN FUND_XFER
        Paid(_holder, due); //~ UNRELATED EVENT_EMIT
    }

    function settle(address _holder) internal {
        owed[_holder] = dueTo(_holder); //~ BENIGN COMPUTATION
        settledAt[_holder] = perShare;
    }
}
