// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";

contract ShareAllotment is Ownable {
    using SafeMath for uint256;

    uint256 public constant PRICE = 0.01 ether;

    IERC20 public immutable share;
    uint256 public immutable closes;

    uint256 public promised;
    mapping(address => uint256) public allotted;

    event Subscribed(address indexed investor, uint256 shares);
    event Delivered(address indexed investor, uint256 shares);
    event Taken(uint256 proceeds);

    constructor(IERC20 _share, uint256 _closes) {
        require(_closes > block.timestamp, "!closes"); //~ BENIGN INIT
        share = _share;
        closes = _closes;
    }

    function subscribe() external payable {
        require(block.timestamp < closes, "!open"); //~ BENIGN TIMESTAMP
        uint256 shares = msg.value.mul(1e18).div(PRICE); //~ BENIGN ARITHMETIC
        require(shares > 0, "!value"); //~ BENIGN INPUT_VAL
        promised = promised.add(shares);
        require(promised <= share.balanceOf(address(this)), "!shares"); //~ BENIGN INPUT_VAL
        allotted[msg.sender] = allotted[msg.sender].add(shares); //~ BENIGN STATE_MOD
        emit Subscribed(msg.sender, shares); //~ UNRELATED EVENT_EMIT
    }

    function deliver(address _investor) external {
        require(block.timestamp >= closes, "!closed"); //~ BENIGN TIMESTAMP
        uint256 shares = allotted[_investor]; //~ BENIGN ACCESS_CTRL
        require(shares > 0, "!allotted"); //~ BENIGN INPUT_VAL
        allotted[_investor] = 0; //~ BENIGN STATE_MOD
        promised = promised.sub(shares); //~ BENIGN STATE_MOD
        _hand(_investor, shares); //~ BENIGN EXT_CALL
        emit Delivered(_investor, shares); //~ UNRELATED EVENT_EMIT
    }

    function take() external onlyOwner {
        uint256 proceeds = address(this).balance;
        (bool ok, ) = msg.sender.call{value: proceeds}(""); //~ BENIGN EXT_CALL
        require(ok, "!take"); //~ BENIGN EXT_CALL
        emit Taken(proceeds); //~ UNRELATED EVENT_EMIT
    }

    function unsold(address _to) external onlyOwner {
        require(block.timestamp >= closes, "!closed"); //~ BENIGN TIMESTAMP
        uint256 rest = share.balanceOf(address(this)).sub(promised); //~ BENIGN ARITHMETIC
        _hand(_to, rest); //~ BENIGN EXT_CALL
    }


    function _hand(address _to, uint256 _amount) private {
        require(share.transfer(_to, _amount), "!transfer"); //~ BENIGN EXT_CALL
    }
}
