// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

// Holds what a campaign raises. The beneficiary draws it if the goal is reached,
// everybody gets it back if not. A keeper refunds those who do not come themselves.
contract RefundEscrow {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    IERC20 public immutable token;
    uint256 public immutable goal;
    uint256 public immutable end;

    address public governance;
    address public beneficiary;
    bool public cancelled;

    uint256 public raised;
    uint256 public left;
    mapping(address => uint256) public paid;

    event Contribute(address indexed who, uint256 amount);
    event Refund(address indexed who, uint256 amount);
    event Draw(address indexed to, uint256 amount);

    constructor(IERC20 _token, address _beneficiary, uint256 _goal, uint256 _end) {
        require(_end > block.timestamp, "!end");
        token = _token;
        beneficiary = _beneficiary;
        goal = _goal;
        end = _end;
        governance = msg.sender;
    }

    modifier onlyGovernance() {
        require(msg.sender == governance, "!governance"); //~ BENIGN ACCESS_CTRL
        _;
    }

    function setGovernance(address _governance) external onlyGovernance {
        governance = _governance;
    }

    function setBeneficiary(address _beneficiary) external onlyGovernance {
        beneficiary = _beneficiary;
    }

    function cancel() external onlyGovernance {
        require(block.timestamp < end, "!running");
        cancelled = true;
    }

    function contribute(uint256 _amount) external {
        require(!cancelled && block.timestamp < end, "!running"); //~ BENIGN TIMESTAMP
        require(_amount > 0, "!amount");
        token.safeTransferFrom(msg.sender, address(this), _amount); //~ BENIGN EXT_CALL
        paid[msg.sender] = paid[msg.sender].add(_amount);
        raised = raised.add(_amount);
        left = left.add(_amount);
        emit Contribute(msg.sender, _amount); //~ UNRELATED EVENT_EMIT
    }

    function failed() public view returns (bool) {
        return cancelled || (block.timestamp >= end && raised < goal); //~ BENIGN TIMESTAMP
    }

    function refund(address _who) public { //~ PREREQ CTRL_FLOW for anyone, at a time of the caller's choice
        require(failed(), "!failed");
        uint256 amount = paid[_who];
        require(amount > 0, "!paid");
        paid[_who] = 0; //~ PREREQ STATE_MOD before the call, and only a revert brings it back
        left = left.sub(amount);
        try token.transfer(_who, amount) returns (bool) { //~ ROOT_CAUSE EXT_CALL a token that answers false has paid nothing, and counts as having paid
            emit Refund(_who, amount);
        } catch { //~ INSUFF_GUARD CTRL_FLOW catches tokens that revert, not those that say no
            paid[_who] = amount;
            left = left.add(amount);
        }
    }

    function refundMany(address[] calldata _all) external {
        for (uint256 i = 0; i < _all.length; i++) refund(_all[i]);
    }

    function draw() external returns (uint256 amount) {
        require(msg.sender == beneficiary, "!beneficiary"); //~ BENIGN ACCESS_CTRL
        require(!cancelled && block.timestamp >= end && raised >= goal, "!reached"); //~ BENIGN CTRL_FLOW
        amount = left;
        left = 0;
        token.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
        emit Draw(msg.sender, amount);
    }

    // what was sent here by mistake
    function sweep(IERC20 _other, uint256 _amount) external onlyGovernance {
        require(_other != token || token.balanceOf(address(this)).sub(left) >= _amount, "!surplus"); //~ PREREQ INPUT_VAL what refunds have lost is surplus
        _other.safeTransfer(governance, _amount);
    }
}
