pragma solidity 0.4.26;

interface IToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/**
 * @dev Sums and differences that stop at the ends.
 */
library SafeMath {
    function add(uint256 a, uint256 b) internal pure returns (uint256) {
        require(a + b >= a, "sum too large"); //~ BENIGN ARITHMETIC
        return a + b;
    }

    function sub(uint256 a, uint256 b) internal pure returns (uint256) {
        require(b <= a, "too little"); //~ BENIGN ARITHMETIC
        return a - b;
    }
}

/**
 * @dev Who keeps the books of the calls.
 */
contract Carried {
    address public carrier;

    event CarrierChanged(address indexed carrier);

    constructor() internal {
        carrier = msg.sender; //~ BENIGN INIT
    }

    modifier onlyCarrier() {
        require(msg.sender == carrier, "not the carrier"); //~ BENIGN ACCESS_CTRL
        _;
    }

    /**
     * @dev Hands the books over.
     */
    function changeCarrier(address _carrier) external onlyCarrier {
        require(_carrier != address(0), "no carrier");
        carrier = _carrier;
        emit CarrierChanged(_carrier);
    }
}

/**
 * @title Prepaid credit for phone calls
 * @dev One unit of credit for one unit of the token.
 */
contract PhoneCredit is Carried {
    using SafeMath for uint256;

    uint256 public constant RESERVE = 1 ether;

    IToken public token;
    uint256 public turnover;
    mapping(address => uint256) public credit;

    event ToppedUp(address indexed phone, uint256 amount);
    event Sent(address indexed from, address indexed to, uint256 amount);
    event Charged(address indexed phone, uint256 amount);
    event CashedOut(address indexed phone, uint256 amount);

    constructor(IToken _token) public {
        require(address(_token) != address(0), "no token");
        token = _token;
    }

    /**
     * @dev Buys credit for a phone, one's own or another.
     */
    function topUp(address _phone, uint256 _amount) external {
        require(_phone != address(0), "no phone");
        credit[_phone] = credit[_phone].add(_amount); //~ BENIGN STATE_MOD
        require(token.transferFrom(msg.sender, address(this), _amount), "not paid"); //~ BENIGN FUND_XFER
        emit ToppedUp(_phone, _amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Sends credit to another phone. The reserve stays, for calls under way.
     */
    function send(address _to, uint256 _amount) external {
        require(_to != address(0), "no phone"); //~ BENIGN INPUT_VAL
        require(credit[msg.sender] - _amount >= RESERVE, "too little"); //~ ROOT_CAUSE ARITHMETIC
        credit[msg.sender] -= _amount; //~ PREREQ STATE_MOD
        credit[_to] = credit[_to].add(_amount); //~ DECOY STATE_MOD reads what the line above has written
        emit Sent(msg.sender, _to, _amount);
    }

    /**
     * @dev Charges a phone for its calls.
     */
    function charge(address _phone, uint256 _amount) external onlyCarrier {
        credit[_phone] = credit[_phone].sub(_amount); //~ BENIGN ARITHMETIC
        turnover = turnover.add(_amount);
        emit Charged(_phone, _amount);
    }

    /**
     * @dev Pays the carrier what phones were charged.
     */
    function collect() external onlyCarrier {
        uint256 amount = turnover;
        turnover = 0; //~ BENIGN STATE_MOD
        require(token.transfer(carrier, amount), "not paid"); //~ BENIGN FUND_XFER
    }

    /**
     * @dev Pays back what was not used. The reserve stays here, too.
     */
    function cashOut(uint256 _amount) external {
        credit[msg.sender] = credit[msg.sender].sub(_amount); //~ INSUFF_GUARD ARITHMETIC the credit may be one that was never paid for
        require(credit[msg.sender] >= RESERVE, "too little"); //~ BENIGN INPUT_VAL
        require(token.transfer(msg.sender, _amount), "not paid");
        emit CashedOut(msg.sender, _amount);
    }

    /**
     * @dev Pays a phone that has no calls under way all that is left.
     */
    function close(address _phone) external onlyCarrier {
        uint256 amount = credit[_phone];
        credit[_phone] = 0; //~ BENIGN STATE_MOD
        require(token.transfer(_phone, amount), "not paid"); //~ BENIGN FUND_XFER
        emit CashedOut(_phone, amount);
    }
}
