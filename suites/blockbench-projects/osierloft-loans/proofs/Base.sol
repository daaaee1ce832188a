// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {ERC721} from "@openzeppelin/contracts@4.9.6/token/ERC721/ERC721.sol";
import {Deployment} from "../script/Deployment.sol";
import {Amendment, Appraisal, Item, Loan, Offer, State} from "../src/Types.sol";
import {Listing} from "../src/admin/Listing.sol";
import {CollateralVault} from "../src/core/CollateralVault.sol";
import {Ledger} from "../src/core/Ledger.sol";
import {LoanDesk} from "../src/core/LoanDesk.sol";
import {LoanNotes} from "../src/core/LoanNotes.sol";
import {OfferBook} from "../src/core/OfferBook.sol";
import {IItemUser} from "../src/interfaces/ICore.sol";
import {IListing} from "../src/interfaces/IListing.sol";
import {TokenSet} from "../src/libraries/TokenSet.sol";
import {Bundles} from "../src/periphery/Bundles.sol";
import {DropClaimer, IDrop} from "../src/periphery/DropClaimer.sol";
import {NoteMarket} from "../src/periphery/NoteMarket.sol";
import {Appraiser} from "../src/pool/Appraiser.sol";
import {AuctionHouse} from "../src/pool/AuctionHouse.sol";
import {LoanPool} from "../src/pool/LoanPool.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
}

contract Coin is ERC20 {
    address private immutable _maker = msg.sender;

    constructor(string memory name_) ERC20(name_, name_) {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == _maker, "maker only");
        _mint(to, amount);
    }
}

contract Weth is Coin("WETH") {}

contract Mint is ERC721 {
    address private immutable _maker = msg.sender;

    constructor(string memory name_) ERC721(name_, name_) {}

    function mint(address to, uint256 id) external {
        require(msg.sender == _maker, "maker only");
        _mint(to, id);
    }
}

contract Pebble is Mint("PEBBLE") {}

contract Chalk is Mint("CHALK") {}

contract Drop is IDrop {
    Pebble private immutable pebble;
    IERC20 public immutable reward;
    mapping(uint256 => bool) private claimed;

    constructor(Pebble pebble_) {
        pebble = pebble_;
        Coin coin = new Coin("DROP");
        coin.mint(address(this), 100e18);
        reward = coin;
    }

    function claim(uint256 id) external {
        require(pebble.ownerOf(id) == msg.sender && !claimed[id], "not yours, or not again");
        claimed[id] = true;
        reward.transfer(msg.sender, 5e18);
    }
}

