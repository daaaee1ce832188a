pragma solidity 0.4.26;

/**
 * @dev Arithmetic that reverts where a result does not fit.
 */
library SafeMath {
    function add(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a + b;
        require(c >= a, "overflow"); //~ BENIGN ARITHMETIC
    }

    function sub(uint256 a, uint256 b) internal pure returns (uint256) {
        require(b <= a, "underflow"); //~ BENIGN ARITHMETIC
        return a - b;
    }
}

/**
 * @dev A contract with one owner.
 */
contract Owned {
    address public owner;

    constructor() public {
        owner = msg.sender; //~ BENIGN INIT
    }

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner"); //~ BENIGN ACCESS_CTRL
        _;
    }
}

/**
 * @dev What a dairy owes to its farmers. The ether for it is there before anything is owed.
 */
contract MilkPayouts is Owned {
    using SafeMath for uint256;

    uint256 public totalOwed;
    mapping(address => uint256) public owedTo;

    event Credited(address indexed farmer, uint256 amount);
    event Corrected(address indexed farmer, uint256 amount);
    event Collected(address indexed farmer, address indexed to, uint256 amount);
    event TakenBack(uint256 amount);

    /**
     * @dev Takes ether of the dairy.
     */
    function () external payable {}

    /**
     * @dev Credits a farmer for milk.
     */
    function credit(address _farmer, uint256 _amount) external onlyOwner {
        require(_farmer != address(0), "no farmer"); //~ BENIGN INPUT_VAL
        totalOwed = totalOwed.add(_amount); //~ BENIGN ARITHMETIC
        require(totalOwed <= address(this).balance, "not covered"); //~ BENIGN INPUT_VAL
        owedTo[_farmer] = owedTo[_farmer].add(_amount); //~ BENIGN STATE_MOD
        emit Credited(_farmer, _amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Takes a credit back that was too high.
     */
    function correct(address _farmer, uint256 _amount) external onlyOwner {
        owedTo[_farmer] = owedTo[_farmer].sub(_amount); //~ BENIGN ARITHMETIC
        totalOwed = totalOwed.sub(_amount);
        emit Corrected(_farmer, _amount);
    }

    /**
     * @dev Pays the caller what is owed, to any account.
     */
    function collect(address _to) external {
        uint256 amount = owedTo[msg.sender]; //~ PREREQ STORAGE_READ
        require(amount > 0, "nothing owed"); //~ BENIGN INPUT_VAL
        require(_to.call.value(amount)(), "not paid"); //~ ROOT_CAUSE EXT_CALL with all the gas, while the amount is owed
        owedTo[msg.sender] = 0; //~ ROOT_CAUSE STATE_MOD
        totalOwed = totalOwed.sub(amount); //~ PREREQ ARITHMETIC what is owed to the others covers it
        emit Collected(msg.sender, _to, amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Takes back what is not owed.
     */
    function takeBack(uint256 _amount) external onlyOwner {
        require(_amount <= address(this).balance.sub(totalOwed), "owed"); //~ BENIGN INPUT_VAL
        owner.transfer(_amount); //~ BENIGN FUND_XFER
        emit TakenBack(_amount);
    }
}
