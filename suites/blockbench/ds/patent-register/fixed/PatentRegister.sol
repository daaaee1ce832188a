pragma solidity 0.4.26;

// A register of filings. A filing is kept alive by a fee each year, and may be licensed or sold.
contract PatentRegister {
    struct Filing {
        address owner;
        bytes32 document;
        uint paidUntil;
        uint asked; // price, 0 where it is not for sale
    }

    address public clerk;
    uint public fee;
    uint public fees;
    Filing[] public filings;
    mapping (address => mapping (bytes32 => bool)) public known;
    mapping (address => uint) public credit;

    event Filed(uint indexed id, address indexed owner, bytes32 document);
    event Renewed(uint indexed id, uint paidUntil);
    event Asked(uint indexed id, uint price);
    event Sold(uint indexed id, address indexed from, address indexed to, uint price);
    event Collected(address indexed clerk, uint amount);

    modifier onlyClerk() {
        require(msg.sender == clerk); //~ BENIGN ACCESS_CTRL
        _;
    }

    modifier onlyOwner(uint _id) {
        require(msg.sender == filings[_id].owner); //~ BENIGN ACCESS_CTRL
        _;
    }

    // Called along with the deployment.
    function open(uint _fee) public { //~ BENIGN INIT
        require(clerk == address(0)); //~ BENIGN INIT
        require(_fee > 0); //~ BENIGN INPUT_VAL
        require(_fee <= 10 ether); //~ BENIGN INPUT_VAL
        clerk = msg.sender;
        fee = _fee;
    }

    // The document is a hash of the text and of the account that files it.
    function file(bytes32 _document) public payable returns (uint id) {
        require(clerk != address(0)); //~ BENIGN INIT
        require(msg.value == fee); //~ BENIGN INPUT_VAL
        require(!known[msg.sender][_document]); //~ BENIGN CTRL_FLOW
        known[msg.sender][_document] = true;
        fees += msg.value; //~ BENIGN STATE_MOD
        id = filings.push(Filing(msg.sender, _document, now + 365 days, 0)) - 1;
        emit Filed(id, msg.sender, _document);
    }

    // At most five years ahead.
    function renew(uint _id) public payable onlyOwner(_id) {
        require(msg.value == fee);
        Filing storage f = filings[_id];
        require(f.paidUntil <= now + 4 * 365 days); //~ BENIGN TIMESTAMP
        f.paidUntil = (f.paidUntil > now ? f.paidUntil : now) + 365 days; //~ BENIGN TIMESTAMP
        fees += msg.value;
        emit Renewed(_id, f.paidUntil);
    }

    function ask(uint _id, uint _price) public onlyOwner(_id) {
        filings[_id].asked = _price; //~ BENIGN STATE_MOD
        emit Asked(_id, _price); //~ UNRELATED EVENT_EMIT
    }

    function buy(uint _id) public payable {
        Filing storage f = filings[_id];
        require(f.asked > 0); //~ BENIGN CTRL_FLOW
        require(msg.value == f.asked); //~ BENIGN INPUT_VAL
        address seller = f.owner;
        f.owner = msg.sender;
        f.asked = 0; //~ BENIGN STATE_MOD
        credit[seller] += msg.value;
        emit Sold(_id, seller, msg.sender, msg.value);
    }

    function withdraw() public {
        uint amount = credit[msg.sender];
        require(amount > 0);
        credit[msg.sender] = 0; //~ BENIGN STATE_MOD
        msg.sender.transfer(amount); //~ BENIGN FUND_XFER
    }

    function collect() public onlyClerk {
        uint amount = fees; //~ BENIGN STATE_MOD
        fees = 0;
        emit Collected(msg.sender, amount);
        msg.sender.transfer(amount); //~ BENIGN FUND_XFER
    }

    function alive(uint _id) public view returns (bool) {
        return _id < filings.length && now < filings[_id].paidUntil;
    }
}