abstract contract Base is Deployment {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA11A);
    address internal constant BO = address(0xB0B0);
    address internal constant EVA = address(0xE5A0);
    address internal constant OWNER = address(0x0E12);
    address internal constant TREASURY = address(0x7EA5);
    address internal constant FAR = address(0xFA12);
    uint256 internal constant CEE_KEY = 0xC3C3;
    uint256 internal constant DEE_KEY = 0xD3D3;
    uint256 internal constant EYE_KEY = 0xE7E7;
    uint256 internal constant START = 1_790_000_000;

    Weth public weth;
    Pebble internal pebble;
    Chalk internal chalk;
    Drop internal drop;
    address internal cee;
    address internal dee;

    /// Loans of the set-up, by what they are for.
    uint256 internal signedLoan;
    uint256 internal soldLoan;
    uint256 internal leftLoan;
    uint256 internal savedLoan;

    function setUp() public {
        vm.warp(START);
        (weth, pebble, chalk) = (new Weth(), new Pebble(), new Chalk());
        drop = new Drop(pebble);
        (cee, dee) = (vm.addr(CEE_KEY), vm.addr(DEE_KEY));
        Plan memory plan = Plan(weth, OWNER, TREASURY, vm.addr(EYE_KEY), 50);
        _deploy(plan);
        _list(address(pebble), 150e18, 5_000);
        _list(address(chalk), 2e18, 4_000);
        _handOver(plan);
        vm.prank(OWNER);
        listing.acceptOwnership();
        _fund(ANA, 400e18, address(pool));
        _fund(cee, 300e18, address(desk));
        _fund(dee, 300e18, address(desk));
        _fund(EVA, 300e18, address(house));
        _fund(BO, 100e18, address(desk));
        _own(BO);
        vm.prank(ANA);
        pool.deposit(300e18, ANA);
        signedLoan = _accept(BO, _offer(cee, address(pebble), 40e18, 2_000, 60 days), CEE_KEY, 1);
        soldLoan = _borrow(BO, 2, 75e18, 30 days);
        leftLoan = _borrow(BO, 3, 75e18, 30 days);
        savedLoan = _borrow(BO, 4, 20e18, 30 days);
        uint256 first = _accept(BO, chalkOffer(), CEE_KEY, 1);
        _accept(BO, chalkOffer(), CEE_KEY, 2);
        vm.warp(START + 40 days);
        vm.prank(BO);
        desk.repay(first);
        _start();
    }

    /// Creates the account that acts in exploit(), with what it has.
    function _start() internal virtual;

    function _fund(address who, uint256 amount, address spender) internal {
        weth.mint(who, amount);
        vm.prank(who);
        weth.approve(spender, type(uint256).max);
    }

    function _own(address who) private {
        for (uint256 id = 1; id <= 8; id++) {
            pebble.mint(who, id);
            chalk.mint(who, id);
        }
        vm.startPrank(who);
        pebble.setApprovalForAll(address(vault), true);
        chalk.setApprovalForAll(address(vault), true);
        pebble.setApprovalForAll(address(bundles), true);
        bundles.setApprovalForAll(address(vault), true);
        vm.stopPrank();
    }

    function _offer(address lender, address collection, uint256 principal, uint256 rate, uint64 duration)
        internal
        view
        returns (Offer memory)
    {
        uint64 deadline = uint64(block.timestamp) + 90 days;
        return Offer(lender, address(weth), collection, 0, 0, principal, rate, duration, 1, 7, deadline);
    }

    /// Two loans of three ether, against any chalk. Both are taken in the set-up.
    function chalkOffer() internal view returns (Offer memory o) {
        o = _offer(cee, address(chalk), 3e18, 3_000, 90 days);
        (o.uses, o.nonce, o.deadline) = (2, 8, uint64(START + 300 days));
    }

    function _sign(uint256 key, bytes32 digest) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function _signed(Offer memory o, uint256 key) internal returns (bytes memory) {
        return _sign(key, book.digestOf(o));
    }

    function _accept(address who, Offer memory o, uint256 key, uint256 id) internal returns (uint256) {
        bytes memory signature = _signed(o, key);
        vm.prank(who);
        return desk.accept(o, signature, id, new bytes32[](0));
    }

    function _appraisal(address collection, uint256 id, uint256 value)
        internal
        returns (Appraisal memory a, bytes memory signature)
    {
        a = Appraisal(collection, id, value, uint64(block.timestamp) + 5 days);
        signature = _sign(EYE_KEY, appraiser.digestOf(a));
    }

    function _borrow(address who, uint256 id, uint256 amount, uint64 duration) internal returns (uint256) {
        (Appraisal memory a, bytes memory signature) = _appraisal(address(pebble), id, 180e18);
        vm.prank(who);
        return pool.borrow(address(pebble), id, a, signature, amount, duration);
    }

    // ------------------------------------------------------------------ honest use

    function test_Regular() public {
        pool.accrue();
        _auctions();
        _deposits();
        _amendment();
        _refinancing();
        _bundle();
        _notes();
        _order();
        _lists();
        _management();
    }

    function _auctions() private {
        if (house.auctionOf(soldLoan).endsAt == 0) house.start(soldLoan);
        house.start(leftLoan);
        house.start(savedLoan);
        if (house.auctionOf(soldLoan).bidder == address(0)) _bid(soldLoan, 77e18);
        _fund(dee, 0, address(house));
        uint256 least = lens.leastBid(soldLoan);
        vm.prank(dee);
        house.bid(soldLoan, least);
        require(ledger.owed(EVA, address(weth)) == 77e18 && least == 80.85e18, "the first bid is back");
        vm.warp(block.timestamp + 2 days - 60);
        _bid(soldLoan, 120e18);
        vm.warp(block.timestamp + 901);
        house.settle(soldLoan);
        require(desk.debtOf(savedLoan) == house.auctionOf(savedLoan).debt, "the debt grows no more");
        require(pebble.ownerOf(2) == EVA && ledger.owed(BO, address(weth)) > 44e18, "the rest is for the borrower");
        _fund(BO, 100e18, address(house));
        vm.prank(BO);
        house.redeem(savedLoan);
        require(pebble.ownerOf(4) == BO && ledger.owed(TREASURY, address(weth)) > 0.8e18, "redeemed with a fine");
        vm.prank(OWNER);
        house.start(leftLoan);
        vm.warp(block.timestamp + 3 days);
        vm.prank(OWNER);
        house.collect(leftLoan, OWNER);
        require(pebble.ownerOf(3) == OWNER && pool.lent() == 0 && pool.impaired() > 75e18, "taken out");
    }

    function _bid(uint256 loan, uint256 amount) internal {
        vm.prank(EVA);
        house.bid(loan, amount);
    }

    function _deposits() private {
        _fund(OWNER, 80e18, address(pool));
        vm.prank(OWNER);
        pool.give(leftLoan, 80e18);
        require(lens.poolSheet().sharePrice > 0.9e15 && lens.poolSheet().impaired == 0, "sold elsewhere");
        vm.startPrank(ANA);
        pool.deposit(100e18, ANA);
        pool.transfer(EVA, 1e20);
        pool.approve(EVA, 1e20);
        pool.increaseAllowance(EVA, 1e20);
        pool.decreaseAllowance(EVA, 1e20);
        uint256 paid = pool.withdraw(10e21, ANA, 10e18);
        vm.stopPrank();
        vm.prank(EVA);
        pool.transferFrom(ANA, EVA, 1e20);
        require(weth.balanceOf(ANA) == paid && paid > 10e18 && pool.totalAssets() == pool.cash(), "paid with interest");
    }

    function _amendment() private {
        uint256 debt = desk.debtOf(signedLoan);
        uint64 due = desk.loanOf(signedLoan).dueAt;
        Amendment memory a = Amendment(signedLoan, 0, debt - 1e18, 1_800, due + 30 days, due);
        bytes memory signature = _sign(CEE_KEY, book.digestOf(a));
        vm.prank(BO);
        desk.amend(a, signature);
        require(desk.debtOf(signedLoan) == debt - 1e18 && desk.loanOf(signedLoan).dueAt == due + 30 days, "amended");
    }

    function _refinancing() private {
        uint256 debt = desk.debtOf(signedLoan);
        Offer memory o = _offer(dee, address(pebble), 60e18, 500, 80 days);
        o.tokens = TokenSet.leaf(1);
        bytes memory signature = _signed(o, DEE_KEY);
        uint256 had = ledger.owed(cee, address(weth));
        vm.prank(EVA);
        signedLoan = desk.refinance(signedLoan, o, signature, new bytes32[](0), 0);
        require(ledger.owed(cee, address(weth)) == had + debt && notes.ownerOf(signedLoan) == dee, "cheaper");
        bytes32[] memory proof = new bytes32[](1);
        (bytes32 x, bytes32 y) = (TokenSet.leaf(1), TokenSet.leaf(6));
        proof[0] = y;
        o = _offer(cee, address(pebble), 60e18, 1_500, 90 days);
        (o.nonce, o.tokens) = (9, keccak256(x < y ? abi.encode(x, y) : abi.encode(y, x)));
        signature = _signed(o, CEE_KEY);
        had = weth.balanceOf(BO);
        vm.prank(BO);
        signedLoan = desk.refinance(signedLoan, o, signature, proof, debt + 10e18);
        require(weth.balanceOf(BO) == had + 9.95e18 && desk.loanOf(signedLoan).lender == cee, "more money");
        vm.startPrank(cee);
        ledger.withdraw(address(weth), 1e18, cee);
        vm.stopPrank();
        require(lens.sheetOf(signedLoan).holder == cee && lens.loansOf(BO).length == 2, "seen by the lens");
    }

    function _bundle() private {
        Item[] memory parts = new Item[](2);
        (parts[0], parts[1]) = (Item(address(pebble), 5), Item(address(pebble), 6));
        vm.startPrank(BO);
        uint256 id = bundles.wrap(parts);
        bundles.takeLast(id, BO);
        bundles.add(id, parts[1]);
        vm.stopPrank();
        Offer memory o = _offer(dee, address(bundles), 50e18, 1_000, 30 days);
        (o.nonce, o.content) = (10, bundles.contentOf(id));
        (uint256 paid,) = lens.quote(o);
        require(lens.usesLeft(o) == 1 && paid == 49.75e18, "quoted");
        uint256 loan = _accept(BO, o, DEE_KEY, id);
        _use(loan, bundles.contentOf(id));
        vm.startPrank(BO);
        desk.repay(loan);
        bundles.unwrap(id, BO);
        vm.stopPrank();
        require(pebble.ownerOf(5) == BO && pebble.ownerOf(6) == BO && bundles.partsOf(id).length == 0, "back");
    }

    function _use(uint256 bundleLoan, bytes32 content) private {
        User user = new User(address(vault));
        vm.prank(OWNER);
        claimer.setDrop(address(drop), true);
        vm.startPrank(BO);
        vault.use(bundleLoan, user, "");
        vault.use(signedLoan, claimer, abi.encode(drop));
        vm.stopPrank();
        require(lens.sheetOf(bundleLoan).content == content && drop.reward().balanceOf(BO) == 5e18, "claimed");
    }

    function _notes() private {
        _fund(EVA, 0, address(market));
        vm.startPrank(cee);
        notes.setApprovalForAll(address(market), true);
        market.ask(signedLoan, address(weth), 50e18);
        market.takeBack(signedLoan);
        market.ask(signedLoan, address(weth), 51e18);
        vm.stopPrank();
        vm.prank(EVA);
        market.buy(signedLoan, 0, address(weth), 51e18);
        require(notes.ownerOf(signedLoan) == EVA && market.askOf(signedLoan).price == 0, "sold");
        uint256 loan = _accept(BO, _offer(dee, address(chalk), 1e18, 0, 1 days), DEE_KEY, 7);
        vm.warp(block.timestamp + 3 days);
        vm.prank(dee);
        desk.seize(loan);
        require(chalk.ownerOf(7) == dee, "seized");
    }

    function _order() private {
        uint64 due = desk.loanOf(signedLoan).dueAt;
        _fund(BO, 20e18, address(orders));
        vm.startPrank(BO);
        orders.order(signedLoan, 0, 1e18, 0);
        orders.withdrawOrder(signedLoan);
        orders.order(signedLoan, 1 days, 60e18, 0.1e18);
        vm.stopPrank();
        vm.warp(due - 1 days);
        require(orders.orderOf(signedLoan).tip == 0.1e18 && lens.collateralOf(signedLoan).tokenId == 1, "ordered");
        vm.prank(ANA);
        uint256 paid = orders.execute(signedLoan);
        require(pebble.ownerOf(1) == BO && ledger.owed(EVA, address(weth)) >= paid, "repaid on time");
    }

    function _lists() private {
        vm.startPrank(dee);
        book.cancel(11);
        book.cancelBelow(11);
        vm.stopPrank();
        Offer memory o = _offer(dee, address(pebble), 1e18, 0, 1 days);
        require(lens.usesLeft(o) == 0, "taken back");
        o.nonce = 11;
        require(lens.usesLeft(o) == 0, "this one, too");
    }

    function _management() private {
        vm.startPrank(OWNER);
        listing.setPaused(true);
        listing.setPaused(false);
        pool.setRates(500, 500);
        pool.setAdvance(address(chalk), 0);
        appraiser.setSigner(EVA);
        appraiser.setCeiling(address(pebble), 100e18);
        vm.stopPrank();
        require(pool.rate() == 500 && appraiser.signer() == EVA, "managed");
    }

    function target() public view virtual returns (address) {
        return address(desk);
    }
}

/// Looks at a token, and gives it back.
contract User is IItemUser {
    address private immutable vault;

    constructor(address vault_) {
        vault = vault_;
    }

    function onUse(uint256, Item calldata item, address, bytes calldata) external {
        Mint(item.collection).transferFrom(address(this), vault, item.tokenId);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }
}
