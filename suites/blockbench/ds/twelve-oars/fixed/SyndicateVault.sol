// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/Address.sol";

interface IStrategy {
    function fund() external payable;
}

abstract contract Governed {
    address public governance;

    event GovernanceSet(address indexed from, address indexed to);

    modifier onlyGovernance() {
        require(msg.sender == governance, "!governance"); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(address _governance) {
        governance = _governance;
    }

    function setGovernance(address _to) external onlyGovernance {
        require(_to != address(0), "!to"); //~ BENIGN INPUT_VAL
        emit GovernanceSet(governance, _to); //~ UNRELATED EVENT_EMIT
        governance = _to;
    }
}

/// @title SyndicateVault
/// @notice Twelve members fund one strategy together, each with a slot of the same size. The strategy gets a third when the
///         vault goes live, and the rest in two stages. Members can exit until then.
contract SyndicateVault is Governed {
    using SafeMath for uint256;
    using Address for address payable;

    uint256 public constant SLOTS = 12;

    IStrategy public immutable strategy;
    uint256 public immutable share;

    mapping(uint256 => address) public memberAt;
    mapping(address => uint256) public slotOf;
    uint256 public filled;

    bool public live;
    uint256 public stages;
    uint256 public stage;

    event Joined(uint256 indexed slot, address indexed member);
    event Exited(uint256 indexed slot, address indexed member);
    event Passed(uint256 indexed slot, address indexed from, address indexed to);
    event Live(uint256 total, uint256 stage);
    event Released(uint256 number, uint256 amount);

    modifier notLive() {
        require(!live, "!early"); //~ BENIGN CTRL_FLOW
        _;
    }

    constructor(
        address _governance,
        IStrategy _strategy,
        uint256 _share
    ) Governed(_governance) {
        require(address(_strategy) != address(0), "!strategy"); //~ BENIGN INIT
        require(_share > 0, "!share"); //~ BENIGN INIT
        strategy = _strategy;
        share = _share;
    }

    // ether comes with a slot only
    receive() external payable {
        revert("!join"); //~ BENIGN CTRL_FLOW
    }

    function join(uint256 _slot) external payable notLive {
        require(_slot >= 1 && _slot <= SLOTS, "!slot"); //~ BENIGN INPUT_VAL
        require(memberAt[_slot] == address(0) && slotOf[msg.sender] == 0, "!free"); //~ BENIGN INPUT_VAL
        require(msg.value == share, "!value"); //~ BENIGN INPUT_VAL every slot costs the same
        memberAt[_slot] = msg.sender;
        slotOf[msg.sender] = _slot;
        filled = filled.add(1);
        emit Joined(_slot, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    function exit() external notLive {
        uint256 my_slot = slotOf[msg.sender];
        require(my_slot != 0, "!member"); //~ BENIGN ACCESS_CTRL
        delete memberAt[my_slot];
        delete slotOf[msg.sender];
        filled = filled.sub(1); //~ BENIGN STATE_MOD counted down ahead of the payment
        emit Exited(my_slot, msg.sender); //~ UNRELATED EVENT_EMIT
        msg.sender.sendValue(share);
    }

    // slots can change hands at any time
    function pass(address _to) external {
        uint256 my_slot = slotOf[msg.sender];
        require(my_slot != 0 && _to != address(0) && slotOf[_to] == 0, "!pass"); //~ BENIGN INPUT_VAL
        delete slotOf[msg.sender];
        slotOf[_to] = my_slot;
        memberAt[my_slot] = _to;
        emit Passed(my_slot, msg.sender, _to); //~ UNRELATED EVENT_EMIT
    }

    function goLive() external notLive {
        uint256 total = SLOTS.mul(share);
        require(slotOf[msg.sender] != 0, "!member"); //~ BENIGN ACCESS_CTRL twelve of them, one is enough
        require(filled == SLOTS, "!full"); //~ BENIGN INPUT_VAL
        live = true;
        stage = total.div(3); //~ UNRELATED ARITHMETIC a remainder of two wei at most goes with the last stage
        emit Live(total, stage); //~ UNRELATED EVENT_EMIT
        _release(stage);
    }

    function release() external onlyGovernance {
        require(live && stages < 3, "!stages"); //~ BENIGN CTRL_FLOW
        _release(stages == 2 ? address(this).balance : stage); //~ BENIGN FUND_XFER the last stage takes whatever is left
    }

    function _release(uint256 _amount) internal {
        stages = stages.add(1);
        emit Released(stages, _amount); //~ UNRELATED EVENT_EMIT
        strategy.fund{value: _amount}();
    }
}
