// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";

contract FamilyWill {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    uint256 public constant SILENCE = 365 days;
    uint256 public constant MAX_BPS = 10000;
    uint256 public constant MAX_HEIRS = 20;

    address public owner;
    uint256 public last_seen;
    uint256 public assigned;
    uint256 public divided;
    uint256 public paid;
    address[] public heirs;
    mapping(address => uint256) public shares;
    mapping(address => bool) public done;

    event Seen(uint256 time);
    event Named(address indexed heir, uint256 bps);
    event Divided(uint256 estate);
    event Paid(address indexed to, uint256 amount);

    modifier alive() {
        require(msg.sender == owner, "!owner"); //~ BENIGN ACCESS_CTRL
        require(divided == 0, "!divided"); //~ BENIGN CTRL_FLOW
        _seen();
        _;
    }

    constructor() public {
        owner = msg.sender; //~ BENIGN INIT
        _seen();
    }

    receive() external payable {
        require(divided == 0, "!divided"); //~ BENIGN CTRL_FLOW
        if (msg.sender == owner) _seen(); //~ BENIGN ACCESS_CTRL
    }

    function ping() external alive {} //~ BENIGN ACCESS_CTRL

    function name_heir(address _heir, uint256 _bps) external alive {
        require(_heir != address(0) && _bps > 0, "!heir"); //~ BENIGN INPUT_VAL
        require(shares[_heir] == 0, "!new"); //~ BENIGN INPUT_VAL
        require(heirs.length < MAX_HEIRS, "!heirs"); //~ BENIGN INPUT_VAL
        assigned = assigned.add(_bps);
        require(assigned <= MAX_BPS, "!bps"); //~ BENIGN INPUT_VAL
        shares[_heir] = _bps; //~ BENIGN STATE_MOD
        heirs.push(_heir);
        emit Named(_heir, _bps); //~ UNRELATED EVENT_EMIT
    }

    function strike_heir(uint256 _index) external alive {
        address gone = heirs[_index];
        assigned = assigned.sub(shares[gone]); //~ BENIGN STATE_MOD
        shares[gone] = 0; //~ BENIGN STATE_MOD
        heirs[_index] = heirs[heirs.length - 1];
        heirs.pop();
        emit Named(gone, 0);
    }

    function spend(address payable _to, uint256 _amount) external alive {
        (bool ok, ) = _to.call{value: _amount}(""); //~ BENIGN EXT_CALL
        require(ok, "!spend"); //~ BENIGN EXT_CALL
        emit Paid(_to, _amount);
    }

    function rescue(IERC20 _token, address _to) external alive {
        _token.safeTransfer(_to, _token.balanceOf(address(this))); //~ BENIGN FUND_XFER
    }

    function divide() public {
        require(shares[msg.sender] > 0, "!heir"); //~ BENIGN ACCESS_CTRL
        require(block.timestamp >= last_seen.add(SILENCE), "!silent"); //~ BENIGN TIMESTAMP
        require(divided == 0, "!divided"); //~ BENIGN CTRL_FLOW
        divided = address(this).balance;
        require(divided > 0, "!estate"); //~ BENIGN INPUT_VAL
        emit Divided(divided); //~ UNRELATED EVENT_EMIT
    }

    function collect() external {
        require(divided > 0, "!silent"); //~ BENIGN CTRL_FLOW
        require(shares[msg.sender] > 0, "!heir"); //~ BENIGN ACCESS_CTRL
        require(!done[msg.sender], "!done"); //~ BENIGN INPUT_VAL
        done[msg.sender] = true; //~ BENIGN STATE_MOD
        uint256 part = divided.mul(shares[msg.sender]).div(assigned); //~ BENIGN ARITHMETIC
        paid = paid.add(part);
        (bool ok, ) = msg.sender.call{value: part}(""); //~ BENIGN FUND_XFER
        require(ok, "!paid"); //~ BENIGN EXT_CALL
        emit Paid(msg.sender, part);
    }

    function _seen() internal {
        last_seen = block.timestamp; //~ BENIGN STATE_MOD
        emit Seen(block.timestamp); //~ UNRELATED EVENT_EMIT
    }
}
