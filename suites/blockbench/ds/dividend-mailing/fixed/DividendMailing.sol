pragma solidity 0.4.26;

/**
 * @dev Sums that do not wrap.
 */
library SafeMath {
    /**
     * @dev Adds two numbers.
     */
    function add(uint256 _a, uint256 _b) internal pure returns (uint256 c) {
        c = _a + _b;
        require(c >= _a, "too much"); //~ BENIGN ARITHMETIC
    }
}

/**
 * @dev The company that pays.
 */
contract Company {
    address public company;

    modifier onlyCompany() {
        require(msg.sender == company, "only the company"); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor() public {
        company = msg.sender;
    }
}

/**
 * @dev Mails dividends to shareholders in rounds. Whoever prefers to fetch a dividend may do so.
 */
contract DividendMailing is Company {
    using SafeMath for uint256;

    address[] public shareholders;
    mapping (address => uint256) public shares;
    mapping (address => uint256) public due;
    uint256 public totalShares;
    uint256 public reserved;

    event Enrolled(address indexed shareholder, uint256 shares);
    event Declared(uint256 perShare, uint256 total);
    event Mailed(address indexed shareholder, uint256 amount);
    event Fetched(address indexed shareholder, address indexed to, uint256 amount);

    /**
     * @dev Takes ether of the company.
     */
    function () external payable {}

    /**
     * @dev Enrols a shareholder, once.
     */
    function enrol(address _shareholder, uint256 _shares) external onlyCompany {
        require(_shareholder != address(0), "no shareholder"); //~ BENIGN INPUT_VAL
        require(_shares > 0 && _shares <= 1000000, "bad number"); //~ BENIGN INPUT_VAL
        require(shares[_shareholder] == 0, "enrolled"); //~ BENIGN CTRL_FLOW
        require(shareholders.length < 100, "full"); //~ BENIGN INPUT_VAL
        shareholders.push(_shareholder);
        shares[_shareholder] = _shares;
        totalShares = totalShares.add(_shares);
        emit Enrolled(_shareholder, _shares); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Declares a dividend for each share.
     */
    function declare(uint256 _perShare) external onlyCompany {
        require(_perShare > 0 && _perShare <= 1 ether, "bad dividend"); //~ BENIGN INPUT_VAL
        uint256 total = _perShare * totalShares; //~ BENIGN ARITHMETIC
        reserved = reserved.add(total);
        require(reserved <= address(this).balance, "not covered"); //~ BENIGN STATE_MOD
        for (uint256 i = 0; i < shareholders.length; i++) { //~ BENIGN CTRL_FLOW
            address s = shareholders[i];
            due[s] = due[s].add(shares[s] * _perShare);
        }
        emit Declared(_perShare, total);
    }

    /**
     * @dev Mails the dividends of some shareholders. Anyone may pay the postage.
     */
    function mail(uint256 _from, uint256 _to) external { //~ BENIGN ACCESS_CTRL
        require(_from < _to && _to <= shareholders.length, "bad range"); //~ BENIGN INPUT_VAL
        for (uint256 i = _from; i < _to; i++) {
            _pay(shareholders[i]);
        }
    }

    /**
     * @dev Sends the caller's dividend to an account of its choice.
     */
    function fetch(address _to) external {
        require(_to != address(0), "no receiver"); //~ BENIGN INPUT_VAL
        uint256 amount = due[msg.sender];
        require(amount > 0, "nothing due"); //~ BENIGN INPUT_VAL
        due[msg.sender] = 0;
        reserved -= amount;
        emit Fetched(msg.sender, _to, amount);
        require(_to.call.value(amount)(), "refused"); //~ BENIGN EXT_CALL
    }

    /**
     * @dev Takes back what is not reserved for shareholders.
     */
    function takeBack(uint256 _amount) external onlyCompany {
        require(reserved.add(_amount) <= address(this).balance, "reserved"); //~ BENIGN ARITHMETIC
        company.transfer(_amount); //~ BENIGN FUND_XFER
    }

    /**
     * @dev How many shareholders there are.
     */
    function count() external view returns (uint256) {
        return shareholders.length;
    }

    function _pay(address _shareholder) internal {
        uint256 amount = due[_shareholder];
        due[_shareholder] = 0; //~ BENIGN STATE_MOD
        reserved -= amount; //~ BENIGN ARITHMETIC
        if (!_shareholder.send(amount)) { //~ BENIGN EXT_CALL
        due[_shareholder] = amount; //~ BENIGN STATE_MOD
        reserved += amount;
        }
        emit Mailed(_shareholder, amount);
    }
}
