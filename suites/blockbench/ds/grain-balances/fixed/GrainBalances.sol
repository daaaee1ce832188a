pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/SafeERC20.sol";

/**
 * @dev Balances of a grain token that an elevator keeps for traders, who settle among themselves without moving tokens.
 */
contract GrainBalances {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    IERC20 public grain;
    uint256 public total;
    mapping(address => uint256) public balanceOf;

    event Delivered(address indexed trader, uint256 amount);
    event Fetched(address indexed trader, address indexed to, uint256 amount);
    event Settled(address indexed from, address indexed to, uint256 amount, address indexed haulier, uint256 freight);

    /**
     * @dev Sets the token that the elevator keeps.
     */
    constructor(IERC20 _grain) public {
        require(address(_grain) != address(0), "no grain"); //~ BENIGN INIT
        grain = _grain;
    }

    /**
     * @dev Delivers grain into the balance of the caller.
     */
    function deliver(uint256 _amount) external {
        balanceOf[msg.sender] = balanceOf[msg.sender].add(_amount); //~ BENIGN ARITHMETIC
        total = total.add(_amount);
        grain.safeTransferFrom(msg.sender, address(this), _amount); //~ BENIGN FUND_XFER
        emit Delivered(msg.sender, _amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Fetches grain out of the balance of the caller.
     */
    function fetch(address _to, uint256 _amount) external {
        require(_to != address(0), "no account"); //~ BENIGN INPUT_VAL
        balanceOf[msg.sender] = balanceOf[msg.sender].sub(_amount, "too little"); //~ BENIGN ARITHMETIC
        total = total.sub(_amount); //~ BENIGN ARITHMETIC
        grain.safeTransfer(_to, _amount); //~ BENIGN FUND_XFER
        emit Fetched(msg.sender, _to, _amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Settles a trade, and the freight with the haulier. The caller pays both in grain.
     */
    function settle(address _to, uint256 _amount, address _haulier, uint256 _freight) external {
        require(_to != address(0) && _haulier != address(0), "no account"); //~ BENIGN INPUT_VAL
        balanceOf[msg.sender] = balanceOf[msg.sender].sub(_amount, "too little").sub(_freight, "too little"); //~ BENIGN ARITHMETIC
        balanceOf[_to] = balanceOf[_to].add(_amount); //~ BENIGN STATE_MOD
        balanceOf[_haulier] = balanceOf[_haulier].add(_freight); //~ BENIGN STATE_MOD
        emit Settled(msg.sender, _to, _amount, _haulier, _freight); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev The tokens here that are in nobody's balance.
     */
    function surplus() external view returns (uint256) {
        return grain.balanceOf(address(this)).sub(total); //~ BENIGN ARITHMETIC
    }
}
