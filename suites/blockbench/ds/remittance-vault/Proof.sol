// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";
import "./RemittanceVault.sol";

// assay-canary-ba2a37b8-e3e2-4bfa-ba0d-9bdf17088568

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Peso is ERC20("Peso", "PESO") {
    constructor() public {
        _mint(msg.sender, 100_000 ether);
    }
}

// Lends to its maker, and answers with a number where it cannot do what it is asked.
contract Market is IMarket {
    IERC20 private token;
    address private maker = msg.sender;
    bool public shut;
    mapping(address => uint256) private held;

    constructor(IERC20 _token) public {
        token = _token;
    }

    function setShut(bool _shut) external {
        require(msg.sender == maker, "!maker");
        shut = _shut;
    }

    function borrow(uint256 _amount) external {
        require(msg.sender == maker, "!maker");
        require(token.transfer(maker, _amount), "!transfer");
    }

    function pay(address _who, uint256 _interest) external {
        require(token.transferFrom(msg.sender, address(this), _interest), "!transfer");
        held[_who] += _interest;
    }

    function mint(uint256 _amount) external override returns (uint256) {
        if (shut) return 10;
        if (!token.transferFrom(msg.sender, address(this), _amount)) return 13;
        held[msg.sender] += _amount;
        return 0;
    }

    function redeemUnderlying(uint256 _amount) external override returns (uint256) {
        if (held[msg.sender] < _amount) return 9;
        if (token.balanceOf(address(this)) < _amount) return 14;
        held[msg.sender] -= _amount;
        return token.transfer(msg.sender, _amount) ? 0 : 16;
    }

    function balanceOfUnderlying(address _who) external override returns (uint256) {
        return held[_who];
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint256 private constant START = 1_700_000_000;

    Peso private token;
    Market private market;
    RemittanceVault private vault;
    Attacker private mallory;

    // two orders are due, and most of the market is lent out
    function setUp() public {
        vm.warp(START);
        token = new Peso();
        market = new Market(token);
        vault = new RemittanceVault(token, market);
        token.transfer(ANA, 10_000 ether);
        vm.startPrank(ANA);
        token.approve(address(vault), 10_000 ether);
        vault.send(BEN, 1_000 ether, 1 days);
        vault.send(CAT, 800 ether, 1 days);
        vault.send(CAT, 300 ether, 30 days);
        vm.stopPrank();
        market.borrow(1_500 ether);
        vm.warp(START + 1 days);
        mallory = new Attacker(vault);
    }

    function test_Regular() public {
        token.approve(address(market), 10_000 ether);
        market.pay(address(vault), 1_600 ether);
        require(vault.owed() == 2_100 ether && vault.lastId() == 3, "owed");
        vault.release(1);
        require(token.balanceOf(BEN) == 1_000 ether, "arrived");
        vm.prank(CAT);
        vault.change(2, BEN);
        vault.release(2);
        require(token.balanceOf(BEN) == 1_800 ether && vault.owed() == 300 ether, "arrived, too");
        vm.prank(ANA);
        vault.recall(3);
        require(token.balanceOf(ANA) == 8_200 ether && vault.owed() == 0, "back");
        require(token.balanceOf(address(market)) == 100 ether, "lent");
        token.transfer(address(market), 1_500 ether);
        vm.prank(ANA);
        vault.send(BEN, 10 ether, 1 days);
        uint256 before = token.balanceOf(address(this));
        require(vault.harvest() == 1_600 ether && token.balanceOf(address(this)) == before + 1_600 ether, "interest");
        vault.setClosed(true);
        vault.setGovernance(ANA);
        vm.prank(ANA);
        vault.acceptGovernance();
        require(vault.governance() == ANA && vault.closed(), "new governance");
    }

    function test_RefusesSetups() public {
        vm.expectRevert("!token");
        new RemittanceVault(IERC20(address(0)), market);
        vm.expectRevert("!market");
        new RemittanceVault(token, IMarket(address(0)));
        vm.startPrank(BEN);
        vm.expectRevert("!governance");
        vault.setGovernance(BEN);
        vm.expectRevert("!next");
        vault.acceptGovernance();
        vm.expectRevert("!governance");
        vault.setClosed(true);
        vm.expectRevert("!governance");
        vault.harvest();
        vm.stopPrank();
    }

    function test_RefusesOrders() public {
        vm.startPrank(ANA);
        vm.expectRevert("!to");
        vault.send(address(0), 1, 1);
        vm.expectRevert("!amount");
        vault.send(BEN, 0, 1);
        vm.expectRevert("!delay");
        vault.send(BEN, 1, 0);
        vm.expectRevert("!delay");
        vault.send(BEN, 1, 365 days + 1);
        vm.stopPrank();
        market.setShut(true);
        vm.prank(ANA);
        vm.expectRevert("!mint");
        vault.send(BEN, 1, 1);
        vault.setClosed(true);
        vm.prank(ANA);
        vm.expectRevert("!open");
        vault.send(BEN, 1, 1);
    }

    function test_RefusesPayments() public {
        vm.expectRevert("!due");
        vault.release(3);
        vm.expectRevert("!order");
        vault.release(4);
        vm.prank(BEN);
        vm.expectRevert("!sender");
        vault.recall(3);
        vm.startPrank(ANA);
        vm.expectRevert("!early");
        vault.recall(1);
        vault.recall(3);
        vm.expectRevert("!order");
        vault.recall(3);
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert("!recipient");
        vault.change(2, BEN);
        vm.prank(CAT);
        vm.expectRevert("!to");
        vault.change(2, address(0));
    }

    function test_RefusesRedemptions() public {
        market.borrow(500 ether);
        vm.prank(ANA);
        vm.expectRevert("!redeem");
        vault.recall(3);
        token.transfer(address(market), 500 ether);
        token.approve(address(market), 1_000 ether);
        market.pay(address(vault), 1_000 ether);
        market.borrow(1_000 ether);
        vm.expectRevert("!redeem");
        vault.harvest();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(owed() == 300 ether, "nothing lost");
    }

    // what ben and cat have, and what they are still to get
    function owed() public view returns (uint256 sum) {
        sum = token.balanceOf(BEN) + token.balanceOf(CAT);
        for (uint256 id = 1; id <= 3; id++) {
            (, , uint256 amount, ) = vault.orders(id);
            sum += amount;
        }
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    RemittanceVault private vault;

    constructor(RemittanceVault v) public {
        vault = v;
    }

    function run() external {
        vault.release(1);
        vault.release(2);
    }
}
