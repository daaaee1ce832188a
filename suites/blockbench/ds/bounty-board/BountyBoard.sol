// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

error NotSponsor();
error NotHunter();
error Taken();
error NotTaken();
error Empty();
error Early();
error NotPaid();

contract BountyBoard is ReentrancyGuard {
    struct Bounty {
        address sponsor;
        address hunter;
        uint256 reward;
        uint256 due;
    }

    uint256 public constant WORK = 14 days;

    Bounty[] public bounties;

    event Posted(uint256 indexed id, address indexed sponsor, uint256 reward);
    event Claimed(uint256 indexed id, address indexed hunter);
    event Paid(uint256 indexed id, address indexed to, uint256 reward);

    function post() external payable returns (uint256 id) {
        if (msg.value == 0) revert Empty(); //~ BENIGN INPUT_VAL
        id = bounties.length;
        bounties.push(Bounty(msg.sender, address(0), msg.value, 0)); //~ PREREQ STATE_MOD
        emit Posted(id, msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    function claim(uint256 id) external {
        Bounty storage b = bounties[id];
        if (b.reward == 0) revert Empty(); //~ BENIGN INPUT_VAL
        if (b.hunter != address(0)) revert Taken(); //~ BENIGN CTRL_FLOW
        b.hunter = msg.sender;
        if (b.due == 0) b.due = block.timestamp + WORK;
        emit Claimed(id, msg.sender);
    }

    function approve(uint256 id, address hunter) external nonReentrant { //~ BENIGN REENTRY_GUARD
        Bounty storage b = bounties[id];
        if (msg.sender != b.sponsor) revert NotSponsor(); //~ BENIGN ACCESS_CTRL
        if (hunter == address(0) || hunter != b.hunter) revert NotTaken(); //~ BENIGN INPUT_VAL
        uint256 r = b.reward;
        if (r == 0) revert Empty(); //~ BENIGN INPUT_VAL
        b.reward = 0; //~ BENIGN STATE_MOD
        _pay(id, hunter, r); //~ DECOY EXT_CALL the reward is cleared
    }

    function drop(uint256 id) external {
        Bounty storage b = bounties[id];
        if (msg.sender != b.hunter) revert NotHunter(); //~ BENIGN ACCESS_CTRL
        b.hunter = address(0);
    }

    function cancel(uint256 id) external {
        Bounty storage b = bounties[id];
        if (msg.sender != b.sponsor) revert NotSponsor(); //~ BENIGN ACCESS_CTRL
        if (b.hunter != address(0) && block.timestamp <= b.due) revert Early(); //~ BENIGN TIMESTAMP
        uint256 r = b.reward;
        if (r == 0) revert Empty(); //~ PREREQ INPUT_VAL
        _pay(id, msg.sender, r); //~ ROOT_CAUSE EXT_CALL the reward still stands
        b.reward = 0; //~ PREREQ STATE_MOD
    }

    function _pay(uint256 id, address to, uint256 r) private {
        (bool ok, ) = to.call{value: r}(""); //~ PREREQ FUND_XFER
        if (!ok) revert NotPaid(); //~ BENIGN EXT_CALL
        emit Paid(id, to, r); //~ UNRELATED EVENT_EMIT
    }
}
